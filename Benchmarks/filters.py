"""Times the filter graph beside libvips, OpenCV, ImageMagick and Pillow: the same jobs on 12 megapixels, two cores.

    make bench                      # with everything else
    Benchmarks/run filters          # prints the table, and keeps it in Benchmarks/filters.md
    ROUNDS=5 Benchmarks/run filters # each program starts so many times, in turn; the best time of all counts

All take eight-bit samples as they are and give eight-bit samples back, already in memory; the last column is ours with
colours managed (sRGB to linear light and back), which the peers do not do. The limit is the time to read the picture and write
it once with both cores, four bytes a pixel, to memory as new as a result's: "ours / copy". "off by" is the mean difference of our result from the nearest peer's
in levels of 255: that it is small says that the work is the same. A peer that has no such operation is left out: Pillow
has no arithmetic in float for the guided filter, and only Pillow and ImageMagick have colour cubes.
"""
import array, os, subprocess, sys, tempfile

from measuring import PACKAGES, ROOT, picture

from PIL import Image, ImageChops, ImageStat

ROUNDS = int(os.environ.get("ROUNDS", 3))
RUNS = os.environ.get("RUNS", "5")
OWN = os.path.join(ROOT, "Benchmarks/.build/release/filter-benchmark")
PEERS = os.path.join(ROOT, "Benchmarks/Peers")
BUILD = os.path.join(ROOT, "Benchmarks/.build")
JOBS = {
    "copy": "read and write once, to memory in use",
    "copy new": "read and write once, to new memory",
    "clown": "brightest component, gamma, through half-size mask",
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


def timed(found, environment, wanted):
    """The best milliseconds of each program for each row: by the clock, and of both processors together."""
    best = {}
    for turn in range(ROUNDS):
        for name, command in found.items():
            if name == "ImageMagick" and turn:
                continue  # It is far behind and takes minutes.
            done = subprocess.run(command + wanted, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if done.returncode:
                print(f"{name} was left out: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
            for line in done.stdout.splitlines():
                row, fastest, _, processor = line.split("\t")
                old = best.setdefault(row, {}).get(name, (float("inf"), float("inf")))
                best[row][name] = (min(float(fastest), old[0]), min(float(processor), old[1]))
    return best


def difference(folder, row, size):
    """How far our result is from the nearest peer's, in levels."""
    def read(path, layout):
        with open(path, "rb") as file:
            data = file.read()
        return Image.frombytes(layout, size, data).convert("RGB")

    own = os.path.join(folder, f"{row}.mattekit.rgba")
    if not os.path.exists(own):
        return None
    ours = read(own, "RGBA")
    values = []
    for peer in ("vips", "opencv", "pillow", "magick"):
        path = os.path.join(folder, f"{row}.{peer}.rgb")
        if os.path.exists(path):
            mean = ImageStat.Stat(ImageChops.difference(ours, read(path, "RGB"))).mean
            values.append(sum(mean) / 3)
            if os.environ.get("VERBOSE"):
                print(f"{row}: {values[-1]:.2f} levels from {peer}", file=sys.stderr)
    return min(values, default=None)


def table(folder, best, kind, whole):
    """Markdown; `kind` is 0 for time by the clock, 1 for that of the processors."""
    peers = ["libvips", "OpenCV", "Pillow", "ImageMagick"]
    width, height = whole
    lines = [
        f"| {width}x{height}, milliseconds | ours | " + " | ".join(peers)
        + " | ours / fastest peer | ours / copy | off by | ours, managed |",
        "| --- |" + " ---: |" * (len(peers) + 5),
    ]
    for row, words in JOBS.items():
        if row not in best or "ours" not in best[row]:
            continue
        times = {name: pair[kind] for name, pair in best[row].items()}
        copied = best["copy new"]["ours"][kind]
        fastest = min((times[peer] for peer in peers if peer in times), default=None)
        size = {"half": (width // 2, height // 2), "double": (width * 2, height * 2)}.get(row, whole)
        off = difference(folder, row, size)
        cells = [f"{times[peer]:.1f}" if peer in times else "" for peer in ["ours", *peers]]
        cells += [f"{times['ours'] / fastest:.2f}" if fastest else "", f"{times['ours'] / copied:.1f}"]
        cells += ["" if off is None else f"{off:.2f}", f"{times['managed']:.1f}" if "managed" in times else ""]
        lines.append(f"| {words} | " + " | ".join(cells) + " |")
    return lines


def main():
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        width, height = write_inputs(folder)
        found, environment = programs(folder, width, height)
        best = timed(found, environment, ["copy", "copy new", *wanted] if wanted else [])
        lines = table(folder, best, 0, (width, height))
        lines += ["", "The same in milliseconds that the processors worked for it, both together, which other work on the machine does not change:", ""]
        lines += table(folder, best, 1, (width, height))
    text = "\n".join(lines)
    print(text)
    if not wanted:
        processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
        with open(os.path.join(ROOT, "Benchmarks/filters.md"), "w") as file:
            file.write(f"""# The filter graph beside other libraries

Two cores of {processor}; eight-bit samples in and out, in memory; the best of {ROUNDS} starts of {RUNS} runs
each, in turn. How it is measured: [filters.py](filters.py).

{text}
""")


main()
