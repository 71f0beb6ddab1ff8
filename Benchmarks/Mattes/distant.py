"""Composes people far away: held-out people of CCP, cut out by their labels, small in held-out scenes without people.

A cut-out's label ends at its outline, so the truth is exact. Positions and sizes follow from the seed.
"""
import os
import random

import cv2
import numpy as np

SEED = 5
LONG_SIDE = 1600
SHARES = 0.2, 0.55  # of the scene's height: the person
EVERY = 3
LEAST = 0.02  # of the photo: a label that covers less is a poor one


def resized(picture, size):
    shrinks = size[0] < picture.shape[1]
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)


def composed(photo, person, scene, rng):
    """The scene with the person, and the person's alpha; None if the person does not fit."""
    height, width = (round(n * LONG_SIDE / max(scene.shape[:2])) for n in scene.shape[:2])
    scene = resized(scene, (width, height))
    rows, columns = (np.flatnonzero(person.any(axis)) for axis in (1, 0))
    box = np.s_[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
    tall = int(rng.uniform(*SHARES) * height)
    wide = max(2, int(tall * (columns[-1] + 1 - columns[0]) / (rows[-1] + 1 - rows[0])))
    x, y = rng.random(), rng.uniform(0.3, 0.9)
    if wide > 0.9 * width:
        return None
    left, top = int(x * (width - wide)), int(y * (height - tall))
    alpha = np.zeros((height, width), np.float32)
    alpha[top:top + tall, left:left + wide] = cv2.GaussianBlur(resized(np.float32(person[box]), (wide, tall)), (0, 0), 0.7)
    layer = scene.copy()
    layer[top:top + tall, left:left + wide] = resized(photo[box], (wide, tall))
    weight = alpha[..., None]
    return np.uint8(np.round(layer * weight + scene * (1 - weight))), np.uint8(np.round(255 * alpha))


def pairs(people, scenes, folder):
    """(picture, label) of each of `people`, in turn in front of one of `scenes`; written to `folder` once."""
    rng = random.Random(SEED)
    os.makedirs(folder, exist_ok=True)
    result = []
    for index, (photo, label) in enumerate(people[::EVERY] if scenes else []):
        out = [os.path.join(folder, f"{index:03}.{kind}.png") for kind in ("picture", "label")]
        person = cv2.imread(label, cv2.IMREAD_GRAYSCALE) > 0
        if person.mean() < LEAST:
            continue
        made = composed(cv2.imread(photo), person, cv2.imread(scenes[index * 7 % len(scenes)]), rng)
        if made is None:
            continue
        for path, pixels in zip(out, made):
            cv2.imwrite(path, pixels)
        result.append(tuple(out))
    return result
