"""Times the main job on two cores: a 12-megapixel JPEG to HEIC with four mattes, stage by stage, and the tool's start.

    make bench            # builds, makes the input from the sample portrait, prints a table

Times are the median of several runs of the built tool; memory is the peak resident set of the whole process. Beside the
limits of the project stands, in the same run, what Debian's heif-enc needs to code the same pixels without any matte.
"""
import json, os, shutil, statistics, tempfile

from measuring import TOOL, heading, measured, picture, row

RUNS = 5


def main():
    with tempfile.TemporaryDirectory() as folder:
        photo, output = os.path.join(folder, "12mp.jpg"), os.path.join(folder, "out.heic")
        picture().save(photo, quality=92)

        measured([TOOL, "--help"])
        start = statistics.median(measured([TOOL, "--help"])[0] for _ in range(15))
        command = [TOOL, "apply-effect", "clown-makeup", photo, "-o", output, "--overwrite", "--json"]
        measured(command)
        runs = [measured(command) for _ in range(RUNS)]
        stages = [json.loads(text)["milliseconds"] for _, _, text in runs]

        heading("measure", "here", "aim")
        row("mattetool --help", f"{start * 1e3:.0f} ms", "50 ms")
        row("12 MP JPEG to HEIC, four mattes", f"{statistics.median(r[0] for r in runs):.2f} s", "2.5 s")
        row("  peak memory", f"{max(r[1] for r in runs):.0f} MiB", "400 MB")
        for stage in ("decode", "faces", "load", "network", "refinement", "render", "encode", "write"):
            row(f"  {stage}", f"{statistics.median(s[stage] for s in stages):.0f} ms", "")
        if shutil.which("heif-enc"):
            peer = os.path.join(folder, "peer.heic")
            peers = [measured(["heif-enc", "-q", "60", photo, "-o", peer]) for _ in range(2)]
            row("heif-enc, the same picture alone", f"{statistics.median(p[0] for p in peers):.2f} s", "")
            row("  peak memory", f"{max(p[1] for p in peers):.0f} MiB", "")


main()
