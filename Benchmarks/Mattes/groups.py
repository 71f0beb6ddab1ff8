"""Composes groups: rows of held-out people of CCP, cut out by their labels, in held-out scenes without people.

As distant.py, with the same limits: the truth is exact, sizes and places are not always plausible.
"""
import os
import random

import cv2
import numpy as np

from distant import LONG_SIDE, resized

SEED = 11
COUNT = 24
LEAST = 0.05  # of the photo: a label that covers less is a poor one
SHARES = 0.3, 0.6  # of the scene's height: a person of the front row
BACK = 0.92, 0.28  # of the row before it: the size of a row; of the front row's height: how much higher it stands


def add(layer, alpha, photo, person, tall, left, foot, mirrored):
    """Puts a person of height `tall` into the picture, cut off at its edges."""
    rows, columns = (np.flatnonzero(person.any(axis)) for axis in (1, 0))
    box = np.s_[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
    wide = max(2, int(tall * (columns[-1] + 1 - columns[0]) / (rows[-1] + 1 - rows[0])))
    mask = cv2.GaussianBlur(resized(np.float32(person[box]), (wide, tall)), (0, 0), 0.7)
    pixels = np.float32(resized(photo[box], (wide, tall)))
    if mirrored:
        mask, pixels = mask[:, ::-1], pixels[:, ::-1]
    top = foot - tall
    y, x = (slice(max(0, -first), max(0, min(length, whole - first)))
            for first, length, whole in ((top, tall, alpha.shape[0]), (left, wide, alpha.shape[1])))
    if y.stop <= y.start or x.stop <= x.start:
        return
    target = np.s_[top + y.start:top + y.stop, left + x.start:left + x.stop]
    mask = mask[y, x]
    layer[target] += (pixels[y, x] - layer[target]) * mask[..., None]
    alpha[target] = np.maximum(alpha[target], mask)


def composed(people, scene, rng):
    """The scene with one to three rows of people, the back one first, and their alpha."""
    height, width = (round(n * LONG_SIDE / max(scene.shape[:2])) for n in scene.shape[:2])
    layer, alpha = np.float32(resized(scene, (width, height))), np.zeros((height, width), np.float32)
    rows, front, count = rng.choice([1, 2, 2, 3]), rng.uniform(*SHARES) * height, rng.randint(4, 9)
    ground = rng.uniform(0.78, 1.02) * height
    for row in reversed(range(rows)):
        size = front * BACK[0] ** row
        step = size * rng.uniform(0.26, 0.42)
        x = rng.uniform(0, 0.15) * width + (0 if (rows - 1 - row) % 2 == 0 else step / 2)
        for _ in range(count):
            if x > 0.95 * width:
                break
            photo, label = people[rng.randrange(len(people))]
            tall = int(size * rng.uniform(0.93, 1.07))
            person = cv2.imread(label, cv2.IMREAD_GRAYSCALE) > 0
            add(layer, alpha, cv2.imread(photo), person, tall, int(x), int(ground - row * front * BACK[1]), rng.random() < 0.5)
            x += step * rng.uniform(0.85, 1.25)
    return np.uint8(np.round(layer)), np.uint8(np.round(255 * alpha))


def pairs(people, scenes, folder):
    """(picture, label) of `COUNT` groups; written to `folder` once."""
    rng = random.Random(SEED)
    os.makedirs(folder, exist_ok=True)
    people = [p for p in people if (cv2.imread(p[1], cv2.IMREAD_GRAYSCALE) > 0).mean() > LEAST]
    result = []
    for index in range(COUNT if scenes else 0):
        out = [os.path.join(folder, f"{index:03}.{kind}.png") for kind in ("picture", "label")]
        for path, pixels in zip(out, composed(people, cv2.imread(scenes[index * 5 % len(scenes)]), rng)):
            cv2.imwrite(path, pixels)
        result.append(tuple(out))
    return result
