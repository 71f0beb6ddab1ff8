#!/usr/bin/env python3
"""Passes requests on to a store of objects, unreliably: some are answered with 503, some late, some not at all, of those some
after they were carried out, and some answers break off half way. Counts which objects were written.

    unreliable-proxy.py TARGET-PORT PORT-FILE COUNTS-FILE SHARE

SHARE is the part of the requests that go wrong, 0 to 1. The counts, a JSON object, are written when SIGTERM comes.
"""
import http.client, json, os, random, signal, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

target, port_file, counts_file, share = int(sys.argv[1]), sys.argv[2], sys.argv[3], float(sys.argv[4])
lock, chance = threading.Lock(), random.Random(28)
counts = {"requests": 0, "written": {}, "503": 0, "slow": 0, "reset": 0, "lost": 0, "half": 0}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def handle_all(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with lock:
            counts["requests"] += 1
            kind = chance.choice(["503", "slow", "reset", "lost", "half"]) if chance.random() < share else None
            if kind:
                counts[kind] += 1
        if kind == "503":
            answer = b"<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
            self.send_response(503)
            self.send_header("Content-Length", str(0 if self.command == "HEAD" else len(answer)))
            self.end_headers()
            return self.wfile.write(b"" if self.command == "HEAD" else answer)
        if kind == "slow":
            time.sleep(1)
        if kind == "reset":
            self.close_connection = True
            return
        connection = http.client.HTTPConnection("127.0.0.1", target)
        # Headers as they are, Host among them: signatures hold for them.
        connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        for name, value in self.headers.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        content = answer.read()
        if self.command == "PUT" and answer.status == 200 and "partNumber" not in self.path:
            with lock:
                counts["written"][self.path] = counts["written"].get(self.path, 0) + 1
        if kind == "lost":
            self.close_connection = True
            return
        self.send_response(answer.status)
        length = answer.getheader("Content-Length") if self.command == "HEAD" else str(len(content))
        for name, value in answer.getheaders():
            if name.lower() not in ("content-length", "transfer-encoding", "connection", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", length or "0")
        self.end_headers()
        if kind == "half" and len(content) > 1:
            self.wfile.write(content[: len(content) // 2])
            self.wfile.flush()
            self.close_connection = True
        else:
            self.wfile.write(content)

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = handle_all


def finish(*_):
    with open(counts_file, "w") as file:
        json.dump(counts, file)
    os._exit(0)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
signal.signal(signal.SIGTERM, finish)
with open(port_file + ".new", "w") as file:
    file.write(str(server.server_port))
os.rename(port_file + ".new", port_file)
server.serve_forever()
