"""Times the filter graph beside libvips, OpenCV, ImageMagick and Pillow: the same jobs on 12 megapixels, two cores.

    make bench                        # with everything else
    Benchmarks/run filters            # all rows; prints the tables, and keeps them in Benchmarks/filters.md
    ROWS="clown,ten" Benchmarks/run filters  # only these rows; the figures of the others are kept
    ROUNDS=5 RUNS=5 Benchmarks/run filters   # starts of each program, in turn, and runs of each job

The best time of all counts. On a machine with other load, run it as root: the measured programs then get real-time
priority (`chrt -f 20`), so select a few rows at a time.

All take eight-bit samples as they are and return eight-bit samples, in memory. The last column is ours with colour
management (sRGB to linear light and back), which the peers do not do. The limit is the time to read the picture and
write it once with both cores, four bytes per pixel: "ours / copy" compares with a copy to new memory in the large pages
that our results use. "off by" is the difference of our result from the nearest peer's, in levels of 255, mean and
maximum: a small one shows that the work is the same. Peers use DejaVu Sans for the text, of 200 pixels. A peer without
an operation is left out: Pillow has no float arithmetic for the guided filter, and only Pillow and ImageMagick have
colour cubes. Only OpenCV convolves with a disc of that size within minutes (by a Fourier transform), and it has no font
rendering. None has a zoom blur or a blur by a mask of sigmas.
"""
import array, json, os, subprocess, sys, tempfile

from measuring import PACKAGES, ROOT, picture

from PIL import Image, ImageChops, ImageStat

ROUNDS = int(os.environ.get("ROUNDS", 3))
RUNS = os.environ.get("RUNS", "5")
OWN = os.path.join(ROOT, "Benchmarks/.build/release/filter-benchmark")
PEERS = os.path.join(ROOT, "Benchmarks/Peers")
BUILD = os.path.join(ROOT, "Benchmarks/.build")
KEPT = os.path.join(BUILD, "filters.json")
JOBS = {
    "copy": "read and write once, to memory in use",
    "copy large": "read and write once, to new memory in large pages",
    "copy new": "read and write once, to new memory as malloc gives it",
    "clown": "brightest component, gamma, through half-size mask",
    "clown again": "the same into a picture that was written before",
    "clown dense": "the same through a mask that is nowhere 0 or the same",
    "ten": "ten colour filters",
    "gaussian 4": "Gaussian blur, sigma 4",
    "gaussian 20": "Gaussian blur, sigma 20",
    "gaussian 100": "Gaussian blur, sigma 100",
    "half": "Lanczos to half",
    "double": "Lanczos to double",
    "guided": "guided filter, radius 8",
    "cube": "colour cube, 36 nodes a side",
    "masked blur": "Gaussian blur, sigma 10, through half-size mask",
    "background": "another background through half-size mask",
    "disc": "disc blur, radius 60",
    "zoom": "zoom blur, a fifth of the way to the centre",
    "variable blur": "Gaussian blur, sigma up to 20 by half-size mask",
    "text": "two lines of text over the picture",
}

