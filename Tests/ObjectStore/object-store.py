#!/usr/bin/env python3
"""A small store of objects for tests, in memory: what mattetool uses of Amazon S3, with signatures checked, and a server of
files beside it, http://127.0.0.1:PORT/-/web/...

    object-store.py PORT-FILE

writes its port into a file when it listens, and ends with the process that started it. Under /-/ tests tell it what to do:
POST /-/faults takes a list of {"method", "kind", "count", "key" (a part of its address)}, of kinds 503, 500, expired (the token of the
credentials), reset (no answer), half (half of the body), lost (done, but not answered); GET /-/log tells the requests; POST /-/web/NAME takes a file to serve; DELETE
/-/buckets/NAME makes a bucket vanish.
"""
import hashlib, hmac, json, os, sys, threading, time, urllib.parse
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from xml.sax.saxutils import escape

KEY, SECRET = "AKIDTESTEXAMPLE", "secret/of+tests"
parent = os.getppid()
lock = threading.Lock()
buckets, uploads, faults, log, web = {"photos": {}, "results": {}}, {}, [], [], {}
page_size = int(os.environ.get("PAGE_SIZE", "1000"))


def signature_of(handler, path, query, body):
    """Amazon's Signature Version 4, after its description and not after the code that is tested."""
    scope = handler.headers["Authorization"].split("Credential=")[1].split(",")[0].split("/", 1)[1]
    signed = handler.headers["Authorization"].split("SignedHeaders=")[1].split(",")[0]
    lines = "".join(f"{name}:{' '.join(handler.headers[name].split())}\n" for name in signed.split(";"))
    pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
    quote = lambda text: urllib.parse.quote(text, safe="-_.~")
    canonical = "\n".join([
        handler.command, path, "&".join(sorted(f"{quote(a)}={quote(b)}" for a, b in pairs)), lines, signed,
        hashlib.sha256(body).hexdigest()])
    text = "\n".join(["AWS4-HMAC-SHA256", handler.headers["x-amz-date"], scope,
                      hashlib.sha256(canonical.encode()).hexdigest()])
    key = ("AWS4" + SECRET).encode()
    for part in scope.split("/"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", headers=None, cut=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body[:cut])
        if cut is not None:
            self.wfile.flush()
            self.close_connection = True

    def error(self, status, code, message=""):
        self.answer(status, f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>{message}</Message></Error>".encode())

    def fault(self):
        with lock:
            for fault in faults:
                if fault["method"] == self.command and fault["count"] > 0 and fault.get("key", "") in self.path:
                    fault["count"] -= 1
                    return fault["kind"]

    def control(self, path, body):
        global faults
        if path == "/-/faults":
            faults = json.loads(body)
        elif path == "/-/log":
            with lock:
                lines = json.dumps(log).encode()
                log.clear()
            return self.answer(200, lines)
        elif path.startswith("/-/buckets/"):
            buckets.pop(path.split("/")[3], None)
        elif path.startswith("/-/web/") and self.command == "POST":
            web[path] = body
        elif path.startswith("/-/redirect/"):
            left = int(path.split("/")[3])
            target = f"/-/redirect/{left - 1}" if left > 1 else "/-/web/photo.jpg"
            return self.answer(302, headers={"Location": target})
        elif path in web:
            return self.answer(200, web[path])  # Of the whole file, whatever range is asked for.
        else:
            return self.answer(404)
        self.answer(200)

    def handle_all(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        raw, _, query = self.path.partition("?")
        if raw.startswith("/-/"):
            return self.control(raw, body)
        path = urllib.parse.unquote(raw)
        with lock:
            log.append(f"{self.command} {path}{'?' + query if query else ''} {self.headers.get('Range', '')}".strip())
        kind = self.fault()
        if kind in ("503", "500"):
            return self.error(int(kind), {"503": "SlowDown", "500": "InternalError"}[kind], "again")
        if kind == "expired":
            return self.error(400, "ExpiredToken", "the token has expired")
        if kind == "reset":
            self.close_connection = True
            return
        authorization = self.headers.get("Authorization", "")
        if f"Credential={KEY}/" not in authorization:
            return self.error(403, "InvalidAccessKeyId", "there is no such key")
        if not authorization.endswith("Signature=" + signature_of(self, raw, query, body)):
            return self.error(403, "SignatureDoesNotMatch", "the signature is another")
        _, bucket, key = (path + "/").split("/", 2)
        key = key[:-1]
        if bucket not in buckets:
            return self.error(404, "NoSuchBucket", "it is not there")
        with lock:
            result = self.serve(buckets[bucket], key, dict(urllib.parse.parse_qsl(query, keep_blank_values=True)), body)
        if kind == "lost":
            self.close_connection = True
            return
        status, content, headers = result
        if status >= 400:
            return self.error(status, content)
        self.answer(status, content, headers, cut=len(content) // 2 if kind == "half" else None)

    def serve(self, objects, key, query, body):
        if not key:
            return self.list(objects, query)
        found = objects.get(key)
        if self.command in ("GET", "HEAD"):
            if found is None:
                return 404, "NoSuchKey", {}
            content, headers = found["body"], {"ETag": f'"{found["etag"]}"', "Last-Modified": found["modified"], **found["meta"]}
            if self.headers.get("If-Match", headers["ETag"]) != headers["ETag"]:
                return 412, "PreconditionFailed", {}
            if "Range" in self.headers:
                first, _, last = self.headers["Range"].removeprefix("bytes=").partition("-")
                end = min(int(last) + 1, len(content)) if last else len(content)
                headers["Content-Range"] = f"bytes {first}-{end - 1}/{len(content)}"
                return 206, content[int(first):end], headers
            return 200, content, headers
        if self.command == "DELETE":
            (uploads if "uploadId" in query else objects).pop(query.get("uploadId", key), None)
            return 204, b"", {}
        meta = {name: value for name, value in self.headers.items() if name.lower().startswith("x-amz-meta-")}
        if "uploads" in query:
            upload = f"upload-{len(log)}"
            uploads[upload] = {"meta": meta, "parts": {}}
            return 200, f"<InitiateMultipartUploadResult><UploadId>{upload}</UploadId></InitiateMultipartUploadResult>".encode(), {}
        if "partNumber" in query:
            uploads[query["uploadId"]]["parts"][int(query["partNumber"])] = body
            return 200, b"", {"ETag": f'"{hashlib.md5(body).hexdigest()}"'}
        if self.headers.get("If-None-Match") == "*" and found is not None:
            return 412, "PreconditionFailed", {}
        if "If-Match" in self.headers and found is None:
            return 404, "NoSuchKey", {}
        if "If-Match" in self.headers and self.headers["If-Match"] != f'"{found["etag"]}"':
            return 412, "PreconditionFailed", {}
        if "uploadId" in query:
            if query["uploadId"] not in uploads:
                return 404, "NoSuchUpload", {}
            upload = uploads.pop(query["uploadId"])
            body, meta = b"".join(part for _, part in sorted(upload["parts"].items())), upload["meta"]
        etag = hashlib.md5(body).hexdigest()
        objects[key] = {"body": body, "etag": etag, "modified": formatdate(usegmt=True), "meta": meta}
        document = f"<CompleteMultipartUploadResult><ETag>&quot;{etag}&quot;</ETag></CompleteMultipartUploadResult>"
        return 200, document.encode() if "uploadId" in query else b"", {"ETag": f'"{etag}"'}

    def list(self, objects, query):
        prefix, after = query.get("prefix", ""), query.get("continuation-token", "")
        keys = sorted((key for key in objects if key.startswith(prefix) and key > after), key=str.encode)
        if "delimiter" in query:
            keys = [key for key in keys if query["delimiter"] not in key[len(prefix):]]
        quote = urllib.parse.quote_plus if query.get("encoding-type") == "url" else escape
        contents = "".join(
            f"<Contents><Key>{quote(key)}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified>"
            f"<ETag>&quot;{objects[key]['etag']}&quot;</ETag><Size>{len(objects[key]['body'])}</Size></Contents>"
            for key in keys[:page_size])
        more = len(keys) > page_size
        token = f"<NextContinuationToken>{escape(keys[page_size - 1])}</NextContinuationToken>" if more else ""
        return 200, (
            f"<?xml version='1.0'?><ListBucketResult xmlns='http://s3.amazonaws.com/doc/2006-03-01/'><!-- a > b -->"
            f"<EncodingType>{query.get('encoding-type', '')}</EncodingType><IsTruncated>{str(more).lower()}</IsTruncated>"
            f"{contents}{token}</ListBucketResult>").encode(), {}

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = handle_all


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
with open(sys.argv[1] + ".new", "w") as file:
    file.write(str(server.server_port))
os.rename(sys.argv[1] + ".new", sys.argv[1])
while os.getppid() == parent:
    time.sleep(0.2)
