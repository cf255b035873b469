"""Describes C and C++ values through lldb. Runs inside the debug adapter, on separate threads."""
import re

import lldb

DEBUGGER = lldb.debugger
HANDLES = {}
COUNTER = [0]
MOST_IN_LINE = 10
A_PATH = re.compile(r"^[*&]*[A-Za-z_]\w*(::\w+)*(\.\w+|->\w+|\[\d+\])*$")


def forget_stop():
    """Frames and values belong to one stop."""
    HANDLES.clear()


def the_target():
    return DEBUGGER.GetSelectedTarget()


def the_process():
    return the_target().GetProcess()


def of_frame(key):
    thread_id, index = key.split(":")
    thread = the_process().GetThreadByID(int(thread_id))
    if not thread.IsValid():
        raise Problem("INVALID_THREAD", "There is no thread %s." % thread_id)
    frame = thread.GetFrameAtIndex(int(index))
    if not frame.IsValid():
        raise Problem("INVALID_FRAME", "Thread %s has no frame %s." % (thread_id, index))
    return frame


def is_aggregate(kind):
    wanted = lldb.eTypeClassStruct | lldb.eTypeClassClass | lldb.eTypeClassUnion | lldb.eTypeClassArray
    return bool(kind.GetCanonicalType().GetTypeClass() & wanted)


def text(value, is_inner=False):
    problem = value.GetError()
    if problem.Fail():
        return "<%s>" % (problem.GetCString() or "not readable").strip()
    summary, plain = value.GetSummary(), value.GetValue()
    if summary is not None:
        is_pointer = value.GetType().IsPointerType() and plain is not None
        return "%s %s" % (plain, summary) if is_pointer else summary
    if plain is not None:
        return plain
    if is_inner:
        return "{...}"
    count = value.GetNumChildren(MOST_IN_LINE + 1)
    parts = []
    for index in range(min(count, MOST_IN_LINE)):
        child = value.GetChildAtIndex(index)
        parts.append("%s=%s" % (child.GetName() or "?", text(child, True)))
    return "{%s%s}" % (", ".join(parts), ", ..." if count > MOST_IN_LINE else "")


def child_count(value):
    kind = value.GetType()
    if kind.IsPointerType() and value.GetValueAsUnsigned() == 0:
        return 0
    return value.GetNumChildren()


def path_of(value):
    stream = lldb.SBStream()
    path = stream.GetData() if value.GetExpressionPath(stream) else None
    # Unnamed members and synthetic children have a path that is not a valid expression.
    return path if path and A_PATH.match(path) else None


def handle(value):
    COUNTER[0] += 1
    name = "n%d" % COUNTER[0]
    HANDLES[name] = value
    return name


def described(name, value, scope=None):
    count = child_count(value)
    facts = {
        "name": name,
        "type": value.GetDisplayTypeName() or "",
        "value": text(value),
        "childCount": count,
        "ref": handle(value) if count or is_aggregate(value.GetType()) else None,
    }
    if scope is not None:
        facts["scope"] = scope
        facts["path"] = path_of(value)
    return facts


def of_handle(ref):
    if ref not in HANDLES:
        raise Problem("INVALID_REFERENCE", "This value is of an earlier stop. Ask for the variables again.")
    return HANDLES[ref]


def children(ref, start, count):
    value = of_handle(ref)
    found = []
    for index in range(start, min(start + count, child_count(value))):
        child = value.GetChildAtIndex(index)
        name = child.GetName() or "(anonymous)"
        found.append(described(name, child, "element" if name.startswith("[") else "field"))
    return found


def scoped(frame):
    for value in frame.GetVariables(True, False, False, True):
        yield "this" if value.GetName() == "this" else "argument", value
    for value in frame.GetVariables(False, True, False, True):
        yield "local", value
    for value in frame.GetVariables(False, False, True, True):
        # The statics of the standard library are in every file that includes its headers.
        name = value.GetName() or ""
        if not (name.startswith(("std::", "__gnu_cxx::")) or name.endswith("{vtable}")):
            yield "module", value


def variables(frame):
    return [described(value.GetName(), value, scope) for scope, value in scoped(of_frame(frame)) if value.GetName()]


def arguments(frame):
    found = of_frame(frame).GetVariables(True, False, False, True)
    return [described(value.GetName(), value) for value in found if value.GetName()]


