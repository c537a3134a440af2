#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""short_of_memory - runs a command again and again, each time with another allocation that fails.

usage: short_of_memory.py SHIM FAILED EVERY OUTPUT COMMAND...

SHIM is inject_shim.so. Of the command's own process every EVERYth allocation fails, one a time. Then it must either
end with the exit code FAILED and a line that says "Cannot allocate memory", or as if nothing had been: with the same
exit code, the same stdout, and the same file OUTPUT (- for none). Exit code: 0, or 1 with what was otherwise.
"""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

PROCESSES_MAX = 256  # of inject/shim.h, as is the order of the fields
STATE = f"<I{PROCESSES_MAX}IIIII"


def run(shim, command, output, allocation):
    """Gives the exit code, all output, the last line of stderr, and how many allocations there were."""
    with tempfile.NamedTemporaryFile() as state:
        inject = allocation is not None
        state.write(struct.pack(STATE, 0, *[0] * PROCESSES_MAX, inject, 0, allocation or 0, 0))
        state.flush()
        if output != "-":
            pathlib.Path(output).unlink(missing_ok=True)
        ended = subprocess.run(command, env={**os.environ, "LD_PRELOAD": shim, "INJECT_STATE": state.name},
                               stdin=subprocess.DEVNULL, capture_output=True, check=False)
        allocations = struct.unpack(STATE, pathlib.Path(state.name).read_bytes())[1]
    written = pathlib.Path(output).read_bytes() if output != "-" and os.path.exists(output) else b""
    lines = ended.stderr.decode(errors="replace").splitlines()
    return (ended.returncode, ended.stdout, written), lines[-1] if lines else "", allocations


def main():
    shim, failed, every, output, *command = sys.argv[1:]
    usual, _, allocations = run(shim, command, output, None)
    said = otherwise = 0
    for allocation in range(0, allocations, int(every)):
        result, line, _ = run(shim, command, output, allocation)
        if result[0] == int(failed) and "Cannot allocate memory" in line:
            said += 1
        elif result != usual:
            otherwise += 1
            print(f"allocation {allocation}: exit code {result[0]}, {line}")
    print(f"{allocations} allocations, {said} times said so, {otherwise} otherwise")
    # Of a command that asks for no memory nothing was shown.
    return 1 if otherwise or not said else 0


sys.exit(main())
