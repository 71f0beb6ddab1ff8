"""Outlines with single strands: the alpha of RVM where it agrees with the labels, so that more people can be cut out.

Labels are accurate to two or three pixels and have no strands. RVM resolves strands, but takes things for people and
misses limbs. So the label decides where people are, and RVM decides alpha near the label's edge. Where the two disagree
away from the edge, the label is kept.
"""
import os

import cv2
import numpy as np
import openvino as ov

import targets

EDGE, HAIR_EDGE = 5, 18  # pixels at long side 512 on both sides of a label's edge in which RVM decides; the second applies to hair
MOST_APART = 0.02  # the fraction of a person's pixels in which RVM and the label may differ
HEAD_APART = 0.045  # the mean difference over a picture that RVM and the shipped networks may have
LEAST_HAIR = 0.955  # the fraction of the labelled hair that RVM must find
PASSES = 2  # passes after which RVM's memory has settled


class RecurrentMatting:
    """RVM, a network for movies: its memory settles during some passes over the same picture."""

    def __init__(self, folder):
        network = ov.Core().read_model(os.path.join(folder, "rvm_folded_ov.xml"))
        self.network = ov.Core().compile_model(network, "CPU", {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1})
        self.inputs = {n.split(":")[0]: n for i in self.network.inputs for n in i.get_names()}
        self.outputs = {n.split(":")[0]: o for o in self.network.outputs for n in o.get_names()}

    def alpha(self, bgr):
        """float32 (H, W) in 0...1."""
        feed = {self.inputs["src"]: (bgr[None, ..., ::-1] / 255.0).astype(np.float32),
                self.inputs["downsample_ratio"]: np.float32(min(0.999, 512 / max(bgr.shape[:2])))}
        memory = [np.zeros((1, 1, 1, 1), np.float32)] * 4
        for _ in range(PASSES):
            answer = self.network({**feed, **{self.inputs[f"r{i + 1}i"]: m for i, m in enumerate(memory)}})
            memory = [answer[self.outputs[f"Identity_{i}"]] for i in (2, 3, 4, 5)]
        return np.clip(answer[self.outputs["Identity_1"]][0, ..., 0], 0, 1)


def clean(alpha):
    """Alpha with values near 0 and 1 set to these."""
    return np.where(alpha < 0.03, 0, np.where(alpha > 0.97, 1, alpha)).astype(np.float32)


def of_labelled(person, hair, alpha):
    """The person's alpha from a label (bool), the probability of hair and RVM's alpha; None if RVM finds another
    person."""
    hard = np.uint8(person)
    rim = cv2.morphologyEx(hard, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    near_hair = cv2.dilate(np.uint8(hair > 0.4), targets.disc(6))
    band = (cv2.dilate(rim, targets.disc(EDGE)) > 0) | (cv2.dilate(rim * near_hair, targets.disc(HAIR_EDGE)) > 0)
    missed = (~band & person & (alpha < 0.5)).sum()
    beside = (band & (np.abs(alpha - hard) > 0.7) & (cv2.dilate(rim, targets.disc(3)) == 0)).sum()
    if missed + beside > MOST_APART * max(1, hard.sum()):
        return None
    return clean(np.where(band, alpha, hard))


def of_head(hair, portrait, alpha):
    """The person's alpha in a picture that a head fills, from the labelled hair (float), the networks' predictions and
    RVM's alpha; None if they disagree, which means that one of them shows something else."""
    known = hair > 0.6
    if known.sum() == 0 or (alpha[known] > 0.5).mean() < LEAST_HAIR or np.abs(alpha - portrait).mean() > HEAD_APART:
        return None
    return clean(np.maximum(alpha, known * 0.6 * (alpha > 0.3)))
