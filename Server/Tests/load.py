"""Loads a service and looks at what it does: python3 load.py SERVER TOOL FOLDER PHOTOS."""
import http.client
import os
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time

server, tool, folder, count = *sys.argv[1:4], int(sys.argv[4])
path = os.path.join(folder, "socket")
photos = [open(os.path.join(folder, f"{number}.jpg"), "rb").read() for number in range(8)]
failures = []


def check(condition, what):
    print(("ok    " if condition else "FAILED ") + what, flush=True)
    if not condition:
        failures.append(what)


class Connection(http.client.HTTPConnection):
    def __init__(self):
        super().__init__("service", timeout=120)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(120)
        self.sock.connect(path)


def ask(method, where, body=None, connection=None):
    own = connection or Connection()
    try:
        own.request(method, where, body)
        answer = own.getresponse()
        return answer.status, answer.read(), answer.headers
    finally:
        if connection is None:
            own.close()


def photo(body, connection=None):
    return ask("POST", "/photo?effect=blur-background", body, connection)


def descendants(parent):
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = open(f"/proc/{name}/stat").read().rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append(int(name))
        except (FileNotFoundError, ProcessLookupError):
            pass
    found, rest = [], [parent]
    while rest:
        more = children.get(rest.pop(), [])
        found += more
        rest += more
    return found


def peaks(service):
    """The most memory since the last `forget`, in MiB: of the service, and of its workers together."""
    def peak(process):
        try:
            with open(f"/proc/{process}/status") as file:
                return sum(int(line.split()[1]) for line in file if line.startswith("VmHWM:")) / 1024
        except (FileNotFoundError, ProcessLookupError):
            return 0

    return peak(service), sum(map(peak, descendants(service)))


def forget(service):
    """Has peaks begin at what is taken now (proc(5), clear_refs)."""
    for process in [service, *descendants(service)]:
        try:
            with open(f"/proc/{process}/clear_refs", "w") as file:
                file.write("5")
        except (FileNotFoundError, ProcessLookupError):
            pass


def start():
    process = subprocess.Popen(
        [server, "--tool", tool, "--socket", path, "--workers", "2", "--queue", "8", "--max-bytes", "1M",
         "--head-seconds", "2", "--body-seconds", "3", "--", "--matte-quality", "fast"], stderr=subprocess.PIPE, text=True)
    while "listening" not in (line := process.stderr.readline()):
        assert line, "the service does not start"
    threading.Thread(target=lambda: [print("       " + line.rstrip()) for line in process.stderr], daemon=True).start()
    while ask("GET", "/healthz")[0] != 200:
        time.sleep(0.1)
    return process


def load(number):
    """Sends photos, 8 at once."""
    results, lock, left = [], threading.Lock(), iter(range(number))

    def work():
        connection = Connection()
        while True:
            with lock:
                index = next(left, None)
            if index is None:
                connection.close()
                return
            begin = time.monotonic()
            status, body, _ = photo(photos[index % 8], connection)
            with lock:
                results.append((status, body[:3] == b"\xff\xd8\xff", time.monotonic() - begin))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    return threads, results


process = start()
photo(photos[0])
forget(process.pid)
begin = time.monotonic()
threads, results = load(count)
kills, early = [], None
while any(thread.is_alive() for thread in threads):
    time.sleep(0.02)
    if early is None and len(results) >= count // 4:
        early = peaks(process.pid)
    # First the process that computes, then the one that watches it.
    if len(kills) < 2 and len(results) >= count // 4 * (len(kills) + 1):
        workers = descendants(process.pid)
        inner = [child for child in workers if descendants(child) == []]
        outer = [child for child in workers if descendants(child) != []]
        kills.append((inner if not kills else outer)[0])
        os.kill(kills[-1], signal.SIGKILL)
    if len(kills) == 2 and len(results) >= count * 3 // 4:
        # The workers that were killed have new ones, which have seen all photos by now.
        forget(process.pid)
        kills.append(None)
late = peaks(process.pid)
duration = time.monotonic() - begin
times = sorted(result[2] for result in results)
check(len(results) == count and all(status == 200 and whole for status, whole, _ in results),
      f"{count} photos, 8 at once, two processes killed meanwhile: {[s for s, _, _ in results if s != 200] or 'all answered'}")
print(f"       {duration:.1f} s, {count / duration:.1f} photos a second; answers: median {statistics.median(times):.2f} s, slowest {times[-1]:.2f} s")
for name, before, after in zip(("the service", "its workers"), early, late):
    check(after - before < max(8, before / 10),
          f"most memory of {name}: {before:.1f} MiB in the first quarter of the photos, {after:.1f} MiB in the last")

check(photo(os.urandom(4000))[0] == 422, "garbage: 422")
check(photo(photos[0][: len(photos[0]) // 2])[0] in (200, 422), "half a photo: an answer")
check(photo(bytes(2 << 20))[0] == 413, "oversize: 413")
check(ask("POST", "/photo?effect=none", photos[0])[0] == 400, "no such effect: 400")


def slowly(start):
    """How long a connection lives on which a byte comes now and then, and what it answers."""
    begin, answer = time.monotonic(), b""
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    client.settimeout(0.2)
    client.sendall(start)
    while time.monotonic() - begin < 30:
        try:
            client.sendall(b"x")
            part = client.recv(4096)
            answer += part
            if not part:
                break
        except TimeoutError:
            pass
        except OSError:
            break
    client.close()
    return time.monotonic() - begin, answer


lives = []
heads = [threading.Thread(target=lambda: lives.append(slowly(b"POST /photo HTTP/1.1\r\nHost: a\r\nX: ")[0])) for _ in range(50)]
for thread in heads:
    thread.start()
time.sleep(0.5)
check(photo(photos[0])[0] == 200, "a photo among 50 slow loris")
for thread in heads:
    thread.join()
check(len(lives) == 50 and max(lives) < 10, f"slow heads are closed, the last after {max(lives):.1f} s")
life, answer = slowly(b"POST /photo?effect=hide-faces HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n")
check(life < 10 and b" 408 " in answer, f"a slow body: 408 after {life:.1f} s")

# Among 20 at once some do not find room: 2 in progress, 8 waiting.
statuses = []
threads = [threading.Thread(target=lambda: statuses.append(photo(photos[7]))) for _ in range(20)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
refused = [headers for status, _, headers in statuses if status == 503]
check(refused and all(headers["Retry-After"] for headers in refused) and {s for s, _, _ in statuses} == {200, 503},
      f"20 at once: {20 - len(refused)} answered, {len(refused)} told to come again")

statuses = []
threads = [threading.Thread(target=lambda: statuses.append(photo(photos[7])[0])) for _ in range(2)]
for thread in threads:
    thread.start()
while "mattekit_photos_in_work 2" not in ask("GET", "/metrics")[1].decode():
    time.sleep(0.01)
children = descendants(process.pid)
process.send_signal(signal.SIGTERM)
late = photo(photos[0])[0] if threads[0].is_alive() else 503
for thread in threads:
    thread.join()
check(statuses == [200, 200], f"SIGTERM: photos in progress are answered ({statuses})")
check(late == 503, f"SIGTERM: a new one is sent away ({late})")
check(process.wait(60) == 0, "SIGTERM: the service ends with 0")
time.sleep(1)
check(not [child for child in children if os.path.exists(f"/proc/{child}")], "no worker is left")
check(not os.path.exists(path), "the socket is gone")
sys.exit(bool(failures))
