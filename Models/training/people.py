"""The sets of `people/`: whole people, selfies, bare skin of all tones. Their labels are one map of values per picture.

What a set's labels do not contain is taken from the networks where they agree, with low weight, or not taught.
"""
import os

import cv2
import numpy as np

import targets

SETS = ("eg1800", "ecu", "pratheepan", "sfa", "abdomen", "vikram", "pennfudan", "facesynthetics")  # dental shows only teeth
WHOLE_PERSON = ("eg1800", "vikram", "pennfudan", "facesynthetics")
CLOTHES, SKIN, HAIR, TEETH, FACE_HOLES, PERSON, NOT_SKIN, NOT_TEETH, UNKNOWN = 1, 2, 3, 4, 5, 9, 10, 11, 255
PERSON_VALUES = (CLOTHES, SKIN, HAIR, TEETH, FACE_HOLES, PERSON)


def label(data, kind, stem):
    return cv2.imread(os.path.join(data, "people", kind, "label", stem + ".png"), cv2.IMREAD_GRAYSCALE)


def build(kind, picture, label, answer, agreed):
    """(target, weight) of a picture (float32 RGB) and its label, of the same size."""
    target, weight = answer.copy(), agreed * 0.5
    if kind in WHOLE_PERSON:
        person = np.isin(label, PERSON_VALUES)
        target[..., 2] = targets.soften(picture, person, 3, 4, 4, 1e-3, teacher=answer[..., 2])
        weight[..., 2] = np.where(label == UNKNOWN, 0, 1)
        for channel in range(2):
            target[..., channel] *= target[..., 2]
        # Without a person there is neither hair nor skin.
        weight[..., :2] = np.where((target[..., 2:] < 0.02) & (weight[..., 2:] > 0), 1, weight[..., :2])
    if kind in ("vikram", "pennfudan"):
        rim = cv2.morphologyEx(np.uint8(person), cv2.MORPH_GRADIENT, targets.disc(5 if kind == "vikram" else 2)) > 0
        weight[..., 2] = np.where(rim, 0, 0.6)
        others = cv2.dilate(np.uint8(~person & (answer.max(-1) > 0.35)), targets.disc(9)) > 0  # people far away are not labelled
        weight[others & ~person] = 0
    if kind == "facesynthetics":
        target[..., 0] = targets.soften(picture, label == HAIR, 2, 3, 4, 1e-3, teacher=answer[..., 0])
        target[..., 1] = targets.soften(picture, label == SKIN, 2, 2, 3, 1e-3)
        weight[..., :2] = 1
    elif kind not in WHOLE_PERSON:
        skin = label == SKIN
        target[..., 1] = targets.soften(picture, skin, 1, 2, 3, 1e-3)
        weight[..., 1] = np.where(label == UNKNOWN, 0, 1)
        target[..., 2] = np.maximum(target[..., 2], target[..., 1])
        weight[..., 2] = np.where(skin, 1, weight[..., 2])
        target[..., 0] *= 1 - target[..., 1]
        weight[..., 0] = np.where(skin, 1, weight[..., 0])
        if kind in ("abdomen", "sfa"):  # parts of bodies, heads cut off: the networks are poor at them
            weight[..., 2] = np.where(skin, 1, 0)
            weight[..., 0] = np.where(skin | (kind == "sfa"), weight[..., 0], 0)
    return target, weight.astype(np.float32)
