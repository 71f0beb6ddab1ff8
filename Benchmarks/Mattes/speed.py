"""Measures the time for the mattes of a 12-megapixel photo on two cores, and for the portrait of other networks, in one
run.

    speed.py [--rounds N] [--mediapipe PYTHON]

Each round runs every competitor once in a process of its own, so that other load affects all of them alike. A round's
figure is the fastest of several runs after a first one; the result is the median of the rounds. Timed is from decoded
pixels in memory to mattes of half the photo's size. Processor time is that of all threads, the minimum of the runs,
which other load disturbs less. Memory is the growth of the process's peak above the decoded picture, the network
included. The table goes into Models/bench-mattes.md, below its section "Speed".
"""
import argparse
import os
import re
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import measuring  # noqa: E402  starts its server before pictures are loaded

INSIDE = os.path.join(measuring.ROOT, "Benchmarks", ".build", "release", "matte-benchmark")
FOLDER = os.path.join(measuring.ROOT, ".build", "bench-mattes")
KEPT = os.path.join(measuring.ROOT, "Models", "bench-mattes.md")
RUNS = 4
FRAMES = 40  # a frame is one of a movie: the cost of the first ones is left out
AIMS = {"balanced": "300 ms", "fast": "80 ms"}


def qualities():
    usage = subprocess.run([measuring.TOOL, "mattes", "--help"], capture_output=True, text=True).stdout
    named = re.search(r"\n  --matte-quality <.*?\(values: ([^;)]*)", usage, re.S)
    return re.split(r",\s*", " ".join(named[1].split())) if named else ["fast", "balanced"]


def photo():
    path = os.path.join(FOLDER, "12-megapixels.png")
    if not os.path.exists(path):
        os.makedirs(FOLDER, exist_ok=True)
        measuring.picture(grain=2).save(path, compress_level=1)
    return path


def numbers(arguments):
    """Milliseconds, milliseconds of processor time, and MiB, from the line that a competitor prints."""
    output = measuring.measured(arguments)[2]
    found = {k: float(v) for k, v in re.findall(r"\b(ms|cpu|memory) (-?[\d.]+)", output)}
    return found["ms"], found["cpu"], found["memory"]


def competitors(path, data, mediapipe):
    """(what, frame, command, aim)"""
    whole = "4032x3024"
    for quality in qualities():
        yield f"ours, four mattes, {quality}", whole, [INSIDE, path, quality, str(RUNS)], AIMS.get(quality, "")
    peer = os.path.join(HERE, "speed_peers.py")
    for name, title in (("rvm", "RVM, portrait"), ("u2netp", "U2NetP, portrait at 320")):
        yield title, whole, [sys.executable, peer, name, path, data, str(RUNS)], ""
    if mediapipe:
        yield "MediaPipe selfie segmenter, portrait at 256", whole, [mediapipe, peer, "mediapipe", path, data, str(RUNS)], ""
    yield "ours, four mattes, fast", "1280x720", [INSIDE, path, "fast", str(FRAMES), "1280x720"], "25 ms"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--mediapipe", help="python that has mediapipe 0.10.21")
    a = p.parse_args()
    if not os.path.exists(INSIDE):
        sys.exit("bench-mattes: build Benchmarks first: swift build -c release --package-path Benchmarks")
    runners = list(competitors(photo(), a.data, a.mediapipe))
    results = [[] for _ in runners]
    for number in range(a.rounds):
        for result, (what, _, command, _) in zip(results, runners):
            result.append(numbers(command))
            print(f"round {number + 1}: {what} {result[-1][0]:.0f} ms", file=sys.stderr)
    load = os.getloadavg()[0]
    lines = ["| what | frame | time | fastest round | processor time | memory above the picture | aim |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for result, (what, frame, _, aim) in zip(results, runners):
        times, used, memory = zip(*result)
        middle = f"{statistics.median(times):.0f} ms | {min(times):.0f} ms | {min(used):.0f} ms | {statistics.median(memory):.0f} MiB"
        lines.append(f"| {what} | {frame} | {middle} | {aim} |")
    busy = " Other work took part of both: read the times against each other, and the processor time." if load > 3 else ""
    text = (f"\n## Speed\n\nTwo cores of {processor()}, median of {a.rounds} rounds of the fastest of {RUNS} runs (of {FRAMES} for a "
            f"frame), load at the end {load:.1f}.{busy} The aim for memory "
            "is 150 MiB.\n\n" + "\n".join(lines) + "\n")
    print(text)
    before = ""
    if os.path.exists(KEPT):
        with open(KEPT) as f:
            before = f.read().partition("\n## Speed\n")[0].rstrip("\n") + "\n"
    with open(KEPT, "w") as f:
        f.write(before + text)


def processor():
    with open("/proc/cpuinfo") as f:
        return next((line.split(":", 1)[1].strip() for line in f if line.startswith("model name")), "an unknown processor")


if __name__ == "__main__":
    main()
