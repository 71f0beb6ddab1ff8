"""Flicker and trails of the mattes of movies, frame by frame against MatteStream; see Sources/stream-benchmark.

Each line: the movie, the flicker where the picture stands still (single frames -> stream), how far the stream's mattes
are from the frame's own where the picture moves, and, for the mover whose path is known, the portrait left behind it and
its error. Levels of 0...255. Movies of ../shared/data/video are left out where that folder is missing.
"""
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
TOOL = HERE / ".build/release/stream-benchmark"
SAMPLE = HERE.parent / ".dependencies/samples/astronaut.png"
MOVIES = HERE.parent.parent / "shared/data/video"
FRAMES = "24"


def run(kind, file):
    subprocess.run([TOOL, kind, file, FRAMES], check=True)


for movie in sorted(MOVIES.glob("*.gif")) + sorted(MOVIES.glob("*.mp4")):
    run("video", movie)
for kind in ("still", "moving"):
    run(kind, SAMPLE)
