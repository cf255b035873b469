"""The memory layout of values: exact for ctypes and slots, estimated for attributes in a dictionary."""
import ctypes
import sys


def layout(target, frame):
    """Prefers a name in the frame to a class of the same name elsewhere."""
    held = of_frame(frame)
    space = dict(held.f_globals)
    space.update(held.f_locals)
    if target not in space:
        try:
            return layout_of(type_named(target), None)
        except Problem:
            pass
    try:
        value = eval(target, space)
    except Exception as problem:
        raise Problem("TYPE_NOT_FOUND", "%s is neither a class nor an expression that works here (%s)." % (target, problem))
    return layout_of(value, None) if isinstance(value, type) else layout_of(type(value), value)


def buffer_of(expression, size, frame):
    """The bytes of an object with a buffer: bytes, bytearray, array, memoryview, ctypes and numpy."""
    held = of_frame(frame)
    space = dict(held.f_globals)
    space.update(held.f_locals)
    try:
        value = eval(expression, space)
    except Exception as problem:
        raise Problem("INVALID_ADDRESS", "%s is neither an address nor an expression that works here (%s)." % (expression, problem))
    try:
        view = memoryview(value)
    except TypeError:
        raise Problem("INVALID_ADDRESS", "%s is of type %s, which has no buffer." % (expression, type_name(type(value))))
    data = view.tobytes()
    return {"address": None, "bytes": data[:size].hex(), "total": len(data)}


def layout_of(kind, value):
    pointer = ctypes.sizeof(ctypes.c_void_p)
    facts = {"typeName": type_name(kind), "headerSize": 2 * pointer, "isValueType": False, "isEstimated": False}
    facts["baseType"] = None if kind.__base__ in (None, object) else type_name(kind.__base__)
    if issubclass(kind, (ctypes.Structure, ctypes.Union)):
        return dict(facts, headerSize=0, isValueType=True, totalSize=ctypes.sizeof(kind), fields=ctypes_fields(kind))
    fields = []
    for owner in reversed(kind.__mro__):
        # CPython stores slots sorted by name, after the base class's fields.
        for position, name in enumerate(sorted(slot_names(owner))):
            offset = owner.__base__.__basicsize__ + position * pointer
            fields.append(reference_field(name, value, offset, pointer, owner))
    own = getattr(value, "__dict__", None) if value is not None else None
    total = kind.__basicsize__
    if isinstance(own, dict) and own:
        facts["isEstimated"] = True
        for position, name in enumerate(name for name in own if name != "__toolmark_serial__"):
            fields.append(reference_field(str(name), value, total + position * pointer, pointer, kind))
        total += len(own) * pointer
    elif value is None and kind.__dictoffset__:
        # Its methods assign attributes that only instances have.
        names = [name for owner in reversed(kind.__mro__) if owner is not object for name in instance_names(owner)]
        facts["isEstimated"] = True
        for position, name in enumerate(dict.fromkeys(names)):
            fields.append(reference_field(name, None, total + position * pointer, pointer, owner_of(kind, name)))
        total += len(dict.fromkeys(names)) * pointer
    elif value is not None and not fields:
        total, facts["isEstimated"] = sys.getsizeof(value), True
    return dict(facts, totalSize=total, fields=fields)


def instance_names(owner):
    # An annotation with a value is an attribute of the class, except in a dataclass.
    for name in owner.__dict__.get("__annotations__", {}):
        if name not in owner.__dict__ or hasattr(owner, "__dataclass_fields__"):
            yield name
    yield from assigned_fields(owner)


def owner_of(kind, name):
    return next(owner for owner in reversed(kind.__mro__) if owner is not object and name in set(instance_names(owner)))


def reference_field(name, value, offset, size, owner):
    held = dict(attributes(value)) if value is not None else {}
    return {
        "name": name,
        "typeName": type_name(type(held[name])) if name in held else "object",
        "offset": offset,
        "size": size,
        "alignment": size,
        "isReference": True,
        "declaringType": type_name(owner),
    }


def ctypes_fields(kind):
    found = []
    for owner in reversed(kind.__mro__):
        for entry in owner.__dict__.get("_fields_", ()):
            place, of = getattr(kind, entry[0]), entry[1]
            found.append(
                {
                    "name": entry[0],
                    "typeName": type_name(of),
                    "offset": place.offset,
                    "size": ctypes.sizeof(of),
                    "alignment": ctypes.alignment(of),
                    "isReference": issubclass(of, (ctypes._Pointer, ctypes.c_void_p, ctypes.c_char_p)),
                    "declaringType": type_name(owner),
                }
            )
    return found
