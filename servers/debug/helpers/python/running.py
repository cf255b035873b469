"""Code that runs in the program's own threads: breakpoint hits, frames, evaluation, exceptions."""
import json
import os
import sys
import sysconfig
import threading
import time
import traceback

EVALUATION = {"token": None, "ident": None, "interrupted_at": 0}
EVALUATION_LOCK = threading.Lock()
ENTRY = [None]
# Hide the debugger's own frames.
OWN_FILES = ("debugpy", "pydevd", "_pydev", "runpy.py", "<toolmark>", "<frozen")


def is_own_file(name):
    return any(part in name for part in OWN_FILES)


def thread_id():
    """The id by which debugpy reports this thread."""
    thread = threading.current_thread()
    try:
        from _pydevd_bundle._debug_adapter.pydevd_base_schema import BaseSchema

        return BaseSchema._obj_id_to_dap_id.get(thread.__pydevd_id__, 0)
    except Exception:
        return 0


def at(place):
    """The condition of every breakpoint: whether to stop here."""
    caller = sys._getframe(1)
    space, names = caller.f_globals, caller.f_locals

    def evaluate(expression):
        return eval(expression, space, names)

    is_entry = ENTRY[0] == place
    if is_entry:
        ENTRY[0] = None
    return POINTS.arrive(place, thread_id(), evaluate, bool, str) or is_entry


def enter(place):
    """Stops the program at the first hit."""
    ENTRY[0] = place


def real_frame(caller):
    """Finds the original frame: expressions run on a copy of its variables, called by the debugger from it."""
    while caller is not None:
        frame = caller.f_locals.get("frame")
        if type(frame).__name__ == "frame" and caller.f_code.co_name.startswith("evaluate"):
            return frame
        caller = caller.f_back
    return None


def hold(thread, wanted):
    """Runs in a stopped thread: stores its frames in the debugger's order, for later requests."""
    caller = sys._getframe(1)
    frame = top = real_frame(caller.f_back)
    raised = caller.f_globals.get("__exception__")
    if isinstance(raised, tuple) and len(raised) == 3 and isinstance(raised[1], BaseException):
        EXCEPTIONS["%d:0" % thread] = raised[1]
    for index, (name, path) in enumerate(json.loads(wanted)):
        # Skip frames that the debugger omits from its list.
        while frame is not None and frame is not top and not is_frame(frame, name, path):
            frame = frame.f_back
        if frame is None:
            return
        FRAMES["%d:%d" % (thread, index)] = frame
        frame = frame.f_back


def is_frame(frame, name, path):
    is_named = name.endswith(frame.f_code.co_name)
    return is_named and os.path.basename(path) == os.path.basename(frame.f_code.co_filename)


def run(token, text):
    """Runs in a stopped thread: evaluates an expression, and reports the result."""
    space = sys._getframe(1).f_globals
    with EVALUATION_LOCK:
        EVALUATION.update(token=token, ident=threading.get_ident(), interrupted_at=0)
    reply = {"event": "evaluated", "token": token}
    # Freeing the data of an interrupted evaluation may take long, and be interrupted again, even in an exception handler. With
    # nested handlers every position is covered; a loop would have an uncovered position between two iterations.
    try:
        try:
            try:
                tell_evaluated(reply, text, space)
                end_evaluation()
            except Interrupted:
                end_evaluation()
        except Interrupted:
            end_evaluation()
    except Interrupted:
        end_evaluation()
    if "result" not in reply:
        reply.setdefault("error", TOOK_TOO_LONG)
    CHANNEL[0].send(reply)


TOOK_TOO_LONG = {"code": "eval_timeout", "message": "The evaluation took too long and was interrupted."}


def tell_evaluated(reply, text, space):
    try:
        reply["result"] = described(text, evaluated(text, space), text)
    except Interrupted:
        reply["error"] = TOOK_TOO_LONG
    except Problem as problem:
        reply["error"] = {"code": problem.code, "message": str(problem), "details": problem.details}
    except BaseException as problem:
        reply["error"] = evaluation_error(text, problem)


def end_evaluation():
    """Absorbs a late interrupt, so that it does not reach the program."""
    while EVALUATION["token"] is not None:
        try:
            with EVALUATION_LOCK:
                EVALUATION["token"] = None
        except Interrupted:
            continue
    try:
        # A pending interrupt is delivered at a loop iteration. Cancelling it instead leaves CPython 3.11 in a busy loop.
        for _ in range(100):
            pass
    except Interrupted:
        pass


def evaluated(text, space):
    try:
        code = compile(text.strip(), "<expression>", "eval")
    except SyntaxError as problem:
        try:
            code = compile(text, "<expression>", "exec")
        except SyntaxError:
            # For an incomplete expression Python reports no position; use its end.
            position = problem.offset - 1 if problem.offset else len(text)
            raise Problem("syntax_error", "%s at position %d." % (problem.msg, position), position=position)
        exec(code, space)
        return None
    return eval(code, space)


