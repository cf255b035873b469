"""A uniform view of C++ exceptions and of signals that end a program."""
import re

import lldb

TYPEINFO = "typeinfo for "
THROWN = {}
# The codes of the C++ ABI for fundamental types.
FUNDAMENTAL = {
    "b": "bool", "c": "char", "a": "signed char", "h": "unsigned char", "s": "short", "t": "unsigned short", "i": "int",
    "j": "unsigned int", "l": "long", "m": "unsigned long", "x": "long long", "y": "unsigned long long", "f": "float",
    "d": "double", "e": "long double", "PKc": "char const*", "Pc": "char*", "Pv": "void*",
}


def pointer_at(address):
    problem = lldb.SBError()
    value = the_process().ReadPointerFromMemory(address, problem)
    return 0 if problem.Fail() else value


def symbol_at(address):
    return the_target().ResolveLoadAddress(address).GetSymbol()


def type_of_typeinfo(info):
    name = symbol_at(info).GetName() or ""
    if name.startswith(TYPEINFO):
        return name[len(TYPEINFO) :]
    problem = lldb.SBError()
    raw = the_process().ReadCStringFromMemory(pointer_at(info + 8), 512, problem)
    if raw in FUNDAMENTAL:
        return FUNDAMENTAL[raw]
    return re.sub(r"^(St)?\d+", lambda start: "std::" if start.group(1) else "", raw or "") or "unknown"


def bases_of_typeinfo(info):
    """Reads the base classes in the three forms of the C++ ABI."""
    family = symbol_at(pointer_at(info) - 16).GetName() or symbol_at(pointer_at(info)).GetName() or ""
    if "__si_class_type_info" in family:
        return [pointer_at(info + 16)]
    if "__vmi_class_type_info" in family:
        count = pointer_at(info + 16) >> 32
        return [pointer_at(info + 24 + 16 * index) for index in range(min(count, 64))]
    return []


def family_of(info):
    found, todo = [], [info]
    while todo and len(found) < 64:
        current = todo.pop(0)
        if current:
            found.append(type_of_typeinfo(current))
            todo.extend(bases_of_typeinfo(current))
    return found


# The breakpoint at every throw, the types to stop at, and whether each type seen so far is one of them, by its typeinfo.
THROWS = {"numbers": [], "types": None, "known": {}}
PANIC = "rust_panic"


def set_throws(stops, types):
    """Stops at throws of these types. The others are passed inside lldb: a stop of the program costs much more."""
    THROWS.update(types=types, known={})
    for number in [] if stops else THROWS["numbers"]:
        the_target().BreakpointDelete(number)
    if not stops:
        THROWS["numbers"] = []
    elif not THROWS["numbers"]:
        for name in ("__cxa_throw", PANIC):
            breakpoint = the_target().BreakpointCreateByName(name)
            breakpoint.SetScriptCallbackFunction("_toolmark_debug.toolmark_throw")
            THROWS["numbers"].append(breakpoint.GetID())


def toolmark_throw(frame, _location, _arguments, _session):
    """Called by lldb at every throw; returns whether the program stays stopped."""
    if THROWS["types"] is None:
        return True
    if is_panic(frame):
        return any(each["type"] == "panic" for each in THROWS["types"])
    info = register(frame, ("rsi", "x1"))
    known = THROWS["known"]
    if info not in known:
        family = family_of(info)
        known[info] = any(is_in_family(family, each["type"], each["includeSubtypes"]) for each in THROWS["types"])
    return known[info]


def is_in_family(family, type, subtypes):
    names = family if subtypes else family[:1]
    return any(type == name or name.endswith("::" + type) for name in names)


def frame_named(thread, name):
    for index in range(min(thread.GetNumFrames(), 64)):
        if (thread.GetFrameAtIndex(index).GetFunctionName() or "").startswith(name):
            return index
    return None


