"""Emulates gdb for debugpy by lldb: attaches to a Python process and runs code in it.

Run as `gdb_by_lldb.py LLDB ARGUMENTS-OF-GDB`. Only the calls that debugpy makes are supported; other arguments are settings of gdb.
"""

import base64
import os
import re
import sys

# The timeout for a busy program to release its interpreter lock, in microseconds.
TIMEOUT = 30_000_000
CALL = '--eval-command=call '
ATTACH = re.compile(r'^(\(int\)DoAttach\(\w+, ")(.*)(", \w+\))$', re.DOTALL)


def in_thread(code):
    """Wraps the code to run in a separate thread. debugpy starts processes, and lldb aborts a call that does so.

    Import `threading` first: it treats the thread that imports it as the main thread, which is the one that lldb stopped.
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
