"""Composes the movies of movies.py or held_out_movies.py: people with known alpha, moved along known paths in front of
pictures without people.

    composing.py --movies FOLDER --data DATA [--held-out] [--only REGEX] [--seconds S] [--seed N] [--backgrounds FOLDER]

Writes FOLDER/NAME/movie.mp4, FOLDER/NAME/truth/000000.png ... (alpha at half the size, 8 bits) and
FOLDER/NAME/movie.json (kind, seed, rate, size, and the faces of each frame). Composition is in linear light; a frame
with several exposures is their mean, and so is its alpha. Then a sensor's noise is added, new in each frame: shot noise
and read noise, with a standard deviation of 2 of 255 levels in middle gray. The same seed makes the same frames.
"""
import argparse
import json
import os
import re
import shutil
import zlib

import cv2
import numpy as np

import light
import sharing  # noqa: F401
from backdrop import Backdrop
from held_out_movies import HELD_OUT
from movies import MOVIES, RATE, SIZE
from geometry import matrix
from layer import Layer
from measuring import ROOT
from movie_file import Writer, check
from subjects import subject

SHUTTER = 0.5 / RATE  # seconds over which the exposures of a frame are spread


def camera_matrix(movie, t):
    dx, dy, roll, zoom = movie.camera(t)
    return matrix(zoom, roll, (SIZE[0] / 2, SIZE[1] / 2), (SIZE[0] / 2 + dx, SIZE[1] / 2 + dy))


def exposed(movie, layers, backdrop, time):
    """Linear light and alpha of a frame."""
    total, truth = np.zeros((SIZE[1], SIZE[0], 3), np.float32), np.zeros(SIZE[::-1], np.float32)
    for number in range(movie.exposures):
        t = time + ((number + 0.5) / movie.exposures - 0.5) * SHUTTER
        camera = camera_matrix(movie, t)
        canvas, alpha = backdrop.draw(t, camera).copy(), np.zeros(SIZE[::-1], np.float32)
        for layer in layers:
            m = layer.matrix(t, camera)
            if m is not None:
                layer.draw(m, canvas, alpha)
        total += canvas
        truth += alpha
    return total / movie.exposures, truth / movie.exposures


def faces(movie, layers, time):
    """The faces of a frame, in the middle of its exposures."""
    camera, placed = camera_matrix(movie, time), []
    for layer in layers:
        m = layer.matrix(time, camera)
        if m is not None:
            alpha = np.zeros(SIZE[::-1], np.float32)
            layer.draw(m, np.zeros((SIZE[1], SIZE[0], 3), np.float32), alpha)
            placed.append((layer, m, alpha))
    seen = [layer.face(m, [above[2] for above in placed[number + 1:]]) for number, (layer, m, _) in enumerate(placed)]
    return [face for face in seen if face]


def frames(movie, data, backgrounds, cut_outs, seed, seconds):
    """(RGB codes, alpha of the full size, faces) of each frame."""
    random = np.random.default_rng([seed, zlib.crc32(movie.name.encode())])
    layers = [Layer(subject(data, cut_outs, actor.subject), actor, movie) for actor in movie.actors]
    backdrop = Backdrop(backgrounds, movie)
    for index in range(round(seconds * RATE)):
        exposure, truth = exposed(movie, layers, backdrop, index / RATE)
        yield light.seen(exposure, random), truth, faces(movie, layers, index / RATE)


def half(plane):
    """A plane at half the size by area averaging, 8 bits."""
    h, w = plane.shape
    return np.uint8(plane.reshape(h // 2, 2, w // 2, 2).mean((1, 3)) * 255 + 0.5)


def compose(movie, data, backgrounds, out, seed, seconds):
    """Writes a movie's folder, completely or not at all."""
    folder, part = os.path.join(out, movie.name), os.path.join(out, movie.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    os.makedirs(os.path.join(part, "truth"))
    seen = []
    with Writer(os.path.join(part, "movie.mp4"), SIZE, RATE) as writer:
        for index, (rgb, truth, there) in enumerate(frames(movie, data, backgrounds, os.path.join(out, "subjects"), seed, seconds)):
            writer.write(rgb)
            cv2.imwrite(os.path.join(part, "truth", f"{index:06}.png"), half(truth))
            seen.append(there)
    with open(os.path.join(part, "movie.json"), "w") as f:
        json.dump({"kind": movie.kind, "seed": seed, "rate": RATE, "size": SIZE, "faces": seen}, f)
    shutil.rmtree(folder, ignore_errors=True)
    os.rename(part, folder)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--movies", required=True, help="the folder to write the movies to")
    p.add_argument("--data", required=True)
    p.add_argument("--backgrounds", default=os.path.join(ROOT, ".build/negatives-held-out/scenes"),
                   help="the scenes that Models/training/negatives/first_set.py holds out")
    p.add_argument("--held-out", action="store_true", help="the movies that no limit was chosen by")
    p.add_argument("--only", default="", help="the movies whose names match")
    p.add_argument("--seconds", type=float, default=60, help="no more of each movie than this")
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args()
    check()
    cv2.setNumThreads(2)
    for movie in HELD_OUT if a.held_out else MOVIES:
        if re.search(a.only, movie.name):
            seconds = min(a.seconds, movie.seconds)
            compose(movie, a.data, a.backgrounds, a.movies, a.seed, seconds)
            print(f"{movie.name}: {round(seconds * RATE)} frames, seed {a.seed}", flush=True)


if __name__ == "__main__":
    main()
