# SPDX-License-Identifier: GPL-2.0-only
# In the tree a user calls scripts/lab, installed `cgpong lab`, and the programs are elsewhere: makes the
# scripts and man pages just installed say so. Included by the installation, with data, bin, man, bindir
# and guest set.

set(root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
set(names -e "s|scripts/lab\\b|cgpong lab|g" -e "s|scripts/bisect\\b|cgpong bisect|g"
          -e "s|scripts/survey\\b|cgpong survey|g")
set(places -e "s|\\$tree/build-static/bin|$tree/guest|g" -e "s|\"build-static\", \"bin\"|\"guest\"|g"
           -e "s|\\$tree/build/bin|$tree/${bin}|g"
           -e "s|build[\\]*-static/bin|${CMAKE_INSTALL_PREFIX}/${guest}|g"
           -e "s|\\bbuild/bin)|${CMAKE_INSTALL_PREFIX}/${bindir})|g")
file(GLOB_RECURSE scripts "${root}/${data}/scripts/*")
list(FILTER scripts EXCLUDE REGEX "/scripts/faults/")
file(GLOB pages "${root}/${man}/man1/cgpong*.1" "${root}/${man}/man5/cgpong*.5")
execute_process(COMMAND sed -i ${names} ${places} -e "s|\\$here/bisect step|cgpong bisect step|" ${scripts}
                COMMAND_ERROR_IS_FATAL ANY)
if(pages)
  execute_process(COMMAND sed -i ${names} ${places} ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
