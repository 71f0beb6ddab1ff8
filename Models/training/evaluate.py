"""Measures exported weights on pictures that training never saw, and prints the table.

Intersection over union at 0.5, at the photo's own size; `all` over the pixels of all pictures together, `mean` the
mean over pictures in which the kind occurs. The network sees the picture at `--long-side` (512); with `--tool` the
mattes are those that the built mattetool writes, refined and with small heads looked at twice.
"""
import argparse
import glob
import os
import subprocess
import tempfile

import cv2
import numpy as np
import openvino as ov

KINDS = {"hair": 0, "skin": 1, "portrait": 2}


class Mattes:
    def __init__(self, weights, long_side=512):
        core = ov.Core()
        self.long_side = long_side
        self.net = core.compile_model(core.read_model(weights), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

    def of(self, path):
        bgr = cv2.imread(path)
        h, w = bgr.shape[:2]
        k = self.long_side / max(h, w)
        nh, nw = (max(32, int(round(v * k / 32)) * 32) for v in (h, w))
        small = cv2.resize(bgr, (nw, nh), interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
        x = small[..., ::-1].astype(np.float32).transpose(2, 0, 1)[None] / 255
        return [cv2.resize(m, (w, h), interpolation=cv2.INTER_LINEAR) for m in self.net({"image": x})["mattes"][0]]


class Tool:
    """What `mattetool mattes` writes, at the photo's own size; nothing where it writes no file."""

    def __init__(self, tool):
        self.tool = tool

    def of(self, path):
        h, w = cv2.imread(path).shape[:2]
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([self.tool, "mattes", path, "-o", folder], check=True, capture_output=True)
            stem = os.path.join(folder, os.path.splitext(os.path.basename(path))[0])
            found = [cv2.imread(f"{stem}.{kind}.png", cv2.IMREAD_GRAYSCALE) for kind in KINDS]
        return [np.zeros((h, w), np.float32) if m is None else cv2.resize(m, (w, h)) / 255 for m in found]


def listed(*parts):
    return sorted(glob.glob(os.path.join(*parts)))


def partner(path, folder, other):
    return os.path.splitext(path.replace(f"{os.sep}{folder}{os.sep}", f"{os.sep}{other}{os.sep}"))[0] + ".png"


def is_any(colours):
    """Truth from a colour label: pixels nearer to one of `colours` (RGB) than to the others of the set."""
    table = np.float32([(255, 0, 0), (255, 255, 0), (127, 0, 0), (0, 0, 255), (0, 255, 255), (0, 255, 0)])
    return lambda label: np.isin(((label[..., None, ::-1].astype(np.float32) - table) ** 2).sum(-1).argmin(-1), colours)


def tests(data):
    """(title, kind, [(picture, label)], how a label becomes a mask, how to read the label)."""
    grey, colour = cv2.IMREAD_GRAYSCALE, cv2.IMREAD_COLOR
    celeb = [(p, partner(p, "image", "hair")) for p in listed(data, "celeb1k/val/image/*")]
    figaro = [(p, partner(p, "image", "hair")) for p in listed(data, "figaro1k/train/image/*")[::8]]
    ccp = [(p, partner(p, "image", "label")) for p in listed(data, "ccp/labelled/image/*")[::8]]
    fasseg = [(p, partner(p, "image", "label")) for p in listed(data, "fasseg_v3/image/*/*")]
    fasseg = [(p, q) for p, q in fasseg if os.path.exists(q)]
    frontal = [(p, q) for p, q in fasseg if os.path.basename(os.path.dirname(p)) == "0"]
    yield "celeb1k/val, hair", "hair", celeb, lambda m: m > 127, grey
    yield "figaro1k held out, hair", "hair", figaro, lambda m: m > 127, grey
    yield "fasseg_v3, skin", "skin", fasseg, is_any([1, 4]), colour
    yield "fasseg_v3 frontal, skin", "skin", frontal, is_any([1, 4]), colour
    yield "fasseg_v3 frontal, hair", "hair", frontal, is_any([2]), colour
    yield "ccp held out, person", "portrait", ccp[:100], lambda m: m > 0, grey
    yield "ccp held out, hair", "hair", ccp, lambda m: m == 19, grey
    yield "ccp held out, skin", "skin", ccp, lambda m: m == 41, grey


def measure(mattes, pairs, kind, mask_of, flag):
    both = either = 0
    per_picture = []
    for picture, label in pairs:
        truth = mask_of(cv2.imread(label, flag))
        got = mattes.of(picture)[KINDS[kind]]
        if got.shape != truth.shape:
            got = cv2.resize(got, truth.shape[::-1])
        b, e = np.sum((got > 0.5) & truth), np.sum((got > 0.5) | truth)
        both, either = both + b, either + e
        if truth.any():
            per_picture.append(b / e)
    return both / either, np.mean(per_picture), len(pairs)


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--weights", help="mattes.xml")
    p.add_argument("--tool", help="a built mattetool, to be measured in place of the bare network")
    p.add_argument("--long-side", type=int, default=512)
    a = p.parse_args()
    if (a.weights is None) == (a.tool is None):
        p.error("give --weights or --tool")
    mattes = Tool(a.tool) if a.tool else Mattes(a.weights, a.long_side)
    print("| set, kind | pictures | all | mean |\n| --- | --- | --- | --- |")
    for title, *test in tests(a.data):
        pooled, mean, n = measure(mattes, test[1], test[0], *test[2:])
        print(f"| {title} | {n} | {pooled:.3f} | {mean:.3f} |", flush=True)
    pictures = listed(a.data, "p3m_demo/image/*")
    alphas = [cv2.imread(partner(p, "image", "predicted_alpha"), cv2.IMREAD_GRAYSCALE) / 255 for p in pictures]
    errors = [np.abs(mattes.of(p)[KINDS["portrait"]] - alpha).mean() for p, alpha in zip(pictures, alphas)]
    print(f"\nportrait, p3m_demo ({len(errors)}), mean absolute error against P3M-Net's answer: {np.mean(errors):.4f}")
