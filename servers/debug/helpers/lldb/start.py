"""Connects the helper. The server appends a call of `start` with its port and token."""
import lldb

CHANNEL = [None]
POINTS = None


def about():
    load_rust_formatters()
    process = the_process()
    version = lldb.SBDebugger.GetVersionString().split("\n")[0]
    return {"pid": process.GetProcessID(), "version": version, "executable": str(the_target().GetExecutable())}


def start(port, token):
    global POINTS
    methods = {
        "about": about,
        "setBreakpoints": set_breakpoints,
        "placeOf": lambda number: PLACES.get(number),
        "arriveNow": arrive_now,
        "setFaults": set_faults,
        "setThrows": set_throws,
        "holdAtMain": hold_at_main,
        "variables": variables,
        "arguments": arguments,
        "children": children,
        "evaluate": evaluate,
        "exception": exception,
        "isException": is_exception,
        "modules": modules,
        "sources": sources,
        "types": types_in,
        "members": members,
        "layout": layout,
        "identity": identity,
        "references": references,
        "readMemory": read_memory,
        "buffer": buffer_of,
        "complete": complete,
        "forgetStop": forget_stop,
        "passed": lambda: POINTS.tell_passed(),
    }
    CHANNEL[0] = Channel(port, token, methods, {"forget": lambda ids: POINTS.forget(ids)})
    POINTS = Points(CHANNEL[0].send)
