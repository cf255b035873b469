"""Breakpoints and tracepoints that are counted, evaluated and logged inside the program, without a stop."""
import operator
import time

OPERATORS = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
# The minimum interval between reports of hits without a stop, so that a loop does not flood the server.
PASSED_EVERY_SECONDS = 0.05


class Points:
    def __init__(self, send):
        self.send = send
        self.by_place = {}
        self.hits = {}
        self.untold = {}
        self.told_at = 0.0

    def define(self, place, points):
        """Replaces the `points` at a location; keeps the hit count of each id."""
        if points:
            self.by_place[place] = points
        else:
            self.by_place.pop(place, None)

    def forget(self, ids):
        for identifier in ids:
            self.hits.pop(identifier, None)

    def arrive(self, place, thread, evaluate, is_true, text):
        """Whether to stop. If `evaluate` raises, a condition stops the program and a message contains the error."""
        stops = []
        for point in self.by_place.get(place, ()):
            identifier = point["id"]
            holds, problem = self.holds(point, evaluate, is_true)
            if not holds:
                continue
            count = self.hits[identifier] = self.hits.get(identifier, 0) + 1
            if problem is not None:
                self.send({"event": "conditionFailed", "id": identifier, "hits": count, "message": problem})
            if not reached(point.get("hits"), count):
                self.untold[identifier] = count
            elif point.get("trace") is not None:
                self.tell_passed()
                message = "".join(trace_text(part, evaluate, text) for part in point["trace"])
                self.send({"event": "traced", "id": identifier, "thread": thread, "message": message, "hits": count})
            else:
                stops.append((identifier, count))
        if stops or (self.untold and time.monotonic() - self.told_at > PASSED_EVERY_SECONDS):
            self.tell_passed()
        for identifier, count in stops:
            self.send({"event": "arrived", "id": identifier, "thread": thread, "hits": count})
        return bool(stops)

    def holds(self, point, evaluate, is_true):
        """Whether the condition is true or cannot be evaluated, and the error."""
        condition = point.get("condition")
        if not condition:
            return True, None
        try:
            return bool(is_true(evaluate(condition))), None
        except Exception as problem:
            return True, problem_text(problem)

    def tell_passed(self):
        untold, self.untold = self.untold, {}
        self.told_at = time.monotonic()
        for identifier, count in untold.items():
            self.send({"event": "passed", "id": identifier, "hits": count})


def reached(hits, count):
    if hits is None:
        return True
    if hits["kind"] == "every":
        return count % hits["divisor"] == hits["remainder"]
    return OPERATORS[hits["operator"]](count, hits["value"])


def trace_text(part, evaluate, text):
    if "text" in part:
        return part["text"]
    try:
        return text(evaluate(part["expression"]))
    except Exception as problem:
        return "<error: %s>" % problem_text(problem)


def problem_text(problem):
    return str(problem).strip() or type(problem).__name__
