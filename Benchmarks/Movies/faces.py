"""Effects on faces in movies: whether hide-faces hides all of them, and how steadily a sticker follows its face.

    faces.py --movies FOLDER --data DATA [--only REGEX] [--hidden FOLDER] [--stickers FOLDER]

The movies are those of face_movies.py and the composed ones with visible faces. Found faces are those of `mattetool
track --json` on the same movie; a face must be hidden in a frame if it is found within a second of it. --hidden and
--stickers name folders with movies NAME.mp4 made elsewhere, instead of by mattetool's effects.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

import face_movies
import movie_file
import sharing
import sticker_motion
from hidden_faces import HiddenFaces, spans
from measuring import TOOL, heading, row

STILL, MOVING = ("still-1", "still-3", "pan-1"), ("walk-1", "walk-2", "walk-3", "shake-1", "shake-2", "fast-1", "fast-2")


def tracked(movie):
    """The boxes that `mattetool track` finds in each frame, in pixels."""
    width, height, _ = movie_file.known(movie)
    output = subprocess.run([TOOL, "track", movie, "--json", "--maximum-faces", "100"], capture_output=True, check=True).stdout
    return [[(b["x"] * width, b["y"] * height, b["width"] * width, b["height"] * height)
             for b in (face["bounds"] for face in json.loads(line)["faces"])] for line in output.splitlines()]


def made(effect, movie, name, given, folder, *options):
    """The movie with an effect: a given one, or mattetool's, written to `folder`."""
    if given:
        path = os.path.join(given, name + ".mp4")
        if not os.path.exists(path):
            sys.exit(f"bench-movies: no {path}")
        return path
    path = os.path.join(folder, f"{name}.mp4")
    subprocess.run([TOOL, "apply-effect", effect, movie, "-o", path, *options], check=True, stdout=subprocess.DEVNULL)
    return path


def paired(movie, result):
    """Frames of both movies, which must have the same number."""
    if movie_file.known(movie)[2] != movie_file.known(result)[2]:
        sys.exit(f"bench-movies: {result} has {movie_file.known(result)[2]} frames, {movie} {movie_file.known(movie)[2]}")
    return zip(movie_file.frames(movie), movie_file.frames(result))


def hiding(movies, given):
    """Prints a row for each movie, and where faces are visible."""
    heading("hide-faces", "faces", "promised", "seen of those", "seen of all", "least change")
    places, sums = [], [0, 0, 0, 0]
    for name, movie, truth in movies:
        with tempfile.TemporaryDirectory() as folder:
            count = HiddenFaces(truth, tracked(movie))
            for index, (source, hidden) in enumerate(paired(movie, made("hide-faces", movie, name, given, folder))):
                if index < len(truth):
                    count.add(index, source, hidden)
        values = count.total, count.promised, len(count.seen_promised), len(count.seen)
        row(name, *values, f"{min(count.changes):.2f}" if count.changes else "")
        sums = [a + b for a, b in zip(sums, values)]
        if count.seen:
            places.append(f"{name}: {spans(count.seen)}" + (f"; promised: {spans(count.seen_promised)}" if count.seen_promised else ""))
    row("all movies", *sums, "")
    print("\nFrames in which a face is to be seen:" if places else "\nNo face is to be seen in any frame.")
    print("\n".join(places))


def stickers(movies, names, title, given):
    """Prints how a disc on the nose moves against the face, in percent of the face's width."""
    heading(title, "face, px", "deviation %", "greatest %", "missing")
    for name, movie, truth in movies:
        if name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            disc = os.path.join(folder, "disc.png")
            sticker_motion.disc(disc)
            result = made("sticker", movie, name, given, folder, "--set", f"picture={disc}", "--set", "anchor=nose")
            faces = [next((f for f in frame if f["visible"] >= 0.95), None) for frame in truth]
            middles = [sticker_motion.middle(source, picture, face["box"]) if face else None
                       for face, (source, picture) in zip(faces, paired(movie, result))]
        if not any(middles):
            row(name, "", "", "", sum(1 for f in faces if f))
            continue
        deviation, greatest, missing = sticker_motion.motion(middles, faces)
        row(name, f"{next(f for f in faces if f)['box'][2]:.0f}", f"{deviation:.3f}", f"{greatest:.3f}", missing)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--movies", required=True)
    p.add_argument("--data", required=True)
    p.add_argument("--only", default="", help="the movies whose names match")
    p.add_argument("--hidden", help="movies of hidden faces that were made elsewhere")
    p.add_argument("--stickers", help="movies of stickers that were made elsewhere")
    p.add_argument("--part", choices=("hiding", "stickers"), help="one of the two measures alone")
    a = p.parse_args()
    movie_file.check()
    sharing.check_tool()
    movies = [movie for movie in face_movies.paths(a.movies, a.data) if re.search(a.only, movie[0])]
    if not movies:
        p.error(f"--only: no movie is named {a.only!r}")
    if a.part != "stickers":
        hiding(movies, a.hidden)
    if a.part != "hiding":
        print()
        stickers(movies, STILL, "sticker on a still face", a.stickers)
        print()
        stickers(movies, MOVING, "sticker on a moving face", a.stickers)


if __name__ == "__main__":
    main()
