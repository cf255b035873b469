"""Breakpoints and signals of the running program, and its memory."""
import re

import lldb

PLACES = {}
BREAKPOINTS = {}
# The last stop at which each breakpoint was evaluated.
JUDGED = {}
# Signals that end a program; all others are passed on without a stop.
FAULTS = ("SIGSEGV", "SIGABRT", "SIGFPE", "SIGILL", "SIGBUS")
KEPT = ("SIGSTOP", "SIGTRAP")
COMPARISON = re.compile(
    r"^\s*([A-Za-z_]\w*(?:\.\w+|->\w+)*)\s*(?:%\s*([1-9]\d*)\s*)?(==|!=|<=|>=|<|>)\s*(-?(?:0x[0-9a-fA-F]+|0|[1-9]\d*))\s*$"
)


def toolmark_at(frame, location, _arguments, _session):
    """Called by lldb at every hit; returns whether the program stays stopped."""
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
    """A fast path for the common condition, an integer compared with a number, without compiling it. None for other conditions."""
    parts = COMPARISON.match(expression)
    value = frame.GetValueForVariablePath(parts.group(1)) if parts else lldb.SBValue()
    flags = value.GetType().GetCanonicalType().GetTypeFlags()
    if not value.IsValid() or value.GetError().Fail() or not flags & lldb.eTypeIsInteger:
        return None
    number, wanted = value.GetValueAsSigned(), int(parts.group(4), 0)
    # Leave negative numbers to C, whose semantics differ.
    if wanted < 0 and not flags & lldb.eTypeIsSigned or number < 0 and (parts.group(2) or not flags & lldb.eTypeIsSigned):
        return None
    number = number % int(parts.group(2)) if parts.group(2) else number
    return OPERATORS[parts.group(3)](number, wanted)


def stop_number():
    return the_process().GetStopID(False)


def arrive_now(frame, numbers):
    """Whether the program stays at breakpoints that lldb has not evaluated; None if it is at none of ours, "throw" at a throw.

    A breakpoint set in a running program is active before lldb has registered it: a thread that hits it meanwhile is stopped by
    an unexplained trap, or by a breakpoint without a callback.
    """
    here = [(of_frame(frame), number) for number in numbers if number not in THROWS["numbers"]]
    here += [(each, number) for each in trapped_frames() for number in numbers_at(each.GetPC())]
    missed = [(each, number) for each, number in here if number in PLACES and JUDGED.get(number) != stop_number()]
    stops = [arrive(each, number) for each, number in missed]
    if here and (any(stops) or len(missed) < len(here)):
        return True
    return "throw" if set(THROWS["numbers"]) & set(numbers) else False if here else None


def trapped_frames():
    """The frames of threads whose stop lldb cannot explain. A requested stop counts as explained."""
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
    """Replaces all breakpoints of a file. Those on one line share one breakpoint of lldb, whose callback evaluates each."""
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
            # The adapter reports when breakpoints of this name are bound later.
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
    """The nearest line with code, after the requested one if possible; None if the file is unknown."""
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
    """A one-time breakpoint at `main`; None if there is no `main`."""
    breakpoint = the_target().BreakpointCreateByName("main", the_target().GetExecutable().GetFilename())
    breakpoint.SetOneShot(True)
    return breakpoint.GetID() if breakpoint.GetNumLocations() else None


def buffer_of(expression, size, frame):
    """The memory that a pointer points to, or that a variable is in."""
    value = evaluated(of_frame(frame), expression, 2000)
    kind = value.GetType()
    is_pointer = kind.IsPointerType() or kind.IsReferenceType()
    address = value.GetValueAsUnsigned() if is_pointer else value.GetLoadAddress()
    if address in (0, lldb.LLDB_INVALID_ADDRESS):
        raise Problem("INVALID_ADDRESS", "%s is not in memory." % expression)
    size = size if is_pointer else min(size, value.GetByteSize())
    return dict(read_memory(hex(address), size), address=hex(address), total=size)


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
