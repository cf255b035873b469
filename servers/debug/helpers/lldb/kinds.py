"""Modules, types, members and layouts, from the debug information."""
import os
import re
import tempfile

import lldb

TYPE_KINDS = {
    lldb.eTypeClassClass: "class",
    lldb.eTypeClassStruct: "struct",
    lldb.eTypeClassUnion: "union",
    lldb.eTypeClassEnumeration: "enum",
    lldb.eTypeClassTypedef: "alias",
}
SYSTEM = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/System/", "[")
OWN = os.path.join(tempfile.gettempdir(), "lldb", "")


def module_path(module):
    spec = module.GetFileSpec()
    return os.path.join(spec.GetDirectory() or "", spec.GetFilename() or "")


def loaded_modules():
    """The modules without those that lldb itself adds to call functions."""
    for module in the_target().module_iter():
        path = module_path(module)
        if not os.path.basename(path).startswith(("__lldb", "_$__lldb")) and not path.startswith(OWN):
            yield module


def modules():
    target, found = the_target(), []
    for module in loaded_modules():
        path = module_path(module)
        header = module.GetObjectFileHeaderAddress().GetLoadAddress(target)
        units = module.GetNumCompileUnits()
        sizes = [section.GetByteSize() for section in module.section_iter()]
        version = ".".join(str(part) for part in module.GetVersion() or [] if part not in (None, 4294967295))
        found.append(
            {
                "name": module.GetFileSpec().GetFilename() or path,
                "path": path or None,
                "version": version or None,
                "isSystem": path.startswith(SYSTEM) or not path,
                "hasSymbols": units > 0,
                "symbolDetail": "debug information of %d files" % units if units else "symbol table only, no debug information",
                "baseAddress": None if header == lldb.LLDB_INVALID_ADDRESS else str(header),
                "size": sum(sizes) or None,
            }
        )
    return found


def sources():
    found = set()
    for module in loaded_modules():
        for index in range(module.GetNumCompileUnits()):
            unit = module.GetCompileUnitAtIndex(index)
            for position in range(unit.GetNumSupportFiles()):
                found.add(str(unit.GetSupportFileAtIndex(position)))
            found.add(str(unit.GetFileSpec()))
    return sorted(path for path in found if os.path.isabs(path) and not path.endswith(".expr") and os.path.exists(path))


def module_named(wanted):
    for module in loaded_modules():
        path = module_path(module)
        if wanted in (path, os.path.basename(path), os.path.basename(path).split(".so")[0]):
            return module
    raise Problem("MODULE_NOT_FOUND", "No module %s is loaded. List the modules to see which are." % wanted)


def namespace_of(name):
    """The namespace of a full name: template arguments, which may contain other namespaces, are removed first."""
    bare, depth = "", 0
    for letter in name:
        depth += (letter == "<") - (letter == ">")
        bare += letter if depth == 0 and letter != ">" else ""
    return bare.rpartition("::")[0]


def types_in(module):
    owner, found = module_named(module), {}
    for kind in owner.GetTypes():
        name = kind.GetName()
        label = TYPE_KINDS.get(kind.GetTypeClass())
        if not name or label is None or name in found:
            continue
        space = namespace_of(name)
        base = kind.GetDirectBaseClassAtIndex(0).GetName() if kind.GetNumberOfDirectBaseClasses() else None
        found[name] = {
            "name": name[len(space) + 2 :] if space else name,
            "fullName": name,
            "namespace": space,
            "kind": label,
            "visibility": "public",
            "baseType": base or (kind.GetTypedefedType().GetName() if label == "alias" else None),
            "isGeneric": kind.GetNumberOfTemplateArguments() > 0,
            "isAbstract": kind.IsPolymorphicClass() and " = 0;" in description_of(kind),
        }
    return [found[name] for name in sorted(found)]


def type_named(name, module=None):
    name = re.sub(r"^(struct|class|union|enum)\s+", "", name.strip())
    owner = module_named(module) if module else the_target()
    kind = owner.FindFirstType(name)
    if not kind.IsValid():
        raise Problem("TYPE_NOT_FOUND", "No type %s is known. Search the modules for its name." % name)
    return kind.GetCanonicalType()


def description_of(kind):
    stream = lldb.SBStream()
    kind.GetDescription(stream, lldb.eDescriptionLevelVerbose)
    return stream.GetData() or ""


def accesses_of(kind):
    """lldb exposes the access of a member only in the text of the declaration."""
    is_class = kind.GetTypeClass() == lldb.eTypeClassClass
    access, found = "private" if is_class else "public", {}
    for line in description_of(kind).split("\n"):
        mark = re.match(r"^\s*(public|protected|private):", line)
        if mark:
            access = mark.group(1)
        name = re.search(r"([~\w]+)\s*(\(|;|\[|:\s*\d+;)", line)
        if name:
            found.setdefault(name.group(1), (access, "static " in line, line.strip()))
    return found


def members_of(kind, inherited_from=None):
    if kind.GetTypeClass() == lldb.eTypeClassEnumeration:
        names = [kind.GetEnumMembers().GetTypeEnumMemberAtIndex(at).GetName() for at in range(kind.GetEnumMembers().GetSize())]
        return [member("field", name, kind.GetName(), None, {}, inherited_from, True) for name in names]
    accesses, found = accesses_of(kind), []
    for field in kind.fields:
        found.append(member("field", field.GetName(), field.GetType().GetName(), None, accesses, inherited_from, False))
    for name, (_, is_static, line) in accesses.items():
        if is_static and "(" not in line:
            declared = re.sub(r"^static\s+", "", line.rstrip(";")).rpartition(name)[0].strip()
            # lldb does not know the access of these.
            found.append(member("field", name, declared, None, {}, inherited_from, True))
    for index in range(kind.GetNumberOfMemberFunctions()):
        function = kind.GetMemberFunctionAtIndex(index)
        result = function.GetReturnType().GetName()
        given = [function.GetArgumentTypeAtIndex(at).GetName() for at in range(function.GetNumberOfArguments())]
        is_maker = function.GetKind() in (lldb.eMemberFunctionKindConstructor, lldb.eMemberFunctionKindDestructor)
        begins = "" if is_maker else "%s " % (result or "void")
        signature = "%s%s(%s)" % (begins, function.GetName(), ", ".join(map(str, given)))
        is_static = function.GetKind() == lldb.eMemberFunctionKindStaticMethod
        found.append(member("method", function.GetName(), result, signature, accesses, inherited_from, is_static))
    for index in range(kind.GetNumberOfDirectBaseClasses()):
        base = kind.GetDirectBaseClassAtIndex(index).GetType()
        found.extend(members_of(base, base.GetName()))
    return found


def member(kind, name, of, signature, accesses, inherited_from, is_static):
    return {
        "kind": kind,
        "name": name or "(anonymous)",
        "type": of,
        "signature": signature,
        "visibility": accesses.get(name, ("public",))[0],
        "isStatic": is_static,
        "inheritedFrom": inherited_from,
    }


def members(type, module):
    kind = type_named(type, module)
    return {"type": kind.GetName(), "members": members_of(kind)}


def type_meant(target, frame):
    """Looks for a variable of the frame first, then for a type, then evaluates an expression."""
    variable = frame.GetValueForVariablePath(target) if A_PATH.match(target) else lldb.SBValue()
    if variable.IsValid() and variable.GetError().Success():
        return variable.GetType()
    try:
        return type_named(target)
    except Problem:
        pass
    try:
        return evaluated(frame, target, 5000).GetType()
    except Problem as problem:
        message = "%s is neither a type nor an expression that works here (%s)." % (target, problem)
        raise Problem("TYPE_NOT_FOUND", message)


def layout(target, frame):
    kind = type_meant(target, of_frame(frame)).GetCanonicalType()
    if kind.IsPointerType() or kind.IsReferenceType():
        kind = kind.GetPointeeType().GetCanonicalType()
    bases = kind.GetNumberOfDirectBaseClasses()
    return {
        "typeName": kind.GetUnqualifiedType().GetName(),
        "totalSize": kind.GetByteSize(),
        # The virtual function table pointer comes first.
        "headerSize": the_target().GetAddressByteSize() if kind.IsPolymorphicClass() else 0,
        "isValueType": True,
        "baseType": kind.GetDirectBaseClassAtIndex(0).GetName() if bases else None,
        "isEstimated": False,
        "fields": sorted(fields_of(kind, 0), key=lambda field: field["offset"]),
    }


def fields_of(kind, start):
    for index in range(kind.GetNumberOfDirectBaseClasses()):
        base = kind.GetDirectBaseClassAtIndex(index)
        yield from fields_of(base.GetType().GetCanonicalType(), start + base.GetOffsetInBytes())
    for field in kind.fields:
        of = field.GetType().GetCanonicalType()
        yield {
            "name": field.GetName() or "(anonymous)",
            "typeName": field.GetType().GetName(),
            "offset": start + field.GetOffsetInBytes(),
            "size": of.GetByteSize(),
            "alignment": alignment_of(of),
            "isReference": of.IsPointerType() or of.IsReferenceType(),
            "declaringType": kind.GetUnqualifiedType().GetName(),
        }


def alignment_of(kind):
    if hasattr(kind, "GetByteAlign") and kind.GetByteAlign():
        return kind.GetByteAlign()
    if kind.IsArrayType():
        return alignment_of(kind.GetArrayElementType().GetCanonicalType())
    inner = [alignment_of(field.GetType().GetCanonicalType()) for field in kind.fields]
    return max(inner) if inner else max(1, kind.GetByteSize())