def write_inputs(folder):
    photo = picture(grain=3)
    width, height = photo.size
    other = photo.transpose(Image.FLIP_TOP_BOTTOM).transpose(Image.FLIP_LEFT_RIGHT)
    mask = Image.radial_gradient("L").resize((width // 2, height // 2)).point(
        lambda v: min(max(int((150 - v) * 4), 0), 255))
    nodes = array.array("f")
    for b in range(36):
        for g in range(36):
            for r in range(36):
                x, y, z = r / 35, g / 35, b / 35
                nodes.extend((x * x * (3 - 2 * x), 0.8 * y + 0.2 * x, 0.5 * z + 0.5 * z * y, 1))
    for name, data in {
        "photo.rgba": photo.convert("RGBA").tobytes(), "background.rgba": other.convert("RGBA").tobytes(),
        "mask.gray": mask.tobytes(), "cube.float": nodes.tobytes(),
    }.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    return width, height


def programs(folder, width, height):
    size = [str(width), str(height)]
    environment = dict(os.environ, PYTHONPATH=PACKAGES + os.pathsep + os.environ.get("PYTHONPATH", ""), VIPS_CONCURRENCY="2")
    found = {
        "ours": [OWN, folder, *size, "linear", RUNS],
        "managed": [OWN, folder, *size, "sRGB", RUNS],
        "Pillow": [sys.executable, os.path.join(PEERS, "pillow_filters.py"), folder, *size, RUNS],
        "libvips": [sys.executable, os.path.join(PEERS, "vips_filters.py"), folder, *size, RUNS],
        "ImageMagick": [sys.executable, os.path.join(PEERS, "magick_filters.py"), folder, *size, "1"],
    }
    binary = os.path.join(BUILD, "opencv-filters")
    source = os.path.join(PEERS, "opencv_filters.cpp")
    if not os.path.exists(binary) or os.path.getmtime(binary) < os.path.getmtime(source):
        subprocess.run(
            ["c++", "-O3", "-march=native", "-I/usr/include/opencv4", source, "-lopencv_core", "-lopencv_imgproc", "-o", binary],
            check=True)
    found["OpenCV"] = [binary, folder, *size, RUNS]
    return found, environment


def before_all_others(command):
    """The command with real-time priority, if that is permitted."""
    return ["chrt", "-f", "20", *command] if os.geteuid() == 0 else command


def timed(found, environment, wanted, kept):
    """Adds the best milliseconds of each program for each row, by the clock and of both processors together, to `kept`."""
    for turn in range(ROUNDS):
        for name, command in found.items():
            if name == "ImageMagick" and turn:
                continue  # It is far slower and takes minutes.
            # ImageMagick gets a process for each row: all rows in one exceed its policy's memory limit, and continue on
            # the disk.
            groups = [[row] for row in wanted or JOBS] if name == "ImageMagick" else [wanted]
            for rows in groups:
                done = subprocess.run(
                    before_all_others(command + rows), env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                    text=True)
                if done.returncode:
                    print(f"{name} was left out: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
                for line in done.stdout.splitlines():
                    keep(kept, name, line)


def keep(kept, name, line):
    """Parses a program's line for a row."""
    row, fastest, _, processor = line.split("\t")
    times = kept.setdefault(row, {}).setdefault("times", {})
    old = times.get(name, (float("inf"), float("inf")))
    times[name] = (min(float(fastest), old[0]), min(float(processor), old[1]))
    if name == "ours":
        kept[row]["runs"] = kept[row].get("runs", 0) + int(RUNS)


def difference(folder, row, size):
    """The difference of our result from the nearest peer's, in levels: mean, maximum, and the peer's name."""
    def read(path, layout):
        with open(path, "rb") as file:
            data = file.read()
        return Image.frombytes(layout, size, data).convert("RGB")

    own = os.path.join(folder, f"{row}.mattekit.rgba")
    if not os.path.exists(own):
        return None
    ours = read(own, "RGBA")
    found = []
    for peer in ("libvips", "OpenCV", "Pillow", "ImageMagick"):
        path = os.path.join(folder, f"{row}.{peer.lower()}.rgb")
        if os.path.exists(path):
            if os.path.getsize(path) != 3 * size[0] * size[1]:
                print(f"{os.path.basename(path)} is not complete: is the disk full?", file=sys.stderr)
                continue
            apart = ImageChops.difference(ours, read(path, "RGB"))
            found.append((sum(ImageStat.Stat(apart).mean) / 3, max(high for _, high in apart.getextrema()), peer))
    return min(found, default=None)


def table(kept, kind):
    """Markdown; `kind` is 0 for time by the clock, 1 for processor time."""
    peers = ["libvips", "OpenCV", "Pillow", "ImageMagick"]
    lines = [
        "| milliseconds | ours | " + " | ".join(peers) + " | ours / fastest peer | ours / copy | off by, mean (most) | ours, managed |",
        "| --- |" + " ---: |" * (len(peers) + 5),
    ]
    for row, words in JOBS.items():
        if "ours" not in kept.get(row, {}).get("times", {}):
            continue
        times = {name: pair[kind] for name, pair in kept[row]["times"].items()}
        copied = kept["copy large"]["times"]["ours"][kind]
        fastest = min((times[peer] for peer in peers if peer in times), default=None)
        off = kept[row].get("off")
        cells = [f"{times[peer]:.1f}" if peer in times else "" for peer in ["ours", *peers]]
        cells += [f"{times['ours'] / fastest:.2f}" if fastest else "", f"{times['ours'] / copied:.1f}"]
        cells += [f"{off[0]:.2f} ({off[1]}, {off[2]})" if off else "", f"{times['managed']:.1f}" if "managed" in times else ""]
        lines.append(f"| {words} | " + " | ".join(cells) + " |")
    return lines


def write(kept, lines):
    """Writes the tables to filters.md, and keeps the text below them."""
    def read(path, key):
        with open(path) as file:
            return next((line.split(":")[1].strip() for line in file if line.startswith(key)), "")

    processor, memory = read("/proc/cpuinfo", "model name"), int(read("/proc/meminfo", "MemTotal").split()[0]) >> 20
    path = os.path.join(ROOT, "Benchmarks/filters.md")
    notes = "\n## Notes\n"
    if os.path.exists(path):
        with open(path) as file:
            text = file.read()
        notes = text[text.index(notes):] if notes in text else notes
    text = "\n".join(lines)
    least = min(kept[row]["runs"] for row in JOBS)
    with open(path, "w") as file:
        file.write(f"""# The filter graph beside other libraries

4032x3024 pixels, eight bits in and out, in memory. Two cores of {processor}, {memory} GiB; `Benchmarks/run filters`, the
best of {least} runs or more of each program (ImageMagick: one). What is measured and how: [filters.py](filters.py).

{text}
{notes}""")


def main():
    wanted = [row for row in os.environ.get("ROWS", "").split(",") if row]
    kept = {}
    if wanted and os.path.exists(KEPT):
        with open(KEPT) as file:
            kept = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        width, height = write_inputs(folder)
        found, environment = programs(folder, width, height)
        timed(found, environment, wanted, kept)
        with open(KEPT, "w") as file:
            json.dump(kept, file, indent=1)
        for row in kept:
            size = {"half": (width // 2, height // 2), "double": (width * 2, height * 2)}.get(row, (width, height))
            off = difference(folder, row, size)
            if off:
                kept[row]["off"] = off
    with open(KEPT, "w") as file:
        json.dump(kept, file, indent=1)
    if "ours" not in kept.get("copy large", {}).get("times", {}):
        sys.exit("measure the row copy as well: the others are set beside it")
    lines = ["By the clock:", "", *table(kept, 0), "", "Of both processors together, which other work changes less:", ""]
    lines += table(kept, 1)
    print("\n".join(lines))
    if all(row in kept for row in JOBS):
        write(kept, lines)


main()
