"""Movies of faces at known positions, in MOVIES/faces: those of ../Tracking, one of tiny faces, and the annotated
crowd.

Each is a folder with movie.mp4 and movie.json in the form of composing.py: for each frame {"id", "box", "visible"}, the
box (x, y, width, height) in pixels, from brows to lips.
"""
import json
import math
import os
import shutil

import sharing  # noqa: F401
import tracking  # before composing, of which Tracking has one too: this puts Tracking's folder first
import composing
from movie_file import Writer, composed_names

CHOSEN = ("moving", "crossing", "turning", "hiding", "hidden long", "returning", "entering", "small", "cut")


def tiny(sprites, backgrounds):
    """Faces 16 to 26 pixels wide."""
    width = composing.SIZE[0]

    def path(number):
        return lambda t: ((150 + 190 * number + 60 * t) % width, 180 + 70 * number + 12 * math.sin(2 * t + number), 16 + 2 * number, 0)
    return composing.compose(backgrounds[0], [composing.Actor(sprites[n % len(sprites)], path(n)) for n in range(6)], 4, seed=3)


def known_crowd():
    """The annotated boxes of the crowd movie by frame."""
    with open(os.path.join(sharing.BENCHMARKS, "Tracking/crowd.json")) as f:
        marks = json.load(f)
    frames = [[] for _ in range(marks["frames"])]
    for face in marks["faces"]:
        for marked in face["seen"]:
            for a, b in zip(marked, marked[1:]):
                for frame in range(a["frame"], b["frame"] + (b is marked[-1])):
                    share = (frame - a["frame"]) / (b["frame"] - a["frame"])
                    box = [p + share * (q - p) for p, q in zip(a["box"], b["box"])]
                    frames[frame].append({"id": face["id"], "box": box, "visible": 1.0 if a["isClear"] and b["isClear"] else 0.5})
    return frames, marks["movie"]


def write(folder, name, frames):
    target, part = os.path.join(folder, name), os.path.join(folder, name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    os.makedirs(part)
    truth = []
    with Writer(os.path.join(part, "movie.mp4"), composing.SIZE, composing.RATE) as writer:
        for picture, faces in frames:
            writer.write(picture)
            truth.append([{"id": f["id"], "box": [float(v) for v in f["box"]], "visible": 1.0 if f["isClear"] else composing.CLEAR / 2} for f in faces])
    with open(os.path.join(part, "movie.json"), "w") as f:
        json.dump({"faces": truth}, f)
    os.rename(part, target)


def paths(movies, data):
    """(name, movie, truth by frames) of each; movies that do not exist yet are made."""
    folder = os.path.join(movies, "faces")
    composed = composed_names(movies)
    tracking.DATA = data
    every = None
    for name in (*CHOSEN, "tiny"):
        flat = name.replace(" ", "-")
        if not os.path.exists(os.path.join(folder, flat, "movie.json")):
            if every is None:
                sprites, backgrounds = tracking.sprites(), tracking.backgrounds()
                every = {**composing.movies(sprites, backgrounds), "tiny": lambda: tiny(sprites, backgrounds)}
            write(folder, flat, every[name]())
        with open(os.path.join(folder, flat, "movie.json")) as f:
            yield flat, os.path.join(folder, flat, "movie.mp4"), json.load(f)["faces"]
    # Composed of whole people: a face without a number gets its person's.
    for name in composed:
        with open(os.path.join(movies, name, "movie.json")) as f:
            faces = json.load(f)["faces"]
        if any(faces):
            yield name, os.path.join(movies, name, "movie.mp4"), [[dict(face, id=face["subject"]) for face in frame] for frame in faces]
    truth, movie = known_crowd()
    yield "crowd", os.path.join(data, "video", movie), truth
