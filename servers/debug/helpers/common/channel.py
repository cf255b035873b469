"""The channel between a helper inside a debuggee (or inside lldb) and the server: one JSON value per line over a loopback socket.

A worker thread answers the server's requests; events at breakpoints are sent unprompted. All threads of this module belong to the
debugger: they are hidden from the program's thread list and never traced.
"""
import ctypes
import json
import os
import queue
import socket
import threading


class Problem(Exception):
    """An error for the user of the server, with the error code of the tool's answer."""

    def __init__(self, code, message, **details):
        Exception.__init__(self, message)
        self.code = code
        self.details = details


class Interrupted(BaseException):
    """Raised in a thread by another one when the thread exceeds its time limit."""


def interrupt_thread(ident):
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(Interrupted))


def own_thread(target, *args):
    thread = threading.Thread(target=target, args=args, name="toolmark", daemon=True)
    thread.pydev_do_not_trace = True
    thread.is_pydev_daemon_thread = True
    thread.start()
    return thread


class Channel:
    def __init__(self, port, token, methods, immediate):
        self.methods = methods
        # Handled by the reader thread, because these requests may be about the worker.
        self.immediate = immediate
        self.pid = os.getpid()
        self.lock = threading.Lock()
        self.jobs = queue.Queue()
        self.current = None
        self.socket = socket.create_connection(("127.0.0.1", port), 5)
        self.socket.settimeout(None)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.send({"hello": token, "pid": self.pid})
        own_thread(self.work)
        own_thread(self.read)

    def send(self, message):
        # A forked child shares the socket, but it is not being debugged.
        if self.socket is None or os.getpid() != self.pid:
            return
        data = json.dumps(message).encode("ascii") + b"\n"
        with self.lock:
            try:
                self.socket.sendall(data)
            except (OSError, AttributeError):
                self.socket = None

    def close(self):
        connection, self.socket = self.socket, None
        if connection is not None:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            connection.close()

    def read(self):
        connection = self.socket
        try:
            with connection.makefile("r", encoding="utf-8") as lines:
                for line in lines:
                    request = json.loads(line)
                    if "cancel" in request:
                        self.cancel(request["cancel"])
                    elif request["method"] in self.immediate:
                        self.answer(request, self.immediate)
                    else:
                        self.jobs.put(request)
        except (OSError, ValueError):
            pass
        self.close()
        self.jobs.put(None)

    def work(self):
        try:
            while self.work_once():
                pass
        except Interrupted:
            # Another worker has replaced this one.
            pass

    def work_once(self):
        request = self.jobs.get()
        if request is None:
            return False
        mine = self.current = {"id": request["id"], "ident": threading.get_ident(), "left": False}
        self.answer(request, self.methods)
        if not mine["left"]:
            self.current = None
        return not mine["left"]

    def cancel(self, identifier):
        """The worker may be stuck in the program's own code, so interrupt it and start another one."""
        current = self.current
        if current is None or current["id"] != identifier:
            return
        current["left"] = True
        self.current = None
        interrupt_thread(current["ident"])
        own_thread(self.work)

    def answer(self, request, methods):
        try:
            reply = {"id": request["id"], "result": methods[request["method"]](**request["params"])}
        except Problem as problem:
            reply = {
                "id": request["id"],
                "error": {"code": problem.code, "message": str(problem), "details": problem.details},
            }
        except Exception as problem:
            message = "%s: %s" % (type(problem).__name__, problem)
            reply = {"id": request["id"], "error": {"code": "QUERY_FAILED", "message": message}}
        self.send(reply)
