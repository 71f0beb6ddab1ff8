"""Movies in which nobody is: slow pans and zooms over pictures of animals, drawings, paintings and places
(Models/training/negatives/first_set.py), one second each. Whatever is followed in them is no face.
"""
import math
import os
import random

import numpy as np
from PIL import Image

SIZE = (1280, 720)
FRAMES = 25
MARGIN = 160


def pictures(folder):
    """The kind and the path of each picture in the folders of kinds."""
    return [(kind, os.path.join(folder, kind, name)) for kind in sorted(os.listdir(folder))
            for name in sorted(os.listdir(os.path.join(folder, kind)))]


def frames(path, seed=1):
    """The frames of a picture: as high as the movie at first, its edges continued beside it."""
    noise = random.Random(f"{seed} {os.path.basename(path)}")
    width, height = SIZE
    picture = Image.open(path).convert("RGB")
    scale = height / picture.height
    picture = np.asarray(picture.resize((round(picture.width * scale), height), Image.BICUBIC))
    side = max(0, width - picture.shape[1]) // 2 + MARGIN
    padded = Image.fromarray(np.pad(picture, ((MARGIN, MARGIN), (side, side), (0, 0)), mode="edge"))
    turn, far, zoom = noise.uniform(0, 2 * math.pi), noise.uniform(40, 120), noise.uniform(1, 1.2)
    for index in range(FRAMES):
        share = index / (FRAMES - 1)
        size = zoom ** -share
        x = padded.width / 2 + far * (share - 0.5) * math.cos(turn) - width * size / 2
        y = padded.height / 2 + far * (share - 0.5) * math.sin(turn) - height * size / 2
        yield np.asarray(padded.transform(SIZE, Image.AFFINE, (size, 0, x, 0, size, y), Image.BICUBIC))
