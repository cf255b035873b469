"""References between objects from the garbage collector, without those of the debugger."""
import gc
import sys
import types


def labelled(value):
    """The outgoing references of an object, with the expression for each."""
    for name, item in attributes(value):
        yield ".%s" % name, item, "field"
    for name, item, suffix in elements(value, 0, element_count(value)):
        yield suffix or name, item, "element"
    if isinstance(value, types.FunctionType):
        for name, cell in zip(value.__code__.co_freevars, value.__closure__ or ()):
            try:
                yield name, cell.cell_contents, "closure"
            except ValueError:
                continue


def references(ref, direction, most):
    value, _ = of_handle(ref)
    found = list(outbound(value) if direction == "outbound" else inbound(value))
    own = identity_of(value)
    listed = []
    for path, other, kind in found[:most]:
        there = identity_of(other)
        source, target = (own, there) if direction == "outbound" else (there, own)
        listed.append({"source": source, "target": target, "path": path, "kind": kind})
    return {"references": listed, "total": len(found)}


def outbound(value):
    seen = set()
    for path, item, kind in labelled(value):
        if not isinstance(item, (type(None), bool, int, float)):
            seen.add(id(item))
            yield path, item, kind
    for item in gc.get_referents(value):
        is_inside = id(item) in seen or item is getattr(value, "__dict__", None)
        if not is_inside and not isinstance(item, (type(None), bool, int, float)) and item is not type(value):
            seen.add(id(item))
            yield "(%s)" % type_name(type(item)), item, "internal"


def is_debuggers(referrer):
    if isinstance(referrer, types.FrameType):
        return is_own_file(referrer.f_code.co_filename)
    module = type(referrer).__module__
    return isinstance(module, str) and module.startswith(OWN_MODULES)


def inbound(value):
    mine = {id(HANDLES), id(FRAMES), id(EXCEPTIONS)}
    mine.update(id(entry) for entry in HANDLES.values())
    frames = every_frame()
    # Copies of frames' variables, created by debugpy and this helper.
    copies = {id(frame.f_locals) for frame in frames if frame.f_code.co_flags & 1}
    seen = set()
    for frame in frames:
        if not is_debuggers(frame) and frame.f_code.co_flags & 1:
            for name, item in list(frame.f_locals.items()):
                if item is value and not name.startswith("__"):
                    seen.add(id(frame))
                    yield "%s in %s" % (name, frame.f_code.co_name), frame, "root"
    for referrer in gc.get_referrers(value):
        if id(referrer) in mine or id(referrer) in copies or id(referrer) in seen or is_debuggers(referrer):
            continue
        if isinstance(referrer, types.FrameType) or type(referrer).__name__ in ("list_iterator", "tuple_iterator"):
            continue
        seen.add(id(referrer))
        path, owner, kind = described_referrer(referrer, value)
        if owner is not None:
            yield path, owner, kind


def every_frame():
    found, seen = [], set()
    starts = list(sys._current_frames().values()) + list(FRAMES.values())
    for frame in starts:
        while frame is not None and id(frame) not in seen:
            seen.add(id(frame))
            found.append(frame)
            frame = frame.f_back
    return found


def described_referrer(referrer, value):
    if isinstance(referrer, dict):
        return described_dict(referrer, value)
    if isinstance(referrer, types.CellType):
        for owner in gc.get_referrers(referrer):
            if isinstance(owner, tuple):
                for function in gc.get_referrers(owner):
                    if isinstance(function, types.FunctionType):
                        return "closure of %s" % function.__qualname__, function, "closure"
        return "a variable of a closure", referrer, "closure"
    for path, item, kind in labelled(referrer):
        if item is value:
            return path, referrer, kind
    return "(%s)" % type_name(type(referrer)), referrer, "internal"


def described_dict(space, value):
    name = next((key for key, item in list(space.items()) if item is value), None)
    if "__toolmark__" in space or isinstance(name, str) and name == "__exception__":
        return None, None, None
    for module_name, module in list(sys.modules.items()):
        if getattr(module, "__dict__", None) is space:
            is_own = module_name.startswith(OWN_MODULES)
            return (None, None, None) if is_own else ("%s.%s" % (module_name, name), module, "root")
    for owner in gc.get_referrers(space):
        if getattr(owner, "__dict__", None) is space:
            return (None, None, None) if is_debuggers(owner) else (".%s" % name, owner, "field")
    if "__name__" in space and "__builtins__" in space:
        return "%s.%s" % (space["__name__"], name), space, "root"
    return "[%s]" % printed(name) if name is not None else "(key)", space, "element"
