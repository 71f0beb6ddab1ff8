#!/usr/bin/env python3
"""How much memory and time `mattetool batch` takes to find its part of a bucket of very many photos. The listing is made up:
the server holds no names. The part is so small that hardly any photo is in it, so that only the plan counts.

    long-listing.py MATTETOOL NAMES
"""
import os, re, subprocess, sys, threading, urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

tool, names = sys.argv[1], int(sys.argv[2])
pages = [0]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_HEAD(self):
        self.answer(200 if self.path.count("/") == 2 and self.path.endswith("/") else 404)

    def do_GET(self):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
        if "list-type" not in query:
            return self.answer(404, b"<Error><Code>NoSuchKey</Code></Error>")
        pages[0] += 1
        start = int(query.get("continuation-token", ["0"])[0])
        end = min(start + 1000, names)
        contents = "".join(
            f"<Contents><Key>shoot/{n // 10000:05}/IMG_{n:08}.heic</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified>"
            f"<ETag>&quot;{n:032x}&quot;</ETag><Size>2345678</Size><StorageClass>STANDARD</StorageClass></Contents>"
            for n in range(start, end))
        more = f"<IsTruncated>true</IsTruncated><NextContinuationToken>{end}</NextContinuationToken>" if end < names else ""
        self.answer(200, f"<ListBucketResult>{contents}{more}</ListBucketResult>".encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
process = subprocess.Popen(
    [tool, "batch", "hide-codes", "-r", "s3://photos/shoot", "-o", "s3://results/out", "--shard", "1/1000000000",
     "--s3-endpoint", f"http://127.0.0.1:{server.server_port}", "--s3-unsigned", "--progress", "none"],
    stderr=subprocess.PIPE, text=True)
errors = process.stderr.read()
_, status, usage = os.wait4(process.pid, 0)
code = os.waitstatus_to_exitcode(status)
if code not in (0, 2) or pages[0] != -(-names // 1000):
    sys.exit(f"long-listing: {code} after {pages[0]} pages: {errors}")
processor, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
print(f"long-listing: {names} names in {pages[0]} pages: {processor:.1f} s of processor time, {memory:.0f} MiB", flush=True)
if memory > 400:
    sys.exit("long-listing: a listing is held")
