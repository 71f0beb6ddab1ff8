"""The hand-drawn teeth (teeth.json), and enlarged mouths to draw or check them.

    python3 teeth.py --data DATA --out FOLDER [FILE...]     # one picture of each mouth, with the polygons
    python3 teeth.py --data DATA --out FOLDER --at X Y WIDTH FILE   # a mouth that is not in teeth.json yet

The grid's labels are in picture pixels; (0, 0) is the upper left corner of the first pixel, so the centre of a pixel is
at .5.
"""
import argparse
import json
import os
import sys

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
WIDTH = 1280  # of an enlarged mouth
FINE = 8  # subdivisions of a pixel in which polygons are filled


def entries():
    with open(os.path.join(HERE, "teeth.json")) as f:
        return json.load(f)


def mask(entry):
    """The coverage of each pixel by teeth, float32 in 0...1 at the picture's size."""
    w, h = entry["size"]
    out = np.zeros((h, w), np.float32)
    for mouth in entry["mouths"]:
        if not mouth["teeth"]:
            continue
        points = np.concatenate([np.float64(p) for p in mouth["teeth"]])
        x0, y0 = np.maximum(np.floor(points.min(0)).astype(int) - 1, 0)
        x1, y1 = np.minimum(np.ceil(points.max(0)).astype(int) + 1, (w, h))
        fine = np.zeros(((y1 - y0) * FINE, (x1 - x0) * FINE), np.uint8)
        for polygon in mouth["teeth"]:  # one at a time: where two overlap, both count
            cv2.fillPoly(fine, [np.int32(np.round((np.float64(polygon) - (x0, y0)) * FINE - 0.5))], 1)
        part = cv2.resize(fine.astype(np.float32), (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        out[y0:y1, x0:x1] = np.maximum(out[y0:y1, x0:x1], part)
    return out


def width(mouth):
    return float(np.hypot(*np.subtract(*mouth["corners"])))


def enlarged(picture, x, y, w, h, polygons=()):
    """The part of the picture with a grid and with the polygons' outlines."""
    s = WIDTH / w
    move = np.float64([[s, 0, -x * s + (s - 1) / 2], [0, s, -y * s + (s - 1) / 2]])
    shown = cv2.warpAffine(picture, move, (WIDTH, int(h * s)), flags=cv2.INTER_CUBIC)
    step = next(n for n in (1, 2, 5, 10, 20, 50, 100) if n * s >= 40)
    lines = [(0, v, (v - x) * s) for v in range(int(x // step + 1) * step, int(x + w), step)]
    lines += [(1, v, (v - y) * s) for v in range(int(y // step + 1) * step, int(y + h), step)]
    grid = shown.copy()
    for axis, _, at in lines:
        ends = ((int(at), 0), (int(at), grid.shape[0])) if axis == 0 else ((0, int(at)), (WIDTH, int(at)))
        cv2.line(grid, *ends, (0, 255, 255), 1)
    shown = cv2.addWeighted(shown, 0.7, grid, 0.3, 0)
    for polygon in polygons:
        points = np.int32(np.round((np.float64(polygon) - (x, y)) * s * 16))
        cv2.polylines(shown, [points], True, (0, 255, 0), 1, cv2.LINE_AA, 4)
    for axis, value, at in lines:
        place = (int(at) - 12, 12) if axis == 0 else (0, int(at) + 4)
        cv2.putText(shown, str(value), place, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 3)
        cv2.putText(shown, str(value), place, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1)
    return shown


def around(mouth):
    (ax, ay), (bx, by) = mouth["corners"]
    points = np.float64([(ax, ay), (bx, by)] + [q for p in mouth["teeth"] for q in p])
    room = 0.15 * max(width(mouth), 16)
    low, high = points.min(0) - room, points.max(0) + room
    return *low, *(high - low)


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--at", nargs=3, type=float, metavar=("X", "Y", "WIDTH"))
    p.add_argument("files", nargs="*", help="as in teeth.json, relative to the data folder; all of them if none is named")
    a = p.parse_args()
    os.makedirs(a.out, exist_ok=True)
    known = {e["file"]: e for e in entries()}
    for file in a.files or known:
        picture = cv2.imread(os.path.join(a.data, file))
        if picture is None:
            sys.exit(f"teeth.py: cannot read {os.path.join(a.data, file)}")
        if a.at:
            x, y, w = a.at
            views = [enlarged(picture, x, y, w, w / 2)]
        elif file in known:
            views = [enlarged(picture, *around(m), m["teeth"]) for m in known[file]["mouths"]]
        else:
            sys.exit(f"teeth.py: {file} is not in teeth.json: say where its mouth is with --at")
        for number, view in enumerate(views):
            cv2.imwrite(os.path.join(a.out, f"{os.path.splitext(file)[0].replace('/', '_')}.{number}.png"), view)
