"""Flicker and trails of the mattes of films, frame by frame against MatteStream; see Sources/stream-benchmark.

Each line: the film, the flicker where the picture stands still (single frames -> stream), how far the stream's mattes
are from the frame's own where the picture moves, and, for the mover whose path is known, the portrait left behind it and
its error. Levels of 0...255. Films of ../shared/data/video are left out where that folder is missing.
"""
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
TOOL = HERE / ".build/release/stream-benchmark"
SAMPLE = HERE.parent / ".dependencies/samples/astronaut.png"
FILMS = HERE.parent.parent / "shared/data/video"
FRAMES = "24"


def run(kind, file):
    subprocess.run([TOOL, kind, file, FRAMES], check=True)


for film in sorted(FILMS.glob("*.gif")) + sorted(FILMS.glob("*.mp4")):
    run("video", film)
for kind in ("still", "moving"):
    run(kind, SAMPLE)
