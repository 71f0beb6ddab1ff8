"""Reads and writes a 12-megapixel photo beside other programs: HEIC against heif-convert and heif-enc of Debian and
against pillow-heif, JPEG against Pillow and vips.

    Benchmarks/run photos

Two cores. For a program that can be timed from inside, the figure is the fastest of several runs in one process,
without its start and without reading the input; the others (heif-enc, heif-convert, vips) are timed as processes with
an input or output that costs nearly nothing (Y4M, PPM). Memory is the peak resident set of a whole process that does
the work once, with Python for a Python library. The picture is the sample portrait, enlarged, with a sensor's grain.
"""
import os, shutil, statistics, sys, tempfile

from measuring import INSIDE, TOOL, heading, measured, picture, row

RUNS = 5

DECODE = """
import sys, time
from PIL import Image
if sys.argv[1].endswith(".heic"):
    import pillow_heif
    pillow_heif.register_heif_opener()
times = []
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    Image.open(sys.argv[1]).load()
    times.append(time.perf_counter() - start)
print(min(times) * 1e3)
"""
ENCODE = """
import sys, time
from PIL import Image
import pillow_heif
pillow_heif.register_heif_opener()
image = Image.open(sys.argv[1])
image.load()
times = []
for _ in range(int(sys.argv[4])):
    start = time.perf_counter()
    image.save(sys.argv[2], quality=int(sys.argv[3]))
    times.append(time.perf_counter() - start)
print(min(times) * 1e3)
"""


def inside(*arguments):
    """Milliseconds of the fastest of RUNS in one process, and MiB of a process that does it once."""
    milliseconds = float(measured([INSIDE, *arguments, str(RUNS)])[2].split()[0])
    return milliseconds, measured([INSIDE, *arguments, "1"])[1]


def python(script, *arguments):
    milliseconds = float(measured([sys.executable, "-c", script, *arguments, str(RUNS)])[2])
    return milliseconds, measured([sys.executable, "-c", script, *arguments, "1"])[1]


def process(*arguments):
    runs = [measured(list(arguments)) for _ in range(RUNS)]
    return min(run[0] for run in runs) * 1e3, max(run[1] for run in runs)


def psnr(reference, file):
    """Peak signal-to-noise ratio over R, G and B, in dB, of a file as pillow-heif and Pillow decode it."""
    import math
    from PIL import Image, ImageChops, ImageStat
    difference = ImageStat.Stat(ImageChops.difference(reference, Image.open(file).convert("RGB")))
    return 10 * math.log10(255 * 255 * sum(difference.count) / sum(difference.sum2))


def show(name, result, own=None, *more):
    milliseconds, memory = result
    ratio = "" if own is None else f"{milliseconds / own[0]:.2f}"
    row(name, f"{milliseconds:.0f} ms", ratio, f"{memory:.0f} MiB", *more)


def quality_for(size, photo, output):
    """The quality at which the tool's file comes nearest to a size."""
    def distance(quality):
        measured([INSIDE, "encode", photo, output, str(quality / 100), "1"])
        return os.path.getsize(output) - size

    low, high = 0, 100
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if distance(middle) <= 0 else (low, middle)
    return min((low, high), key=lambda quality: abs(distance(quality))) / 100


def heic(folder, photo, source):
    import pillow_heif
    from PIL import Image
    pillow_heif.register_heif_opener()
    own, peer, pillow = (os.path.join(folder, name) for name in ("own.heic", "enc.heic", "pillow.heic"))
    y4m = os.path.join(folder, "source.y4m")
    with open(y4m, "wb") as file:
        file.write(b"YUV4MPEG2 W%d H%d F25:1 Ip A1:1 C420jpeg\nFRAME\n" % source.size)
        for number, plane in enumerate(source.convert("YCbCr").split()):
            size = source.size if number == 0 else tuple(side // 2 for side in source.size)
            file.write(plane.resize(size, Image.BOX).tobytes())

    heading("12 MP, HEIC", "time", "to ours", "peak memory", "size", "PSNR")

    def result(file):
        return f"{os.path.getsize(file) / 1e3:.0f} kB", f"{psnr(source, file):.2f} dB"

    default = process("heif-enc", y4m, "-o", peer)
    # The same pixels without the mattes.
    plain = os.path.join(folder, "plain.png")
    source.save(plain, compress_level=1)
    quality = quality_for(os.path.getsize(peer), plain, own)
    ours = inside("encode", plain, own, str(quality))
    show(f"encode at heif-enc's size, quality {quality}", ours, None, *result(own))
    with_mattes = inside("encode", photo, own, str(quality))
    show("encode, with four mattes", with_mattes, ours, *result(own))
    show("  heif-enc, its default, 50, from Y4M", default, ours, *result(peer))
    show("  heif-enc, from the PNG that ours read", process("heif-enc", plain, "-o", peer), ours, *result(peer))
    show("  pillow-heif, quality 50", python(ENCODE, plain, pillow, "50"), ours, *result(pillow))

    ours = inside("decode", own)
    show("decode", ours, None, "", "")
    show("  pillow-heif", python(DECODE, own), ours, "", "")
    show("  heif-convert to Y4M", process("heif-convert", own, os.path.join(folder, "o.y4m")), ours, "", "")


def jpeg(folder, photo, source):
    plain, ppm = os.path.join(folder, "plain.jpg"), os.path.join(folder, "source.ppm")
    own, output = os.path.join(folder, "own.jpg"), os.path.join(folder, "output.jpg")
    source.save(plain, quality=85)
    source.save(ppm)
    heading("12 MP, JPEG", "time", "to ours", "peak memory")
    ours = inside("decode", plain)
    show("decode", ours)
    show("  Pillow", python(DECODE, plain), ours)
    show("  vips, into memory", process("vips", "avg", plain), ours)
    ours = inside("encode", plain, own, "0.85")
    show("encode, quality 0.85", ours)
    show("  Pillow", python(ENCODE.replace("import pillow_heif\npillow_heif.register_heif_opener()\n", ""), plain, output, "85"), ours)
    show("  vips", process("vips", "jpegsave", ppm, output, "--Q", "85"), ours)


def main():
    for program in ("heif-enc", "heif-convert", "vips"):
        if not shutil.which(program):
            sys.exit(f"needs {program}: run 'make test' once, which installs it")
    with tempfile.TemporaryDirectory() as folder:
        from PIL import Image
        raw, photo = os.path.join(folder, "raw.jpg"), os.path.join(folder, "photo.jpg")
        picture(grain=3).save(raw, quality=97, subsampling=0)
        # The effect does not matter: the output carries four mattes.
        measured([TOOL, "apply-effect", "whiten-teeth", raw, "-o", photo, "--quality", "0.97"])
        source = Image.open(photo).convert("RGB")
        heic(folder, photo, source)
        print()
        jpeg(folder, photo, source)


main()
