"""Times effects on movies from file to file on two cores: MatteKit, RVM and MediaPipe with OpenCV, and FFmpeg's
boxblur.

    speed.py --movies FOLDER --data DATA [--rounds N] [--frames N] [--only REGEX] [--no-long]

Input is H.264 with AAC, output H.264 (libx264 at veryfast, rate factor 20) with the sound copied. Each round runs every
competitor once, in turn, so that other load affects all of them alike; the result is the median of the rounds. Frames
per second are those of the whole run, start-up included. Memory is that of all processes of a competitor together. At
the end, mattetool runs once over 3,000 frames: resident memory at frame 300 and at frame 3,000, located by the elapsed
time, as frames come evenly.
"""
import argparse
import dataclasses
import os
import re
import statistics
import subprocess
import sys
import tempfile

import methods
import movie_file
import sharing
import watched_run
from measuring import TOOL, heading, row
from speed_sources import FRAMES, LONG, source


@dataclasses.dataclass(frozen=True)
class Competitor:
    title: str
    size: str
    command: list  # MOVIE and OUT stand for the two paths
    aim: str = ""

    @property
    def key(self):
        return self.size, self.title

    def run(self, movie, out):
        return watched_run.run([{"MOVIE": movie, "OUT": out}.get(part, part) for part in self.command])


def competitors(data):
    def ours(size, effect, aim, *options):
        return Competitor(f"mattetool {effect} {' '.join(options)}".strip(), size, [TOOL, "apply-effect", effect, "MOVIE", "-o", "OUT", *options], aim)

    peer = os.path.join(sharing.HERE, "effect_peers.py")
    for size, aim in (("1280x720", "24, then 30"), ("1920x1080", "15")):
        yield ours(size, "blur-background", aim, "--matte-quality", "fast")
        yield Competitor("RVM, OpenCV", size, [sys.executable, peer, "rvm", "MOVIE", "OUT", data])
        if os.path.exists(methods.MEDIAPIPE):
            yield Competitor("MediaPipe selfie, OpenCV", size, [methods.MEDIAPIPE, peer, "selfie", "MOVIE", "OUT", data])
        yield Competitor("ffmpeg boxblur, everything", size, [
            "ffmpeg", "-v", "error", "-y", "-i", "MOVIE", "-vf", "boxblur=8:2", "-c:v", "libx264", "-preset", "veryfast", "-crf", "20",
            "-c:a", "copy", "OUT"])
        yield ours(size, "sticker", "60" if size == "1280x720" else "")
        yield ours(size, "hide-faces", "60" if size == "1280x720" else "")


def packets(path, kind):
    answer = subprocess.run(["ffprobe", "-v", "error", "-select_streams", kind, "-count_packets", "-show_entries",
                             "stream=nb_read_packets", "-of", "csv=p=0", path], capture_output=True, text=True, check=True)
    return answer.stdout.strip().rstrip(",")


def check_output(competitor, movie, out):
    """Fails if the output is shorter than the movie."""
    for kind, name in (("v:0", "frames"), ("a:0", "packets of sound")):
        wanted, found = packets(movie, kind), packets(out, kind)
        if wanted != found:
            sys.exit(f"bench-movies: {competitor.title} wrote {found or 'no'} {name} of {wanted}")


def timed(chosen, movies, frames, rounds):
    """The runs of each competitor."""
    runs = {competitor.key: [] for competitor in chosen}
    for number in range(rounds):
        for competitor in chosen:
            movie = source(movies, competitor.size, frames)
            with tempfile.TemporaryDirectory(dir=movies) as folder:
                out = os.path.join(folder, "out.mp4")
                result = competitor.run(movie, out)
                check_output(competitor, movie, out)
            runs[competitor.key].append(result)
            print(f"round {number + 1}: {competitor.size} {competitor.title} {frames / result.seconds:.1f} frames a second", file=sys.stderr, flush=True)
    return runs


def show(chosen, runs, frames):
    for size in dict.fromkeys(c.size for c in chosen):
        print(f"\n{size}, {frames} frames\n")
        heading("from file to file", "frames/s", "best round", "cpu ms/frame", "peak MiB", "aim, fps")
        for competitor in (c for c in chosen if c.size == size):
            results = runs[competitor.key]
            seconds = [r.seconds for r in results]
            row(competitor.title, f"{frames / statistics.median(seconds):.1f}", f"{frames / min(seconds):.1f}",
                f"{1000 * statistics.median(r.processor for r in results) / frames:.1f}",
                f"{statistics.median(r.peak for r in results):.0f}", competitor.aim)


def long_movie(chosen, movies):
    """The resident memory of mattetool's effects on a long movie of 1280x720."""
    movie = source(movies, "1280x720", LONG)
    print(f"\n1280x720, {LONG} frames\n")
    heading("resident memory, MiB", "frame 300", f"frame {LONG}", "change", "peak")
    for competitor in chosen:
        if competitor.size != "1280x720" or competitor.command[0] != TOOL:
            continue
        with tempfile.TemporaryDirectory(dir=movies) as folder:
            result = competitor.run(movie, os.path.join(folder, "out.mp4"))
        early, late = result.memory_at(300 / LONG), result.memory_at(1)
        row(competitor.title, f"{early:.0f}", f"{late:.0f}", f"{100 * (late / early - 1):+.1f} %", f"{result.peak:.0f}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--movies", required=True)
    p.add_argument("--data", required=True)
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--frames", type=int, default=FRAMES)
    p.add_argument("--only", default="", help="the competitors whose title, after their size, matches")
    p.add_argument("--no-long", action="store_true", help="leave out the movie of 3,000 frames")
    a = p.parse_args()
    movie_file.check()
    sharing.check_tool()
    chosen = [c for c in competitors(a.data) if re.search(a.only, " ".join(c.key))]
    if not chosen:
        p.error(f"--only: nothing is named {a.only!r}")
    runs = timed(chosen, a.movies, a.frames, a.rounds)
    show(chosen, runs, a.frames)
    print(f"\nLoad at the end {os.getloadavg()[0]:.1f}.")
    if not a.no_long:
        long_movie(chosen, a.movies)


if __name__ == "__main__":
    main()
