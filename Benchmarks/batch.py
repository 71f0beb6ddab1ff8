"""Measures `mattetool batch` on a thousand photos: memory, photos per minute, and runs that are killed.

    make bench                              # or Benchmarks/run batch
    PHOTOS=200 KILLS=10 Benchmarks/run batch
    REMBG_PHOTOS=250 Benchmarks/run batch   # fewer photos for rembg, which is slow

Makes PHOTOS photos (1000) out of the picture sets below DATA (../shared/data), or of the sample portrait without them,
and runs `mattetool batch` on them on one core and on two. rembg (PyPI, with its u2netp) and vips run on the same
folder, as far as they are comparable. A run over a few photos is killed KILLS times (50) at random moments and resumed;
its outputs are compared byte for byte with those of an undisturbed run.
"""
import glob, hashlib, json, os, random, shutil, signal, subprocess, sys, tempfile, time

from measuring import ROOT, SAMPLE, TOOL, heading, row

PHOTOS = int(os.environ.get("PHOTOS", 1000))
KILLS = int(os.environ.get("KILLS", 50))
REMBG_PHOTOS = int(os.environ.get("REMBG_PHOTOS", PHOTOS))
DATA = os.environ.get("DATA", os.path.join(ROOT, "../shared/data"))
EFFECT = os.environ.get("EFFECT", "blur-background")
CORES = sorted(os.sched_getaffinity(0))[:2]
# Square, 4:3, 3:2, 16:9.
SHAPES = (1, 3 / 4, 2 / 3, 9 / 16)
STAGES = ("read", "hash", "decode", "faces", "network", "refinement", "render", "encode", "write")


def sources():
    """Pictures of people from which photos are made, always in the same order, the sets interleaved."""
    found = []
    # Only the pictures: some sets keep masks beside them.
    for part in ("photos/people", "photos/group", "ccp/unlabelled", "celeb1k/*/image", "figaro1k/train/image"):
        for ending in ("jpg", "jpeg", "png"):
            found += glob.glob(os.path.join(DATA, part, "*." + ending))
    # Interleaved, so that memory early and late in the run does not depend on one set's size.
    found.sort()
    random.Random(0).shuffle(found)
    return found or [SAMPLE]


def make_photos(folder):
    """PHOTOS JPEG files of many sizes in the aspect ratios of cameras, portrait format too, no two the same."""
    from PIL import Image, ImageOps

    pictures = sources()
    pixels = 0
    for number in range(PHOTOS):
        chance = random.Random(number)
        with Image.open(pictures[number % len(pictures)]) as source:
            picture = source.convert("RGB")
        side = round(chance.choice((640, 800, 1024, 1280, 1600)) * chance.uniform(0.95, 1.05))
        wide, shape = max(picture.size), min(picture.size) / max(picture.size)
        short = round(side * min(SHAPES, key=lambda ratio: abs(ratio - shape)))
        size = (side, short) if picture.width == wide else (short, side)
        target = os.path.join(folder, f"{number % 10}", f"{number:04}.jpg")
        os.makedirs(os.path.dirname(target), exist_ok=True)
        ImageOps.fit(picture, size, Image.LANCZOS).save(target, quality=90)
        pixels += size[0] * size[1]
    return len(pictures), pixels