def thrown(thread):
    """(object, typeinfo, throwing frame, whether it may still be caught), or None."""
    throwing = frame_named(thread, "__cxa_throw")
    if throwing == 0:
        frame = thread.GetFrameAtIndex(0)
        given = [register(frame, names) for names in (("rdi", "x0"), ("rsi", "x1"))]
        return given[0], given[1], 1, True
    if throwing is None or thread.GetStopReason() != lldb.eStopReasonSignal:
        return None
    frame = thread.GetFrameAtIndex(0)
    try:
        code = "void *p = 0; ((void (*)(void **))_ZSt17current_exceptionv)(&p); (unsigned long)p"
        held = evaluated(frame, code, 2000).GetValueAsUnsigned()
        info = evaluated(frame, "(unsigned long)((void *(*)())__cxa_current_exception_type)()", 2000).GetValueAsUnsigned()
    except Problem:
        return None
    return (held, info, throwing + 1, False) if info else None


def register(frame, names):
    for name in names:
        value = frame.FindRegister(name)
        if value.IsValid():
            return value.GetValueAsUnsigned()
    return 0


def what_of(frame, held):
    """libstdc++ has no debug information here, so `what` is called through its slot in the virtual function table."""
    code = "((const char *(*)(void *))((*(void ***)%d)[2]))((void *)%d)" % (held, held)
    try:
        value = evaluated(frame, code, 2000)
    except Problem:
        return ""
    problem = lldb.SBError()
    return the_process().ReadCStringFromMemory(value.GetValueAsUnsigned(), 65536, problem) or ""


def stopped_thread(frame):
    return of_frame(frame).GetThread()


def is_panic(frame):
    return (frame.GetFunctionName() or "").split("(")[0].split("::")[-1] == PANIC


def panic(thread):
    """A panic of Rust, which catch_unwind may still catch. Its message has been printed to stderr before."""
    facts = {"type": "panic", "message": "The thread panicked; stderr has the message.", "isFirstChance": True, "inner": []}
    frames = [thread.GetFrameAtIndex(index) for index in range(min(thread.GetNumFrames(), 64))]
    own = [index for index, each in enumerate(frames) if is_own_source(each)]
    facts["identity"] = str(stop_number())
    return dict(facts, throwingFrame=own[0] if own else 0, stackText=stack_text(thread))


def is_own_source(frame):
    entry = frame.GetLineEntry()
    return entry.IsValid() and not str(entry.GetFileSpec()).startswith(("/rustc/", "/usr/"))


def exception(frame):
    thread = stopped_thread(frame)
    if is_panic(thread.GetFrameAtIndex(0)):
        return panic(thread)
    found = thrown(thread)
    if found is not None:
        held, info, throwing, is_first = found
        family = family_of(info)
        message = what_of(thread.GetFrameAtIndex(0), held) if "std::exception" in family else ""
        facts = {"type": family[0] if family else "unknown", "message": message}
        facts["identity"] = serial(thread, held, is_first)
        return dict(facts, isFirstChance=is_first, inner=[], throwingFrame=throwing, stackText=stack_text(thread))
    name = signal_of(thread)
    if name not in FAULTS:
        return None
    said = thread.GetStopDescription(256) or name
    message = said if said != "signal %s" % name else "The program received %s." % name
    facts = {"type": name, "message": message, "isFirstChance": False, "inner": [], "identity": None}
    return dict(facts, throwingFrame=first_with_source(thread), stackText=stack_text(thread))


def serial(thread, held, is_first):
    """The next exception may reuse the address; stop numbers are unique."""
    known = THROWN.get(thread.GetThreadID())
    if not is_first and known is not None and known[0] == held:
        return known[1]
    number = str(stop_number())
    THROWN[thread.GetThreadID()] = (held, number)
    return number


def first_with_source(thread):
    for index in range(min(thread.GetNumFrames(), 64)):
        if thread.GetFrameAtIndex(index).GetLineEntry().IsValid():
            return index
    return 0


def stack_text(thread):
    lines = []
    for index in range(min(thread.GetNumFrames(), 64)):
        frame = thread.GetFrameAtIndex(index)
        entry = frame.GetLineEntry()
        place = "%s:%d" % (entry.GetFileSpec(), entry.GetLine()) if entry.IsValid() else hex(frame.GetPC())
        lines.append("  at %s (%s)" % (frame.GetFunctionName() or "??", place))
    return "\n".join(lines)


def is_exception(frame, type, subtypes):
    found = thrown(stopped_thread(frame))
    if found is None:
        facts = exception(frame)
        return facts is not None and type == facts["type"]
    return is_in_family(family_of(found[1]), type, subtypes)
