"""Measures the agreement of the teeth matte with the hand-drawn teeth (teeth.json)."""
import os

import cv2
import numpy as np

import teeth

ROOM = 0.6  # of the mouth's width around its corners: teeth found there belong to this mouth
LEAST = 4  # with fewer pixels above 0.5 no teeth count as found


def region(mouth, size):
    """The part of the picture that belongs to a mouth, as slices."""
    points = np.float64([*mouth["corners"], *(q for p in mouth["teeth"] for q in p)])
    room = ROOM * max(teeth.width(mouth), 8)
    x0, y0 = np.maximum(points.min(0) - room, 0).astype(int)
    x1, y1 = np.minimum(points.max(0) + room, size).astype(int)
    return slice(y0, y1), slice(x0, x1)


def edge_distance(a, b):
    """Mean distance in pixels between the edges of two masks, in both directions."""
    def edge(mask):
        return np.uint8(mask) - cv2.erode(np.uint8(mask), np.ones((3, 3), np.uint8), borderValue=0) > 0

    def to(mask):
        return cv2.distanceTransform(np.uint8(~edge(mask)), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    return float((to(b)[edge(a)].mean() + to(a)[edge(b)].mean()) / 2)


def measure(data, columns, every):
    columns = [c for c in columns if "teeth" in c.kinds]
    values = {c.name: {k: [] for k in ("precision", "recall", "pixels", "share", "closed", "elsewhere")} for c in columns}
    each = {c.name: {} for c in columns}
    for entry in teeth.entries()[::every]:
        path = os.path.join(data, entry["file"])
        truth = teeth.mask(entry) > 0.5
        for c in columns:
            got = c.planes(path)["teeth"] > 0.5
            value, outside, worst = values[c.name], got.copy(), 0.0
            for mouth in entry["mouths"]:
                at = region(mouth, entry["size"])
                t, g = truth[at], got[at]
                outside[at] = False
                if not mouth["teeth"]:
                    value["closed"].append(g.sum() >= LEAST)
                    worst = max(worst, float(g.sum() >= LEAST))
                    continue
                value["recall"].append((t & g).sum() / t.sum())
                worst = max(worst, 1 - (t & g).sum() / max(1, (t | g).sum()))
                if g.sum() >= LEAST:
                    value["precision"].append((t & g).sum() / g.sum())
                    value["pixels"].append(edge_distance(g, t))
                    value["share"].append(value["pixels"][-1] / teeth.width(mouth))
            value["elsewhere"].append(outside.sum() >= LEAST)
            each[c.name][path] = worst
    return report(values, each)


def report(values, each):
    mouths = max((len(v["recall"]) for v in values.values()), default=0)
    mean = lambda v, form: form.format(np.mean(v)) if v else "-"
    texts = {
        f"teeth precision ({mouths} smiles, mean of those found)": lambda v: mean(v["precision"], "{:.3f}"),
        "teeth recall (mean, 0 where missed)": lambda v: mean(v["recall"], "{:.3f}"),
        "smiles in which teeth were found": lambda v: f"{len(v['precision'])} of {len(v['recall'])}",
        "teeth boundary error, pixels": lambda v: mean(v["pixels"], "{:.2f}"),
        "teeth boundary error, % of the mouth's width": lambda v: mean([100 * s for s in v["share"]], "{:.2f}"),
        "closed mouths that gave something": lambda v: f"{int(sum(v['closed']))} of {len(v['closed'])}",
        "pictures with teeth away from any mouth": lambda v: f"{int(sum(v['elsewhere']))} of {len(v['elsewhere'])}",
    }
    return [(title, {n: text(v) for n, v in values.items()}, each) for title, text in texts.items()]
