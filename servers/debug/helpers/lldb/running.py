"""What happens while the program runs: breakpoints and signals; and its memory."""
import re

import lldb

PLACES = {}
BREAKPOINTS = {}
# The last stop at which each breakpoint was judged.
JUDGED = {}
# What ends a program; every other signal is the program's own business and is handed on without a stop.
FAULTS = ("SIGSEGV", "SIGABRT", "SIGFPE", "SIGILL", "SIGBUS")
KEPT = ("SIGSTOP", "SIGTRAP")
COMPARISON = re.compile(
    r"^\s*([A-Za-z_]\w*(?:\.\w+|->\w+)*)\s*(?:%\s*([1-9]\d*)\s*)?(==|!=|<=|>=|<|>)\s*(-?(?:0x[0-9a-fA-F]+|0|[1-9]\d*))\s*$"
)


def toolmark_at(frame, location, _arguments, _session):
    """Called by lldb at every arrival; what it returns says whether the program stays stopped."""
    return arrive(frame, location.GetBreakpoint().GetID())


def arrive(frame, number):
    JUDGED[number] = stop_number()

    def evaluate_here(expression):
        known = compared(frame, expression)
        return evaluated(frame, expression, 1000) if known is None else known

    def text_here(value):
        return str(value).lower() if isinstance(value, bool) else text(value)

    return POINTS.arrive(PLACES.get(number), frame.GetThread().GetThreadID(), evaluate_here, is_true, text_here)


def compared(frame, expression):
    """The usual condition, an integer compared with a number, without compiling it each time. None for everything else."""
    parts = COMPARISON.match(expression)
    value = frame.GetValueForVariablePath(parts.group(1)) if parts else lldb.SBValue()
    flags = value.GetType().GetCanonicalType().GetTypeFlags()
    if not value.IsValid() or value.GetError().Fail() or not flags & lldb.eTypeIsInteger:
        return None
    number, wanted = value.GetValueAsSigned(), int(parts.group(4), 0)
    # What C does with negative numbers here is left to C.
    if wanted < 0 and not flags & lldb.eTypeIsSigned or number < 0 and (parts.group(2) or not flags & lldb.eTypeIsSigned):
        return None
    number = number % int(parts.group(2)) if parts.group(2) else number
    return OPERATORS[parts.group(3)](number, wanted)


def stop_number():
    return the_process().GetStopID(False)


def arrive_now(frame, numbers):
    """Whether the program stays at breakpoints about which lldb has not asked; None where it stands at none.

    A breakpoint that is set while the program runs is in the program before lldb itself knows it: who comes to it meanwhile is
    stopped by a trap that nobody explains, or by a breakpoint that has nobody to ask yet.
    """
    here = [(of_frame(frame), number) for number in numbers]
    here += [(each, number) for each in trapped_frames() for number in numbers_at(each.GetPC())]
    missed = [(each, number) for each, number in here if number in PLACES and JUDGED.get(number) != stop_number()]
    stops = [arrive(each, number) for each, number in missed]
    return any(stops) or len(missed) < len(here) if here else None


def trapped_frames():
    """Where threads stand whose stop lldb cannot explain. That a thread was asked to stop would be an explanation."""
    threads = list(the_process())
    has_none = all(thread.GetStopReason() in (lldb.eStopReasonNone, lldb.eStopReasonInvalid) for thread in threads)
    return [thread.GetFrameAtIndex(0) for thread in threads if has_none or signal_of(thread) == "SIGTRAP"]


def signal_of(thread):
    if thread.GetStopReason() != lldb.eStopReasonSignal:
        return None
    return the_process().GetUnixSignals().GetSignalAsCString(thread.GetStopReasonDataAtIndex(0))


def numbers_at(address):
    found = [(number, the_target().FindBreakpointByID(number)) for number in PLACES]
    return [number for number, breakpoint in found if any(each.GetLoadAddress() == address for each in breakpoint)]


