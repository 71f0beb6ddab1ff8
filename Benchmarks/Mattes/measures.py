"""The measures of the table. Each takes pictures and columns, and returns a text for each column and its value for each
picture.

The rows of a measure are (title, {column: text}, {column: {picture: value}}), the value larger where it is worse.
"""
import os
import subprocess
import tempfile

import cv2
import numpy as np

import splits
from pictures import picture

EDGE = (0.02, 0.98)  # alpha between these is an edge
BAND = 10  # pixels around it that still count
SHOWS = 0.001  # the fraction of a picture from which on a kind counts as found


def touching(got, truth):
    """Without the components that do not touch the truth: people who are not labelled."""
    _, blobs = cv2.connectedComponents(np.uint8(got))
    return np.isin(blobs, np.setdiff1d(np.unique(blobs[truth]), 0))


def overlap(test, columns):
    """Intersection over union at 0.5: of all pixels together / the mean over pictures in which the kind occurs / the
    mean of their worst tenth."""
    columns = [c for c in columns if test.kind in c.kinds]
    both, either, each = ({c.name: v for c in columns} for v in (0, 0, None))
    each = {c.name: {} for c in columns}
    for path, label in test.pairs:
        truth, known = test.truth(label), test.known(label)
        for c in columns:
            got = c.planes(path)[test.kind]
            got = (cv2.resize(got, truth.shape[::-1]) if got.shape != truth.shape else got) > 0.5
            if "dropped" in test.title:
                got = touching(got, truth)
            if known is not None:
                got = got & known
            b, e = int(np.sum(got & truth)), int(np.sum(got | truth))
            both[c.name] += b
            either[c.name] += e
            if truth.any():
                each[c.name][path] = 1 - b / e
    text = {n: f"{both[n] / max(1, either[n]):.3f} / {1 - np.mean(list(v.values())):.3f} / {1 - worst_tenth(v):.3f}" for n, v in each.items() if v}
    return [(f"{test.title} ({len(test.pairs)})", text, each)]


def worst_tenth(values):
    worst = sorted(values.values())[::-1]
    return float(np.mean(worst[:max(1, len(worst) // 10)]))


def missed(paths, columns):
    """The fraction of pictures with a large person that get no portrait."""
    columns = [c for c in columns if "portrait" in c.kinds]
    each = {c.name: {p: 1 - float((c.planes(p)["portrait"] > 0.5).mean()) for p in paths} for c in columns}
    text = {n: f"{100 * np.mean([v > 1 - SHOWS for v in by.values()]):.1f} %" for n, by in each.items()}
    return [(f"no portrait of somebody ({len(paths)})", text, each)]


def portrait_alpha(pairs, columns):
    """Mean absolute error of the portrait, everywhere and in the band around the reference's edge."""
    columns = [c for c in columns if "portrait" in c.kinds]
    whole, band = {c.name: {} for c in columns}, {c.name: {} for c in columns}
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * BAND + 1, 2 * BAND + 1))
    for path, reference in pairs:
        alpha = cv2.imread(reference, cv2.IMREAD_GRAYSCALE) / np.float32(255)
        near = cv2.dilate(np.uint8((alpha > EDGE[0]) & (alpha < EDGE[1])), disc) > 0
        for c in columns:
            got = c.planes(path)["portrait"]
            error = np.abs((cv2.resize(got, alpha.shape[::-1]) if got.shape != alpha.shape else got) - alpha)
            whole[c.name][path], band[c.name][path] = float(error.mean()), float(error[near].mean())
    return [(f"{title} ({len(pairs)})", means(v), v) for title, v in (("portrait MAE, p3m_demo", whole), ("portrait MAE in the edge band, p3m_demo", band))]


def means(by_column):
    return {n: f"{np.mean(list(v.values())):.4f}" for n, v in by_column.items() if v}


def apples(tool, path):
    """Apple's own mattes in a photo's file, upright, by kind."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([tool, "extract", path, "hair", "skin", "teeth", "portrait", "-o", folder + "/"], check=True, capture_output=True)
        stem = os.path.join(folder, os.path.splitext(os.path.basename(path))[0])
        return {k: cv2.imread(f"{stem}.{k}.png", cv2.IMREAD_GRAYSCALE) / np.float32(255) for k in ("portrait", "hair", "skin", "teeth")}


def iphones(tool, paths, columns):
    """Mean absolute error of each kind against Apple's mattes, at their size, photo by photo."""
    errors = {}
    for path in paths:
        for kind, reference in apples(tool, path).items():
            for c in (c for c in columns if kind in c.kinds):
                got = cv2.resize(c.planes(path)[kind], reference.shape[::-1], interpolation=cv2.INTER_AREA)
                errors.setdefault(kind, {}).setdefault(c.name, {})[path] = float(np.abs(got - reference).mean())
    names = ", ".join(os.path.basename(p).split("_")[2] for p in paths)
    return [(f"{kind} MAE, iPhone photos ({names})", {n: " / ".join(f"{e:.4f}" for e in v.values()) for n, v in by.items()}, by) for kind, by in errors.items()]


def false_positives(title, paths, columns):
    """The fraction of pictures without a person in which something is found, by kind and in all."""
    kinds = {c.name: [k for k in (*c.kinds,)] for c in columns}
    each = {c.name: {} for c in columns}
    found = {c.name: dict.fromkeys(kinds[c.name], 0) for c in columns}
    for path in paths:
        for c in columns:
            planes = c.planes(path)
            share = {k: float((planes[k] > 0.5).mean()) for k in kinds[c.name]}
            each[c.name][path] = max(share.values())
            for k, v in share.items():
                found[c.name][k] += v > SHOWS
    n = len(paths)
    text = {}
    for c in columns:
        any_kind = sum(v > SHOWS for v in each[c.name].values())
        by = " ".join(f"{k[0]}{100 * found[c.name][k] / n:.0f}" for k in kinds[c.name])
        text[c.name] = f"{100 * any_kind / n:.0f} % ({by})" if len(kinds[c.name]) > 1 else f"{100 * any_kind / n:.0f} %"
    return [(f"any matte, {title} ({n})", text, each)]
