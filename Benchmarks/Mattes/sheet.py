"""Writes a contact sheet: photo, mattes, and the cut-out over green; of given pictures, or of the worst by a measure.

    sheet.py --out FILE.jpg PICTURE...
    sheet.py --out FILE.jpg --worst 20 --measure "hair IoU, celeb1k" [--column ours]
    sheet.py --out FILE.jpg --data DATA --named hats

The worst are those of the last run of bench.py. Each row has four mattes: hair, skin, portrait, teeth. The named are
the kinds of people in named.json.
"""
import argparse
import json
import os
import re
import sys

import cv2
import numpy as np

import columns
import splits
from pictures import picture

SIZE = 200  # of a cell
SHOWN = ("hair", "skin", "portrait", "teeth")
GREEN = (70, 170, 0)


def cell(image, text=""):
    """The picture in a square, centred, with a line of text at its foot."""
    k = SIZE / max(image.shape[:2])
    small = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
    out = np.full((SIZE, SIZE, 3), 40, np.uint8)
    y, x = (SIZE - small.shape[0]) // 2, (SIZE - small.shape[1]) // 2
    out[y:y + small.shape[0], x:x + small.shape[1]] = small
    for colour, thick in (((0, 0, 0), 3), ((255, 255, 255), 1)):
        cv2.putText(out, text, (4, SIZE - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, thick, cv2.LINE_AA)
    return out


def row(column, path, text):
    bgr = picture(path)
    planes = column.planes(path)
    alpha = planes["portrait"][..., None] if "portrait" in planes else np.ones((*bgr.shape[:2], 1), np.float32)
    cut_out = np.uint8(bgr * alpha + np.float32(GREEN) * (1 - alpha) + 0.5)
    mattes = [cell(cv2.cvtColor(np.uint8(planes[k] * 255), cv2.COLOR_GRAY2BGR), k) if k in planes else cell(np.zeros((8, 8, 3), np.uint8)) for k in SHOWN]
    return np.hstack([cell(bgr, text), *mattes, cell(cut_out)])


def worst(measure, column, count):
    """(picture, value) of the last run, worst first."""
    path = os.path.join(columns.ROOT, ".build", "bench-mattes", "pictures.json")
    if not os.path.exists(path):
        sys.exit("sheet.py: no run of bench.py to take the worst of")
    with open(path) as f:
        results = json.load(f)
    titles = [t for t in results if re.search(re.escape(measure), t) and column in results[t]]
    if not titles:
        sys.exit(f"sheet.py: the last run has no {measure!r} of {column!r}; it has: {'; '.join(results)}")
    return sorted(results[titles[0]][column].items(), key=lambda item: -item[1])[:count]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--out", required=True)
    p.add_argument("--column", help="a column of the table, named as there; the first of ours if none is")
    p.add_argument("--data", help="the data folder, for a teacher's column")
    p.add_argument("--worst", type=int, default=0)
    p.add_argument("--measure", default="", help="the beginning of a row's title")
    p.add_argument("--named", choices=splits.named_kinds())
    p.add_argument("pictures", nargs="*")
    a = p.parse_args()
    if a.named and not a.data:
        p.error("--named needs --data, the folder the names are in")
    every = [*columns.ours(columns.TOOL), *(columns.theirs(a.data) if a.data else [])]
    a.column = a.column or every[0].name
    column = next((c for c in every if c.name == a.column), None)
    if column is None:
        p.error(f"--column is one of: {'; '.join(c.name for c in every)}")
    listed = [(path, None) for path in [*a.pictures, *(splits.named(a.data, a.named) if a.named else [])]] + (worst(a.measure, a.column, a.worst) if a.worst else [])
    if not listed:
        p.error("give pictures, or --worst with --measure, or --named")
    stem = lambda path: os.path.splitext(os.path.basename(path))[0][-18:]
    rows = [row(column, path, stem(path) + ("" if value is None else f" {value:.3f}")) for path, value in listed]
    half = (len(rows) + 1) // 2 if len(rows) > 8 else len(rows)
    rows += [np.full_like(rows[0], 40)] * (-len(rows) % half)
    sheet = np.hstack([np.vstack(rows[i:i + half]) for i in range(0, len(rows), half)])
    cv2.imwrite(a.out, sheet, [cv2.IMWRITE_JPEG_QUALITY, 88])


if __name__ == "__main__":
    main()
