# SPDX-License-Identifier: GPL-2.0-only
# What Debian's packages have and an installation under a prefix has not: compressed man pages and
# change logs, and static libraries without debugging symbols. Run by CPack on what it is going to pack.

cmake_policy(VERSION 3.25)

foreach(root IN LISTS CPACK_TEMPORARY_INSTALL_DIRECTORY)
  file(GLOB_RECURSE pages ${root}/*/usr/share/man/*.[0-9] ${root}/usr/share/man/*.[0-9])
  file(GLOB changes ${root}/*/usr/share/doc/*/changelog ${root}/usr/share/doc/*/changelog)
  foreach(file IN LISTS pages changes)
    execute_process(COMMAND gzip -9n ${file} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  file(GLOB_RECURSE archives ${root}/*.a)
  foreach(file IN LISTS archives)
    execute_process(COMMAND strip -g ${file} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endforeach()
