"""Modules, types, members and completions."""
import ctypes
import dis
import enum
import inspect
import os
import sys
import sysconfig
import types
import typing

LIBRARIES = tuple(
    {os.path.realpath(path) + os.sep for key, path in sysconfig.get_paths().items() if key in ("stdlib", "platstdlib")}
    | {os.path.realpath(path) + os.sep for path in sys.path if path.endswith(("site-packages", "dist-packages"))}
)
OWN_MODULES = ("debugpy", "pydevd", "_pydev", "_toolmark", "pydev", "attach_pid_injected")


def loaded_modules():
    for name, module in sorted(list(sys.modules.items())):
        if isinstance(module, types.ModuleType) and not name.startswith(OWN_MODULES):
            yield name, module


def source_of(module):
    path = getattr(module, "__file__", None)
    return os.path.realpath(path) if isinstance(path, str) else None


def modules():
    found = []
    for name, module in loaded_modules():
        path = source_of(module)
        version = getattr(module, "__version__", None)
        has_source = path is not None and path.endswith(".py") and os.path.exists(path)
        found.append(
            {
                "name": name,
                "path": path,
                "version": version if isinstance(version, str) else None,
                "isSystem": path is None or path.startswith(LIBRARIES),
                "hasSymbols": has_source,
                "symbolDetail": "source file" if has_source else "built in, without Python source",
            }
        )
    return found


def sources():
    paths = {source_of(module) for _, module in loaded_modules()}
    return sorted(path for path in paths if path and path.endswith(".py") and os.path.exists(path))


def module_named(wanted):
    for name, module in loaded_modules():
        path = source_of(module)
        if wanted == name or path is not None and wanted in (path, os.path.basename(path)):
            return module
    raise Problem("MODULE_NOT_FOUND", "No module %s is loaded. List the modules to see which are." % wanted)


def kind_of(kind):
    if issubclass(kind, enum.Enum):
        return "enum"
    if issubclass(kind, ctypes.Structure):
        return "struct"
    if issubclass(kind, ctypes.Union):
        return "union"
    return "interface" if getattr(kind, "_is_protocol", False) else "class"


def visibility_of(name, inner):
    if name.startswith("__") and not name.endswith("__"):
        return "private"
    return inner if name.startswith("_") and not name.startswith("__") else "public"


def classes_in(module):
    found, todo = {}, [(module.__name__, vars(module))]
    while todo:
        _, names = todo.pop()
        for value in list(names.values()):
            if isinstance(value, type) and value.__module__ == module.__name__ and value.__qualname__ not in found:
                found[value.__qualname__] = value
                todo.append((value.__qualname__, vars(value)))
    return [found[name] for name in sorted(found)]


def types_in(module):
    owner = module_named(module)
    return [
        {
            "name": kind.__name__,
            "fullName": "%s.%s" % (kind.__module__, kind.__qualname__),
            "namespace": kind.__module__,
            "kind": kind_of(kind),
            "visibility": visibility_of(kind.__name__, "internal"),
            "baseType": None if kind.__base__ in (None, object) else type_name(kind.__base__),
            "isGeneric": bool(getattr(kind, "__parameters__", ())),
            "isAbstract": inspect.isabstract(kind),
        }
        for kind in classes_in(owner)
    ]


def type_named(name, module=None):
    owners = [module_named(module)] if module else [found for _, found in loaded_modules()]
    # Prefer the program's own type to a library's of the same name.
    owners.sort(key=lambda owner: (source_of(owner) or LIBRARIES[0]).startswith(LIBRARIES))
    for owner in owners:
        for kind in classes_in(owner):
            if name in (kind.__qualname__, "%s.%s" % (kind.__module__, kind.__qualname__), kind.__name__):
                return kind
    raise Problem("TYPE_NOT_FOUND", "No class %s is loaded. Search the modules for its name." % name)


def annotation(value):
    if value in (None, inspect.Signature.empty):
        return None
    return value if isinstance(value, str) else type_name(value) if isinstance(value, type) else str(value)


def member(kind, name, value, owner, declared):
    facts = {"name": name, "visibility": visibility_of(name, "protected"), "type": None, "signature": None}
    facts["isStatic"] = isinstance(value, (staticmethod, classmethod))
    called = value.__func__ if facts["isStatic"] else value
    if inspect.isroutine(called) or isinstance(called, types.FunctionType):
        try:
            signature = inspect.signature(called)
            facts.update(signature="%s%s" % (name, signature), type=annotation(signature.return_annotation))
        except (TypeError, ValueError):
            facts["signature"] = "%s(...)" % name
        facts["kind"] = "method"
    elif isinstance(value, property):
        facts.update(kind="property", type=annotation(getattr(value.fget, "__annotations__", {}).get("return")))
    else:
        is_slot = isinstance(value, types.MemberDescriptorType)
        own = None if is_slot or value is DECLARED else type_name(type(value))
        facts.update(kind="field", type=annotation(declared.get(name)) or own, isStatic=not is_slot and value is not DECLARED)
    facts["inheritedFrom"] = None if owner is kind else type_name(owner)
    return facts


DECLARED = object()


def assigned_fields(owner):
    """Attributes that the class's own methods assign to their first argument."""
    for value in list(vars(owner).values()):
        if isinstance(value, types.FunctionType) and value.__code__.co_argcount:
            first, before = value.__code__.co_varnames[0], None
            for step in dis.get_instructions(value.__code__):
                is_self = before is not None and before.opname.startswith("LOAD_FAST") and before.argval == first
                if step.opname == "STORE_ATTR" and is_self:
                    yield step.argval
                before = step


def members(type, module):
    kind = type_named(type, module)
    found, seen = [], set()
    for owner in kind.__mro__:
        if owner is object:
            continue
        declared = dict(owner.__dict__.get("__annotations__", {}))
        names = dict(vars(owner))
        for name in list(declared) + list(assigned_fields(owner)):
            names.setdefault(name, DECLARED)
        for name, value in names.items():
            is_noise = name in ("__dict__", "__weakref__", "__module__", "__doc__", "__slots__", "__annotations__")
            if name not in seen and not is_noise and not name.startswith(("__abstract", "_abc_", "__parameters__", "__static", "__first")):
                seen.add(name)
                found.append(member(kind, name, value, owner, declared))
    return {"type": type_name(kind), "members": found}


def complete(frame, beginning):
    held = of_frame(frame)
    head, dot, tail = beginning.rpartition(".")
    if not dot:
        import builtins

        names = set(held.f_locals) | set(held.f_globals) | set(dir(builtins))
    elif all(part.isidentifier() for part in head.split(".")):
        first, *rest = head.split(".")
        space = dict(held.f_globals)
        space.update(held.f_locals)
        value = space.get(first, DECLARED)
        for name in rest:
            value = dict(attributes(value)).get(name, DECLARED)
        names = [] if value is DECLARED else dir(value)
    else:
        names = []
    return sorted(name for name in names if name.startswith(tail) and not name.startswith("__toolmark"))
