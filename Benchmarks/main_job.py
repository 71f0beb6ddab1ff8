"""Times the main job on two cores: a 12-megapixel JPEG to HEIC with four mattes, stage by stage, and the tool's start.

    make bench            # builds, makes the input from the sample portrait, prints a table

Times are the median of several runs of the built tool; memory is the peak resident set of the whole process. Beside the
project's limits, the table has the time of Debian's heif-enc in the same run for the same pixels without mattes.

    python3 Benchmarks/main_job.py PHOTO.jpg ...

compares with heif-enc on photos of your own: seconds, seconds of processor time, size and PSNR of the picture.
"""
import json, math, os, shutil, statistics, sys, tempfile

from measuring import TOOL, heading, measured, picture, row, spent

RUNS = 5


def command(photo, output, *more):
    return [TOOL, "apply-effect", "clown-makeup", photo, "-o", output, "--overwrite", "--json", *more]


def psnr(photo, coded, folder):
    """PSNR of the picture in a HEIC against its source photo, in dB."""
    from PIL import Image, ImageChops, ImageStat

    decoded = os.path.join(folder, "decoded.png")
    measured(["heif-convert", coded, decoded])
    before, after = (Image.open(path).convert("RGB") for path in (photo, decoded))
    error = statistics.mean(ImageStat.Stat(ImageChops.difference(before, after)).rms[band] ** 2 for band in range(3))
    return 10 * math.log10(255 * 255 / error) if error else math.inf


def compare(photos):
    """The main job beside heif-enc, which writes no matte."""
    heading("photo", "seconds", "heif-enc", "ratio", "processor", "heif-enc", "kB", "heif-enc", "dB", "heif-enc")
    with tempfile.TemporaryDirectory() as folder:
        own, peer = os.path.join(folder, "own.heic"), os.path.join(folder, "peer.heic")
        for photo in photos:
            measured(command(photo, own))
            runs = [spent(command(photo, own)) for _ in range(RUNS)]
            peers = [spent(["heif-enc", "-q", "60", photo, "-o", peer]) for _ in range(2)]
            seconds, other = (statistics.median(run[0] for run in all) for all in (runs, peers))
            sizes = [os.path.getsize(path) / 1000 for path in (own, peer)]
            # Nothing is drawn, so that only the encoding differs.
            measured(command(photo, own, "--set", "strength=0"))
            row(
                os.path.basename(photo), f"{seconds:.2f}", f"{other:.2f}", f"{seconds / other:.2f}",
                *(f"{statistics.median(run[3] for run in all):.2f}" for all in (runs, peers)),
                *(f"{size:.0f}" for size in sizes), *(f"{psnr(photo, path, folder):.2f}" for path in (own, peer)))
            sys.stdout.flush()


def main():
    with tempfile.TemporaryDirectory() as folder:
        photo, output = os.path.join(folder, "12mp.jpg"), os.path.join(folder, "out.heic")
        picture().save(photo, quality=92)

        measured([TOOL, "--help"])
        start = statistics.median(measured([TOOL, "--help"])[0] for _ in range(15))
        measured(command(photo, output))
        runs = [spent(command(photo, output)) for _ in range(RUNS)]
        stages = [json.loads(run[2])["milliseconds"] for run in runs]

        heading("measure", "here", "aim")
        row("mattetool --help", f"{start * 1e3:.0f} ms", "50 ms")
        seconds = statistics.median(r[0] for r in runs)
        row("12 MP JPEG to HEIC, four mattes", f"{seconds:.2f} s", "1.2 s")
        row("  processor time", f"{statistics.median(r[3] for r in runs):.2f} s", "")
        row("  peak memory", f"{max(r[1] for r in runs):.0f} MiB", "400 MB")
        for stage in ("decode", "faces", "load", "network", "refinement", "render", "encode", "write"):
            row(f"  {stage}", f"{statistics.median(s[stage] for s in stages):.0f} ms", "")
        if shutil.which("heif-enc"):
            peer = os.path.join(folder, "peer.heic")
            peers = [spent(["heif-enc", "-q", "60", photo, "-o", peer]) for _ in range(2)]
            other = statistics.median(p[0] for p in peers)
            row("heif-enc, the same picture alone", f"{other:.2f} s", "")
            row("  processor time", f"{statistics.median(p[3] for p in peers):.2f} s", "")
            row("  peak memory", f"{max(p[1] for p in peers):.0f} MiB", "")
            row("  the time here, of heif-enc's", f"{seconds / other:.2f}", "")


if sys.argv[1:]:
    compare(sys.argv[1:])
else:
    main()