def evaluated(frame, expression, timeout_ms):
    """Evaluates in a frame; a path of variables and members is read without running code in the program."""
    if A_PATH.match(expression.strip()):
        value = frame.GetValueForVariablePath(expression.strip())
        if value.IsValid() and value.GetError().Success():
            return value
    options = lldb.SBExpressionOptions()
    options.SetTimeoutInMicroSeconds(timeout_ms * 1000)
    options.SetTryAllThreads(False)
    options.SetUnwindOnError(True)
    options.SetIgnoreBreakpoints(True)
    options.SetLanguage(lldb.eLanguageTypeC_plus_plus)
    value = frame.EvaluateExpression(expression, options)
    problem = value.GetError()
    # The error number of an expression without a value, such as a call of a void function.
    if problem.Fail() and problem.GetError() != 0x1001:
        raise evaluation_problem(problem.GetCString() or "it failed")
    return value


def evaluation_problem(said):
    said = said.strip()
    if "timed out" in said or "timeout" in said:
        return Problem("eval_timeout", "The evaluation took too long and was interrupted.")
    if "Execution was interrupted" in said or "exception" in said.lower() and "error:" not in said:
        return Problem("eval_exception", said)
    position = re.search(r"<user expression \d+>:(\d+):(\d+)", said)
    details = {"position": int(position.group(2)) - 1} if position else {}
    first = next((line for line in said.split("\n") if "error:" in line), said)
    words = re.sub(r"^.*error: (<user expression \d+>:\d+:\d+: )?", "", first)
    if "undeclared identifier" in said or "not available" in said or "optimized out" in said:
        return Problem("variable_unavailable", words, **details)
    return Problem("syntax_error" if position else "eval_exception", words, **details)


def evaluate(frame, expression, timeout_ms):
    value = evaluated(of_frame(frame), expression, timeout_ms)
    if value.GetError().Fail():
        return {"name": expression, "type": "void", "value": "void", "childCount": 0, "ref": None}
    return described(expression, value)


def identity(ref):
    return identity_of(of_handle(ref))


def identity_of(value):
    """Dereferences a pointer."""
    kind = value.GetType()
    if kind.IsPointerType() or kind.IsReferenceType():
        inner = kind.GetPointeeType()
        address = value.GetValueAsUnsigned()
        size = inner.GetByteSize() or None
        return {"address": hex(address), "typeName": inner.GetName(), "size": size, "isNull": address == 0}
    address = value.GetLoadAddress()
    known = None if address == lldb.LLDB_INVALID_ADDRESS else hex(address)
    return {"address": known, "typeName": kind.GetName(), "size": value.GetByteSize(), "isNull": False}


def references(ref, direction, most):
    value = of_handle(ref)
    found = list(pointers_in(value, "", set()))
    own = identity_of(value)
    listed = [
        {"source": own, "target": identity_of(child), "path": path, "kind": "element" if path.endswith("]") else "field"}
        for path, child in found[:most]
    ]
    return {"references": listed, "total": len(found)}


def pointers_in(value, path, seen, depth=0):
    for index in range(min(child_count(value), 1000)):
        child = value.GetChildAtIndex(index)
        kind = child.GetType()
        name = child.GetName() or ""
        inner = path + (name if name.startswith("[") else ".%s" % name)
        if kind.IsPointerType() or kind.IsReferenceType():
            if child.GetValueAsUnsigned():
                yield inner, child
        elif depth < 4 and is_aggregate(kind):
            yield from pointers_in(child, inner, seen, depth + 1)


def complete(frame, beginning):
    held = of_frame(frame)
    parts = re.match(r"^(.*?)(\.|->)?(\w*)$", beginning)
    head, mark, tail = parts.group(1), parts.group(2), parts.group(3)
    if mark is None:
        names = [value.GetName() for _, value in scoped(held)]
    else:
        value = held.GetValueForVariablePath(head) if A_PATH.match(head) else lldb.SBValue()
        kind = value.GetType()
        kind = kind.GetPointeeType() if kind.IsPointerType() or kind.IsReferenceType() else kind
        names = [item["name"] for item in members_of(kind)] if kind.IsValid() else []
    return sorted({name for name in names if name and name.startswith(tail)})
