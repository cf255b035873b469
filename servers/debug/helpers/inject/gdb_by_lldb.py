"""Does with lldb what debugpy asks of gdb: attaches to a Python and has code run in it.

Run as `gdb_by_lldb.py LLDB ARGUMENTS-OF-GDB`. Only the calls that debugpy makes are understood; the rest are settings of gdb.
"""

import base64
import os
import re
import sys

# Until a program that is busy lets go of the lock of its interpreter; in microseconds.
TIMEOUT = 30_000_000
CALL = '--eval-command=call '
ATTACH = re.compile(r'^(\(int\)DoAttach\(\w+, ")(.*)(", \w+\))$', re.DOTALL)


def in_thread(code):
    """The same in a thread of its own. debugpy starts programs, and lldb ends a call in which that happens.

    `threading` takes the thread that imports it first for the main one, which the thread that lldb stops is.
    """
    packed = base64.b64encode(code.encode()).decode()
    return "import _thread, base64, threading; _thread.start_new_thread(exec, (base64.b64decode('%s').decode(), {}))" % packed


def command_of(call):
    call = ATTACH.sub(lambda found: found[1] + in_thread(found[2]) + found[3], call)
    return 'expression -l c -t %d -- %s' % (TIMEOUT, call)


def main():
    lldb, *arguments = sys.argv[1:]
    pid = arguments[arguments.index('--pid') + 1]
    calls = [argument[len(CALL) :] for argument in arguments if argument.startswith(CALL)]
    commands = [command_of(call) for call in calls] + ['detach']
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.execv(lldb, [lldb, '--no-lldbinit', '--batch', '-p', pid, *(part for each in commands for part in ('-o', each))])


main()
