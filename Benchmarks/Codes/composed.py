"""Composes pictures with known codes: rendered by zxing-cpp, rotated in steps of 15 degrees, in perspective, 2 to 10
pixels per module, blurred and noisy, over photos; and photos of 12 megapixels with four kinds of code.

    python3 composed.py PHOTOS FOLDER [--single 360] [--large 12] [--seed 1]

PHOTOS is searched for pictures, none of which may show a code. FOLDER receives the pictures and truth.json.
"""
import argparse
import json
import pathlib
import random

import cv2
import numpy as np
import zxingcpp

TYPES = {
    "qr": ("QRCode", lambda r: "https://example.org/" + word(r, r.randint(4, 40))),
    "aztec": ("Aztec", lambda r: word(r, r.randint(8, 40))),
    "dataMatrix": ("DataMatrix", lambda r: word(r, r.randint(6, 30))),
    "pdf417": ("PDF417", lambda r: word(r, r.randint(10, 40))),
    "ean13": ("EAN13", lambda r: digits(r, 12)),
    "ean8": ("EAN8", lambda r: digits(r, 7)),
    "upce": ("UPCE", lambda r: "0" + digits(r, 6)),
    "code128": ("Code128", lambda r: word(r, r.randint(5, 14))),
    "code39": ("Code39", lambda r: word(r, r.randint(4, 9)).upper()),
    "code93": ("Code93", lambda r: word(r, r.randint(5, 10)).upper()),
    "itf": ("ITF", lambda r: digits(r, 2 * r.randint(3, 6))),
}


def digits(r, count):
    return "".join(r.choice("0123456789") for _ in range(count))


def word(r, count):
    return "".join(r.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(count))


