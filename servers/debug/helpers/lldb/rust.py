"""Lets lldb show values of Rust with the formatters of the installed compiler: Vec, String, Option, enums."""
import os
import subprocess

import lldb

RUSTC_SECONDS = 5
MOST_UNITS = 200


def load_rust_formatters():
    """Does nothing for other programs, and without a compiler."""
    if not is_rust():
        return
    try:
        root = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, timeout=RUSTC_SECONDS).stdout
    except (OSError, subprocess.SubprocessError):
        return
    folder = os.path.join(root.strip(), "lib", "rustlib", "etc")
    if not os.path.isdir(folder):
        return
    for command in (
        'command script import "%s"' % os.path.join(folder, "lldb_lookup.py"),
        'command source -s true "%s"' % os.path.join(folder, "lldb_commands"),
        "type category enable Rust",
    ):
        DEBUGGER.GetCommandInterpreter().HandleCommand(command, lldb.SBCommandReturnObject())


def is_rust():
    executable = the_target().GetModuleAtIndex(0)
    units = range(min(executable.GetNumCompileUnits(), MOST_UNITS))
    return any(executable.GetCompileUnitAtIndex(index).GetLanguage() == lldb.eLanguageTypeRust for index in units)
