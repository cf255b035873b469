"""Connects the helper. The server appends a call of `start` with its port and token."""
import atexit
import importlib.util

CHANNEL = [None]
POINTS = None
__toolmark__ = True


def code_lines(file):
    """The lines with code, in order."""
    with open(file, "rb") as source:
        todo, lines = [compile(source.read(), file, "exec", dont_inherit=True)], set()
    while todo:
        code = todo.pop()
        lines.update(line for _, line in dis.findlinestarts(code) if line)
        todo.extend(part for part in code.co_consts if isinstance(part, types.CodeType))
    return sorted(lines)


def module_file(name, folder):
    """The file that `python -m name` runs in a folder; None if there is none."""
    sys.path.insert(0, folder)
    try:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            spec = importlib.util.find_spec(name + ".__main__")
    except ImportError:
        spec = None
    finally:
        sys.path.remove(folder)
    return None if spec is None else spec.origin


def disable_nagle():
    """Disables Nagle's algorithm, which would delay each of debugpy's small writes by 40 milliseconds."""
    try:
        import pydevd

        pydevd.get_global_debugger().writer.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except Exception:
        # Another version of debugpy keeps its socket elsewhere; accept the delay.
        pass


def about():
    return {"pid": CHANNEL[0].pid, "executable": sys.executable, "version": sys.version.split()[0]}


def stop():
    CHANNEL[0].close()
    forget_stop()
    filter_exceptions(None)
    sys.modules.pop("_toolmark_debug", None)


def start(port, token):
    global POINTS
    methods = {
        "about": about,
        "lines": code_lines,
        "moduleFile": module_file,
        "variables": variables,
        "arguments": arguments,
        "children": children,
        "exception": exception,
        "isException": is_exception,
        "modules": modules,
        "sources": sources,
        "types": types_in,
        "members": members,
        "layout": layout,
        "buffer": buffer_of,
        "identity": identity,
        "references": references,
        "complete": complete,
    }
    immediate = {
        "define": lambda place, points: POINTS.define(place, points),
        "forget": lambda ids: POINTS.forget(ids),
        "forgetStop": forget_stop,
        "interrupt": interrupt,
        "enter": enter,
        "filterExceptions": filter_exceptions,
        "stop": stop,
    }
    CHANNEL[0] = Channel(port, token, methods, immediate)
    POINTS = Points(CHANNEL[0].send)
    atexit.register(POINTS.tell_passed)
    disable_nagle()
