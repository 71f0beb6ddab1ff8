"""Measures flicker and trails of the mattes of movies, frame by frame and by MatteStream; see Sources/stream-benchmark.

Each line: the movie; the flicker where the picture does not move (single frames -> stream); the difference of the
stream's mattes from the frame's own where the picture moves; and, for the object with a known path, the portrait left
behind it and its error. Levels of 0...255. Movies of ../shared/data/video are left out if that folder is missing.
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