def is_true(value):
    if isinstance(value, bool):
        return value
    plain = value.GetValue() or "0"
    return plain not in ("false", "0", "0x0000000000000000") and (value.GetValueAsUnsigned() != 0 or "." in plain)


def set_breakpoints(file, wanted):
    """All of a file from now on. Several at one line share one breakpoint of lldb, which asks each of them."""
    target = the_target()
    by_line = {}
    for point in wanted:
        by_line.setdefault(point["line"], []).append(point)
    for line, number in list(BREAKPOINTS.get(file, {}).items()):
        if line not in by_line:
            target.BreakpointDelete(number)
            POINTS.define("%s:%d" % (file, line), [])
            PLACES.pop(number, None)
            del BREAKPOINTS[file][line]
    found = []
    for line, points in by_line.items():
        place = "%s:%d" % (file, line)
        POINTS.define(place, points)
        number = BREAKPOINTS.setdefault(file, {}).get(line)
        if number is None:
            breakpoint = target.BreakpointCreateByLocation(file, line)
            number = breakpoint.GetID()
            BREAKPOINTS[file][line] = number
            PLACES[number] = place
            breakpoint.SetScriptCallbackFunction("_toolmark_debug.toolmark_at")
            # The adapter tells about breakpoints of this name when they are bound later.
            breakpoint.AddName("dap")
        told = bound(number)
        if not told["isBound"]:
            told["nearest"] = nearest_line(file, line)
        found.extend(dict(told, id=point["id"]) for point in points)
    return found


def bound(number):
    breakpoint = the_target().FindBreakpointByID(number)
    for location in breakpoint:
        address = location.GetAddress()
        entry = address.GetLineEntry()
        if entry.IsValid():
            return {
                "isBound": True,
                "file": str(entry.GetFileSpec()),
                "line": entry.GetLine(),
                "column": entry.GetColumn() or None,
                "functionName": address.GetFunction().GetName(),
                "moduleName": address.GetModule().GetFileSpec().GetFilename(),
            }
    return {"isBound": False}


def nearest_line(file, line):
    """Behind the wanted line if there is code, else before it; None where nothing is known of the file."""
    lines = set()
    for module in loaded_modules():
        for index in range(module.GetNumCompileUnits() if not module_path(module).startswith(SYSTEM) else 0):
            unit = module.GetCompileUnitAtIndex(index)
            lines.update(entry.GetLine() for entry in unit if entry.GetLine() and str(entry.GetFileSpec()) == file)
    behind = [each for each in lines if each >= line]
    return min(behind) if behind else max(lines) if lines else None


def set_faults(stops):
    signals = the_process().GetUnixSignals()
    for index in range(signals.GetNumSignals()):
        number = signals.GetSignalAtIndex(index)
        name = signals.GetSignalAsCString(number)
        if name not in KEPT:
            signals.SetShouldStop(number, stops and name in FAULTS)
            signals.SetShouldSuppress(number, False)


def hold_at_main():
    """A breakpoint for once; None where no `main` is known."""
    breakpoint = the_target().BreakpointCreateByName("main", the_target().GetExecutable().GetFilename())
    breakpoint.SetOneShot(True)
    return breakpoint.GetID() if breakpoint.GetNumLocations() else None


def read_memory(address, size):
    process, problem, data = the_process(), lldb.SBError(), b""
    address = int(address, 0)
    while len(data) < size:
        at = address + len(data)
        most = min(size - len(data), 4096 - at % 4096)
        part = process.ReadMemory(at, most, problem)
        if problem.Fail() or not part:
            break
        data += part
    if not data:
        raise Problem("INVALID_ADDRESS", "Nothing is mapped at %s." % hex(address))
    short = None if len(data) == size else "Nothing is mapped from %s on." % hex(address + len(data))
    return {"bytes": data.hex(), "problem": short}