def timed(command, cores=CORES, environment=None, log=None):
    """Seconds, peak MiB and processor seconds of a command on some cores."""
    start = time.perf_counter()
    with open(log or os.devnull, "w") as errors:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=errors, env={**os.environ, **(environment or {})},
            preexec_fn=lambda: os.sched_setaffinity(0, cores))
        _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{command[0]} ended with status {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def batch(photos, output, cores, report, *arguments):
    command = [TOOL, "batch", EFFECT, "-r", photos, "-o", output, "--report", report, "--progress", "none", *arguments]
    seconds, peak, processor = timed(command, cores)
    with open(report) as lines:
        entries = [json.loads(line) for line in lines]
    return seconds, peak, processor, entries[:-1], entries[-1]["summary"]


def soak(photos, work):
    heading("mattetool batch " + EFFECT, "one core", "two cores")
    runs = []
    for count in (1, 2):
        output = os.path.join(work, f"out{count}")
        runs.append(batch(photos, output, CORES[:count], os.path.join(work, f"report{count}"), "--jobs", "auto"))
    sums = [sum(summary["milliseconds"].get(stage, 0) for stage in STAGES) / 1000 for *_, summary in runs]
    row("photos done", *(summary["done"] for *_, summary in runs))
    row("photos failed", *(summary["failed"] for *_, summary in runs))
    row("seconds", *(f"{run[0]:.0f}" for run in runs))
    row("photos a minute", *(f"{60 * run[4]['done'] / run[0]:.0f}" for run in runs))
    row("processor seconds", *(f"{run[2]:.0f}" for run in runs))
    row("sum of the stages, seconds", *(f"{value:.0f}" for value in sums))
    row("  stages at once, on average", *(f"{value / run[0]:.2f}" for value, run in zip(sums, runs)))
    for stage in STAGES:
        row(f"  {stage}, ms a photo", *(
            f"{run[4]['milliseconds'].get(stage, 0) / max(1, run[4]['done']):.1f}" for run in runs))
    early = min(100, PHOTOS // 2)
    for name, place in ((f"resident at photo {early}, MiB", early - 1), (f"resident at photo {PHOTOS}, MiB", -1)):
        row(name, *(f"{mean(run[3], place):.0f}" for run in runs))
    row("  growth", *(
        f"{100 * (mean(run[3], -1) / mean(run[3], early - 1) - 1):+.1f} %" for run in runs))
    row("peak, MiB", *(f"{run[1]:.0f}" for run in runs))
    same = digests(os.path.join(work, "out1")) == digests(os.path.join(work, "out2"))
    row("outputs are identical", "", "yes" if same else "NO")


def mean(reports, place):
    """Resident memory around a photo: the mean of fifty, because the photos in progress at a moment vary."""
    end = len(reports) if place == -1 else min(len(reports), place + 26)
    chosen = [report["residentMemory"] for report in reports[max(0, end - 50):end]]
    return sum(chosen) / len(chosen) / 2**20


def digests(folder):
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            if not name.startswith(".mattetool-"):
                path = os.path.join(root, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, folder)] = hashlib.sha256(file.read()).hexdigest()
    return found


def kills(photos, work):
    """Kills runs at random moments until all photos are done, then begins again, until there were KILLS kills."""
    few = os.path.join(work, "few")
    os.makedirs(few)
    for number in range(min(24, PHOTOS)):
        shutil.copy(os.path.join(photos, f"{number % 10}", f"{number:04}.jpg"), few)
    arguments = [TOOL, "batch", EFFECT, few, "--format", "heic", "--progress", "none", "--resume"]
    start = time.perf_counter()
    subprocess.run([*arguments, "-o", os.path.join(work, "whole")], check=True, stdout=subprocess.DEVNULL)
    alone = time.perf_counter() - start
    expected = digests(os.path.join(work, "whole"))
    chance = random.Random(1)
    done, rounds, differing = 0, 0, 0
    output = os.path.join(work, "killed")
    while done < KILLS:
        process = subprocess.Popen([*arguments, "-o", output], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=chance.uniform(0.02, 0.4 * alone))
            ended = True
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            done, ended = done + 1, False
        there = digests(output) if os.path.isdir(output) else {}
        differing += sum(expected.get(name) != digest for name, digest in there.items())
        if ended or done == KILLS:
            subprocess.run([*arguments, "-o", output], check=True, stdout=subprocess.DEVNULL)
            differing += digests(output) != expected
            rounds += 1
            shutil.rmtree(output)
    heading("killed at random moments", "", "")
    row("kills", "", done)
    row("runs of 24 photos that were brought to their end", "", rounds)
    row("outputs that differ from the undisturbed run's", "", differing)


def vips(photos, work):
    """Decoding and encoding JPEG, and a blur of the whole picture: the part of the work that vips does too."""
    if not shutil.which("vips"):
        return
    files = sorted(glob.glob(os.path.join(photos, "*", "*.jpg")))[:200]
    heading(f"vips, the first {len(files)} of them, a process each", "one core", "two cores")
    for title, command in (
        ("decoded and coded again, ms a photo", ["copy"]), ("blurred as a whole, ms a photo", ["gaussblur"])):
        figures = []
        for count in (1, 2):
            start = time.perf_counter()
            for file in files:
                target = os.path.join(work, "vips.jpg[Q=85]")
                sigma = ["8"] if command == ["gaussblur"] else []
                timed(["vips", *command, file, target, *sigma], CORES[:count])
            figures.append(f"{1000 * (time.perf_counter() - start) / len(files):.1f}")
        row(title, *figures)


def rembg(photos, work):
    """rembg with u2netp on the same photos. It writes a PNG of the person, found by one network at 320 pixels."""
    weights = os.path.join(DATA, "teachers/u2netp.onnx")
    packages = os.environ.get("REMBG") or os.path.join(ROOT, ".build/bench-batch/rembg")
    if not os.path.isfile(weights):
        print(f"\nrembg: there is no {weights}, and its weights are not fetched")
        return
    if not os.path.isdir(os.path.join(packages, "rembg")):
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:",
             "--root-user-action", "ignore", "--target", packages, "-r",
             os.path.join(ROOT, "Benchmarks/Batch/requirements-rembg.txt")], check=True)
    home = os.path.join(work, "u2net")
    os.makedirs(home)
    shutil.copy(weights, home)
    flat = os.path.join(work, "flat")
    os.makedirs(flat)
    for file in sorted(glob.glob(os.path.join(photos, "*", "*.jpg")), key=os.path.basename)[:REMBG_PHOTOS]:
        os.link(file, os.path.join(flat, os.path.basename(file)))
    heading("rembg, u2netp, the same photos", "one core", "two cores")
    figures = []
    for count in (1, 2):
        output = os.path.join(work, f"rembg{count}")
        log = os.path.join(work, "rembg.log")
        environment = {
            "PYTHONPATH": packages, "U2NET_HOME": home, "MODEL_CHECKSUM_DISABLED": "1", "OMP_NUM_THREADS": str(count)}
        program = "import sys; from rembg.cli import main; sys.argv[0] = 'rembg'; main()"
        seconds, peak, processor = timed(
            [sys.executable, "-c", program, "p", "-m", "u2netp", flat, output], CORES[:count], environment, log)
        made = len(os.listdir(output)) if os.path.isdir(output) else 0
        if not made:
            with open(log) as lines:
                print(f"\nrembg made nothing: {lines.read()[-500:]}")
            return
        figures.append((seconds, peak, made, processor))
    row("photos done", *(made for _, _, made, _ in figures))
    row("seconds", *(f"{seconds:.0f}" for seconds, _, _, _ in figures))
    row("photos a minute", *(f"{60 * made / seconds:.0f}" for seconds, _, made, _ in figures))
    row("processor seconds", *(f"{processor:.0f}" for *_, processor in figures))
    row("peak, MiB", *(f"{peak:.0f}" for _, peak, _, _ in figures))


def main():
    with tempfile.TemporaryDirectory() as work:
        photos = os.path.join(work, "photos")
        count, pixels = make_photos(photos)
        print(f"\n{PHOTOS} photos made of {count} pictures, {pixels / PHOTOS / 1e6:.2f} megapixels each\n")
        soak(photos, work)
        print()
        kills(photos, work)
        print()
        vips(photos, work)
        print()
        rembg(photos, work)


if __name__ == "__main__":
    main()