def evaluation_error(text, problem):
    kind = type_name(type(problem))
    message = "%s: %s" % (kind, problem)
    if isinstance(problem, NameError) and getattr(problem, "name", "") in text and problem.__traceback__ is not None:
        return {"code": "variable_unavailable", "message": message, "details": {"exception_type": kind}}
    return {"code": "eval_exception", "message": message, "details": {"exception_type": kind}}


# Repeat the interrupt, because code may swallow it; but with a delay, because a second one would disturb the handler of the first.
INTERRUPT_AGAIN_S = 0.3


def interrupt(token):
    with EVALUATION_LOCK:
        if EVALUATION["token"] != token:
            return False
        now = time.monotonic()
        if now - EVALUATION["interrupted_at"] >= INTERRUPT_AGAIN_S:
            EVALUATION["interrupted_at"] = now
            interrupt_thread(EVALUATION["ident"])
        return True


def exception(frame):
    begin_request()
    raised = EXCEPTIONS.get(frame)
    if raised is None:
        return None
    return {
        "type": type_name(type(raised)),
        "message": text_of(str, raised, "str()"),
        "stackText": stack_text(raised, FRAMES.get(frame)),
        "inner": causes(raised),
        "throwingFrame": 0,
        "identity": "%s" % serial(raised),
    }


def stack_text(raised, frame):
    """The stack as Python prints it. For an exception that was just raised, it comes from the current stack."""
    lines = traceback.format_exception(type(raised), raised, raised.__traceback__)
    if raised.__traceback__ is None and frame is not None:
        own = traceback.format_exception_only(type(raised), raised)
        lines = lines[: -len(own)] + ["Traceback (most recent call last):\n"] + traceback.format_stack(frame) + own
    return "".join(line for line in lines if not (line.startswith("  File") and is_own_file(line.split("\n")[0])))


def serial(raised):
    """A unique number, because the next exception may reuse the address."""
    number = getattr(raised, "__toolmark_serial__", None)
    if number is None:
        COUNTER[0] += 1
        number = COUNTER[0]
        try:
            raised.__toolmark_serial__ = number
        except Exception:
            return hex(id(raised))
    return number


def causes(raised):
    found, seen, todo = [], {id(raised)}, [(raised, 0)]
    while todo:
        current, depth = todo.pop(0)
        cause = current.__cause__
        if cause is None and not current.__suppress_context__:
            cause = current.__context__
        for inner in ([] if cause is None else [cause]) + list(getattr(current, "exceptions", ())):
            if isinstance(inner, BaseException) and id(inner) not in seen:
                seen.add(id(inner))
                found.append({"type": type_name(type(inner)), "message": text_of(str, inner, "str()"), "depth": depth + 1})
                todo.append((inner, depth + 1))
    return found


def is_exception(frame, type, subtypes):
    raised = EXCEPTIONS.get(frame)
    return raised is not None and is_of_type(raised.__class__, type, subtypes)


def is_of_type(raised, type, subtypes):
    kinds = raised.__mro__ if subtypes else (raised,)
    return any(type in (kind.__name__, kind.__qualname__, "%s.%s" % (kind.__module__, kind.__qualname__)) for kind in kinds)


def filter_exceptions(types):
    """Lets the debugger stop only at exceptions of these types: each stop takes milliseconds. None removes the filter."""
    try:
        import pydevd

        debugger = pydevd.get_global_debugger()
        find = getattr(debugger, "toolmark_find", None) or debugger.get_exception_breakpoint
    except Exception:
        # Another version of debugpy finds them elsewhere; the server checks the types, too.
        return
    known = {}

    def is_wanted(raised):
        if raised not in known:
            known[raised] = types is None or any(is_of_type(raised, each["type"], each["includeSubtypes"]) for each in types)
        return known[raised]

    def find_wanted(raised, breakpoints):
        if not isinstance(raised, type) or not is_wanted(raised):
            return None
        # The standard library raises and catches many exceptions of its own. It is reported where it reaches other code.
        if breakpoints is not debugger.break_on_uncaught_exceptions and is_standard(raising_frame(sys._getframe(1))):
            return None
        return find(raised, breakpoints)

    debugger.toolmark_find = find
    debugger.get_exception_breakpoint = find_wanted


def raising_frame(frame):
    while frame is not None and is_own_file(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


STANDARD = sysconfig.get_paths()["stdlib"] + os.sep


def is_standard(frame):
    name = "<frozen" if frame is None else frame.f_code.co_filename
    return name.startswith("<frozen") or name.startswith(STANDARD) and "-packages" + os.sep not in name
