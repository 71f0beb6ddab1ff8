"""Shared by the benchmarks: processes timed on two cores, the 12-megapixel picture, tables."""
import json, os, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOOL = os.environ.get("MATTEKIT_TOOL", os.path.join(ROOT, ".build/release/mattetool"))
INSIDE = os.path.join(ROOT, "Benchmarks/.build/release/photo-benchmark")
SAMPLE = os.path.join(ROOT, ".dependencies/samples/astronaut.png")
PACKAGES = os.path.join(ROOT, ".dependencies/python")
sys.path.insert(0, PACKAGES)
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])


def _serve(requests, answers):
    """Runs programs on request, one line of JSON each, until there are no more requests."""
    os.environ["PYTHONPATH"] = PACKAGES
    for line in requests:
        arguments = json.loads(line)
        read, write = os.pipe()
        start = time.perf_counter()
        pid = os.fork()
        if pid == 0:
            os.dup2(write, 1)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            os.close(read)
            os.execvp(arguments[0], arguments)
        os.close(write)
        with os.fdopen(read) as pipe:
            output = pipe.read()
        _, status, usage = os.wait4(pid, 0)
        processor = usage.ru_utime + usage.ru_stime
        answer = [time.perf_counter() - start, usage.ru_maxrss / 1024, output, status, processor]
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _server():
    """A process that starts the programs. It is started before any picture is loaded: Linux counts the memory of a
    process before exec towards the new program's peak."""
    asking, answering = os.pipe(), os.pipe()
    if os.fork() == 0:
        os.close(asking[1])
        os.close(answering[0])
        _serve(os.fdopen(asking[0]), os.fdopen(answering[1], "w"))
        os._exit(0)
    os.close(asking[0])
    os.close(answering[1])
    return os.fdopen(asking[1], "w"), os.fdopen(answering[0])


_requests, _answers = _server()


def measured(arguments):
    """Seconds, peak resident MiB and standard output of one process."""
    return spent(arguments)[:3]


def spent(arguments):
    """As `measured`, and the processor seconds of the process and its threads."""
    _requests.write(json.dumps(arguments) + "\n")
    _requests.flush()
    seconds, memory, output, status, processor = json.loads(_answers.readline())
    if status != 0:
        sys.exit(f"{' '.join(arguments)} ended with status {status}")
    return seconds, memory, output, processor


def picture(grain=0):
    """The sample portrait at 4032x3024, extended by mirroring, so that the whole frame has a photo's detail. `grain` is
    the standard deviation of a sensor's noise, which enlarging has removed."""
    try:
        from PIL import Image, ImageChops
    except ImportError:
        sys.exit("needs Pillow: run 'make test' once, which installs it below .dependencies")
    face = Image.open(SAMPLE).convert("RGB").resize((3024, 3024), Image.LANCZOS)
    wide = Image.new("RGB", (4032, 3024))
    mirrored = face.transpose(Image.FLIP_LEFT_RIGHT)
    for x, part in ((504 - 3024, mirrored), (504, face), (504 + 3024, mirrored)):
        wide.paste(part, (x, 0))
    if grain:
        noise = Image.effect_noise(wide.size, grain)
        wide = Image.merge("RGB", [ImageChops.add(band, noise, 1, -128) for band in wide.split()])
    return wide


def row(*cells):
    first, *rest = cells
    print(f"| {first:<44} | " + " | ".join(f"{cell:>12}" for cell in rest) + " |")


def heading(*cells):
    row(*cells)
    print(f"|{'-' * 46}|" + "|".join(["-" * 14] * (len(cells) - 1)) + "|", flush=True)
