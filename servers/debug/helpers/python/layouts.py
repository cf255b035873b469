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
    elif value is not None and not fields:
        total, facts["isEstimated"] = sys.getsizeof(value), True
    return dict(facts, totalSize=total, fields=fields)


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
