"""Describes Python values."""
import sys
import threading
import time
import types

SCALARS = (type(None), bool, int, float, complex, str, bytes)
HANDLES = {}
FRAMES = {}
EXCEPTIONS = {}
COUNTER = [0]


def forget_stop():
    """Frames and values belong to one stop."""
    HANDLES.clear()
    FRAMES.clear()
    EXCEPTIONS.clear()


def type_name(kind):
    module = getattr(kind, "__module__", None)
    name = getattr(kind, "__qualname__", None) or getattr(kind, "__name__", str(kind))
    return name if module in (None, "builtins", "__main__") else "%s.%s" % (module, name)


# A slow __repr__ must not use up the time of the other variables of its frame.
MOST_SECONDS = 0.5
LEAST_SECONDS = 0.02
REQUEST_SECONDS = 4
REQUEST = {"ends": 0.0}


def begin_request():
    REQUEST["ends"] = time.monotonic() + REQUEST_SECONDS


def printed(value):
    return text_of(repr, value, "repr()")


def text_of(convert, value, name):
    """The text of a value. In a thread of ours it has a time limit; in the program's, the evaluation has one."""
    is_own = getattr(threading.current_thread(), "pydev_do_not_trace", False)
    if not is_own or isinstance(value, SCALARS):
        return converted(convert, value, name)
    seconds = max(LEAST_SECONDS, min(MOST_SECONDS, REQUEST["ends"] - time.monotonic()))
    found = []

    def convert_aside():
        try:
            found.append(converted(convert, value, name))
        except Interrupted:
            pass

    thread = own_thread(convert_aside)
    thread.join(seconds)
    if found:
        return found[0]
    interrupt_thread(thread.ident)
    return "<%s whose %s took longer than %.2f s>" % (type_name(type(value)), name, seconds)


def converted(convert, value, name):
    try:
        return convert(value)
    except Exception as problem:
        return "<%s whose %s failed: %s>" % (type_name(type(value)), name, type(problem).__name__)


def slot_names(kind):
    """The attribute names of a class's slots, with private names mangled."""
    slots = kind.__dict__.get("__slots__", ())
    slots = (slots,) if isinstance(slots, str) else slots
    for name in slots:
        if name in ("__dict__", "__weakref__"):
            continue
        yield "_%s%s" % (kind.__name__.lstrip("_"), name) if name.startswith("__") and not name.endswith("__") else name


def attributes(value):
    """An object's own attributes; calls no properties."""
    held = getattr(value, "__dict__", None)
    found = []
    if isinstance(held, (dict, types.MappingProxyType)):
        is_space = isinstance(value, (type, types.ModuleType))
        for name, item in list(held.items()):
            is_hidden = is_space and str(name).startswith("__") and str(name).endswith("__")
            if isinstance(name, str) and not is_hidden and name != "__toolmark_serial__":
                found.append((name, item))
    if not isinstance(value, type):
        for kind in type(value).__mro__:
            for name in slot_names(kind):
                try:
                    found.append((name, object.__getattribute__(value, name)))
                except AttributeError:
                    continue
    if isinstance(value, BaseException):
        found.append(("args", value.args))
        for name in ("__cause__", "__context__"):
            if getattr(value, name) is not None:
                found.append((name, getattr(value, name)))
    return found


def elements(value, start, count):
    """The requested items of a container: (name, value, expression suffix or None)."""
    stop = start + count
    if isinstance(value, dict):
        for index, key in enumerate(list(value)[start:stop]):
            has_path = isinstance(key, (str, int, float, bool, bytes, type(None)))
            yield printed(key), dict.get(value, key), "[%s]" % printed(key) if has_path else None
    elif isinstance(value, (list, tuple, range)) or type(value).__name__ in ("deque", "array"):
        for index in range(start, min(stop, len(value))):
            yield "[%d]" % index, value[index], "[%d]" % index
    elif isinstance(value, (set, frozenset)):
        for index, item in enumerate(list(value)[start:stop]):
            yield "{%d}" % (start + index), item, None


def element_count(value):
    is_container = isinstance(value, (dict, list, tuple, range, set, frozenset))
    return len(value) if is_container or type(value).__name__ in ("deque", "array") else 0


def child_count(value):
    return 0 if isinstance(value, SCALARS) else element_count(value) + len(attributes(value))


def handle(value, path):
    COUNTER[0] += 1
    name = "p%d" % COUNTER[0]
    HANDLES[name] = (value, path)
    return name


def described(name, value, path=None, scope=None):
    facts = {
        "name": name,
        "type": type_name(type(value)),
        "value": printed(value),
        "childCount": child_count(value),
        "ref": None if isinstance(value, SCALARS) else handle(value, path),
    }
    if scope is not None:
        facts["scope"] = scope
        facts["path"] = path
    return facts


def of_handle(ref):
    if ref not in HANDLES:
        raise Problem("INVALID_REFERENCE", "This value is of an earlier stop. Ask for the variables again.")
    return HANDLES[ref]


def children(ref, start, count):
    begin_request()
    value, path = of_handle(ref)
    inner = "(%s)" % path if path and not path.replace("_", "a").replace(".", "a").isalnum() else path
    in_container = element_count(value)
    found = []
    for name, item, suffix in elements(value, start, count):
        found.append(described(name, item, inner + suffix if inner and suffix else None, "element"))
    rest = start + count - max(start, in_container)
    if rest > 0:
        skip = max(0, start - in_container)
        for name, item in attributes(value)[skip : skip + rest]:
            has_path = inner and name.isidentifier()
            found.append(described(name, item, "%s.%s" % (inner, name) if has_path else None, "field"))
    return found


def argument_names(code):
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & 4) + bool(code.co_flags & 8)
    return code.co_varnames[:count]


def frame_variables(frame):
    code = frame.f_code
    is_module = code.co_name == "<module>"
    names = argument_names(code)
    values = frame.f_locals
    found = []
    for position, name in enumerate(names):
        if name in values:
            is_this = position == 0 and name in ("self", "cls")
            found.append(described(name, values[name], name, "this" if is_this else "argument"))
    for name, value in list(values.items()):
        is_hidden = name in names or name.startswith("__") and name.endswith("__") or name.startswith(".")
        if not is_hidden and not (is_module and isinstance(value, types.ModuleType)):
            found.append(described(name, value, name, "closure" if name in code.co_freevars else "local"))
    if not is_module:
        boring = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type)
        for name in code.co_names:
            value = frame.f_globals.get(name, sys)
            if not isinstance(value, boring) and name not in values:
                found.append(described(name, value, name, "module"))
    return found


def of_frame(key):
    if key not in FRAMES:
        raise Problem("INVALID_FRAME", "This frame is of an earlier stop. Ask for the stack again.")
    return FRAMES[key]


def variables(frame):
    begin_request()
    return frame_variables(of_frame(frame))


def arguments(frame):
    begin_request()
    return [facts for facts in frame_variables(of_frame(frame)) if facts["scope"] in ("argument", "this")]


def identity(ref):
    return identity_of(of_handle(ref)[0])


def identity_of(value):
    try:
        size = sys.getsizeof(value)
    except Exception:
        size = None
    return {"address": hex(id(value)), "typeName": type_name(type(value)), "size": size, "isNull": value is None}
