"""The background of a movie: a picture without people, larger than the movie, over which a camera may pan."""
import glob
import os
import sys

import numpy as np

import light
import sharing  # noqa: F401
from movies import SIZE
from geometry import matrix, warped
from pictures import picture

MARGIN = 1.25  # times the movie's size


class Backdrop:
    def __init__(self, folder, movie):
        found = [p for p in sorted(glob.glob(os.path.join(glob.escape(folder), "*.jpg"))) if movie.background in os.path.basename(p)]
        if len(found) != 1:
            sys.exit(f"bench-movies: {len(found)} pictures named {movie.background} in {folder}: Models/training/negatives/first_set.py makes them")
        self.movie = movie
        self.picture = light.linear(picture(found[0])[..., ::-1] / np.float32(255))
        if movie.is_gray:
            self.picture = light.gray(self.picture)
        self.height, self.width = self.picture.shape[:2]
        self.way = movie.pan * movie.seconds
        self.scale = max((SIZE[0] * MARGIN + self.way) / self.width, SIZE[1] * MARGIN / self.height)
        self.drawn = None, None

    def draw(self, t, camera):
        """Linear light of the movie's size; the buffer belongs to the backdrop."""
        x = SIZE[0] / 2 + self.way / 2 - self.movie.pan * t
        m = camera @ matrix(self.scale, 0, (self.width / 2, self.height / 2), (x, SIZE[1] / 2))
        if self.drawn[0] is None or not np.array_equal(self.drawn[0], m):
            self.drawn = m, np.clip(warped(self.picture, m, SIZE), 0, 1)
        return self.drawn[1]