def rendered(kind, r):
    """A code at one pixel per module with its text, and the width of its quiet zone in modules."""
    name, content = TYPES[kind]
    while True:
        try:
            code = zxingcpp.create_barcode(content(r), getattr(zxingcpp.BarcodeFormat, name))
            break
        except Exception:  # A text that this kind of code cannot encode.
            continue
    picture = np.array(code.to_image(scale=1, add_quiet_zones=False))
    # The height of linear codes is a quarter or a third of their width, as on labels.
    if name not in ("QRCode", "Aztec", "DataMatrix", "PDF417"):
        height = int(picture.shape[1] * r.uniform(0.25, 0.5))
        picture = np.repeat(picture[picture.shape[0] // 4][None], height, 0)
        quiet = 10
    else:
        quiet = 4
    return np.pad(picture, quiet, constant_values=255), code.text, quiet


def place(kind, canvas, r, module, angle, perspective, blur, center=None):
    """Draws a code into a picture of floats; returns its text and corners, or None if it does not fit."""
    code, text, quiet = rendered(kind, r)
    height, width = code.shape
    w, h = (width - 2 * quiet) * module, (height - 2 * quiet) * module
    rows, columns = canvas.shape[:2]
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]], float) / 2
    # Perspective shortens the far side.
    corners[:2, 0] *= 1 - perspective
    corners[:, 1] *= 1 - perspective / 2
    a = np.radians(angle)
    corners = corners @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    inner = np.array([[quiet, quiet], [width - quiet, quiet], [width - quiet, height - quiet], [quiet, height - quiet]],
                     np.float32)
    outer = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    to_canvas = cv2.getPerspectiveTransform(inner, corners.astype(np.float32))
    reach = cv2.perspectiveTransform(outer[None], to_canvas)[0]
    low, high = reach.min(0), reach.max(0)
    if (high - low > np.array([columns, rows]) - 4).any():
        return None
    if center is None:
        center = [r.uniform(2 - low[0], columns - 2 - high[0]), r.uniform(2 - low[1], rows - 2 - high[1])]
    corners, to_canvas = corners + center, np.array([[1, 0, center[0]], [0, 1, center[1]], [0, 0, 1]]) @ to_canvas
    # Drawn at eight times the module size, so that edges are anti-aliased.
    scale = max(1, int(np.ceil(8)))
    large = cv2.resize(code, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST).astype(np.float32)
    x0, y0 = np.floor(low + center).astype(int) - 1
    x1, y1 = np.ceil(high + center).astype(int) + 1
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(columns, x1), min(rows, y1)
    over = 4
    shift = np.array([[over, 0, -x0 * over], [0, over, -y0 * over], [0, 0, 1]], float)
    move = shift @ to_canvas @ np.diag([1 / scale, 1 / scale, 1])
    size = ((x1 - x0) * over, (y1 - y0) * over)
    drawn = cv2.warpPerspective(large, move, size, flags=cv2.INTER_LINEAR, borderValue=255)
    mask = cv2.warpPerspective(np.full_like(large, 1), move, size, flags=cv2.INTER_LINEAR)
    drawn = cv2.resize(drawn, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    mask = cv2.resize(mask, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    # Printed in dark grey on light grey.
    dark, light = r.uniform(10, 70), r.uniform(170, 245)
    drawn = dark + drawn / 255 * (light - dark)
    part = canvas[y0:y1, x0:x1]
    part += mask * (drawn - part)
    if blur > 0:
        # The code and its surroundings, blurred as by a lens.
        part[:] = cv2.GaussianBlur(part, (0, 0), blur * module)
    return {"type": kind, "text": text, "module": module, "angle": angle, "perspective": perspective, "blur": blur,
            "corners": corners.round(2).tolist()}


def background(photos, size, r):
    while True:
        picture = cv2.imread(str(r.choice(photos)), cv2.IMREAD_GRAYSCALE)
        if picture is None or min(picture.shape) < 200:
            continue
        factor = max(size[0] / picture.shape[1], size[1] / picture.shape[0])
        picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
        return picture[:size[1], :size[0]].astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--single", type=int, default=360)
    parser.add_argument("--large", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    r = random.Random(options.seed)
    noise = np.random.default_rng(options.seed)
    photos = sorted(p for p in options.photos.rglob("*") if p.suffix.lower() in (".jpg", ".jpeg", ".png"))
    options.folder.mkdir(parents=True, exist_ok=True)
    truth = {}

    def write(name, canvas, codes):
        canvas = canvas + noise.normal(0, r.choice([0, 2, 5, 8]), canvas.shape)
        cv2.imwrite(str(options.folder / name), canvas.clip(0, 255).round().astype(np.uint8),
                    [cv2.IMWRITE_JPEG_QUALITY, 92])
        truth[name] = codes

    kinds = list(TYPES)
    for index in range(options.single):
        while True:
            canvas = background(photos, (1024, 768), r)
            code = place(kinds[index % len(kinds)], canvas, r, module=r.choice([2, 2.5, 3, 4, 6, 8, 10]),
                         angle=15 * (index % 24), perspective=r.choice([0, 0, 0.1, 0.2, 0.3]),
                         blur=r.choice([0, 0, 0.3, 0.5, 0.7]))
            if code:
                break
        write(f"single-{index:03}.jpg", canvas, [code])
    for index in range(options.large):
        canvas = background(photos, (4032, 3024), r)
        codes = []
        for quarter, kind in enumerate(r.sample(kinds, 4)):
            part = canvas[(quarter // 2) * 1512:(quarter // 2 + 1) * 1512, (quarter % 2) * 2016:(quarter % 2 + 1) * 2016]
            code = place(kind, part, r, module=r.choice([2, 2.5, 3, 4, 6, 8]), angle=15 * r.randint(0, 23),
                         perspective=r.choice([0, 0.1, 0.2]), blur=r.choice([0, 0.3, 0.5]))
            if code:
                code["corners"] = [[x + quarter % 2 * 2016, y + quarter // 2 * 1512] for x, y in code["corners"]]
                codes.append(code)
        write(f"large-{index:02}.jpg", canvas, codes)
    (options.folder / "truth.json").write_text(json.dumps(truth, indent=1))


if __name__ == "__main__":
    main()
