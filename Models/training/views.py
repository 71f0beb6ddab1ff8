"""Views: which part of a picture is shown, at what size and angle."""
import cv2
import numpy as np

WHOLE_HEADS = ("celeb", "figaro")  # sets of pictures that a head fills most of


def view(item, h, w, rng):
    """The 2x3 matrix from a picture to an (h, w) canvas: the whole picture, a part of it, a head, or the picture small
    in the frame."""
    ih, iw = item["size"]
    fit = min(h / ih, w / iw)
    cx, cy = iw / 2, ih / 2
    mode = rng.random()
    if mode < 0.42:
        scale = fit * rng.uniform(0.92, 1.25)
    elif mode < 0.55:
        scale = fit * rng.uniform(0.4, 0.92)
    elif mode < 0.82 and item["faces"]:
        x, y, fw, fh = item["faces"][rng.integers(len(item["faces"]))]
        cx, cy = x + fw * rng.uniform(0.1, 0.9), y + fh * rng.uniform(0.1, 1.3)
        scale = min(h, w) / max(fh, 12) / rng.uniform(1.8, 6)
        scale = np.clip(scale, 0.6 * fit, 8 * fit)
    else:
        scale = fit * np.exp(rng.uniform(0, np.log(2.6)))
        cx, cy = iw * rng.uniform(0.2, 0.8), ih * rng.uniform(0.1, 0.9)
    turn = rng.random()
    m = turned(scale, rng.uniform(-110, 110) if turn < 0.06 else np.clip(rng.normal(0, 10), -25, 25) if turn < 0.72 else 0, rng)  # a few lie or jump
    tx, ty = w / 2 + rng.normal(0, 0.04) * w, h / 2 + rng.normal(0, 0.04) * h
    if mode < 0.55:  # small pictures anywhere, large ones a little off centre
        spare_x, spare_y = max(0, w - iw * scale), max(0, h - ih * scale)
        tx, ty = w / 2 + rng.uniform(-0.5, 0.5) * spare_x, h / 2 + rng.uniform(-0.5, 0.5) * spare_y
    return np.c_[m, np.array([tx, ty]) - m @ np.array([cx, cy])]


def near_view(item, h, w, rng):
    """The same for the close-up of a head, or a picture that a head fills."""
    ih, iw = item["size"]
    fit = min(h / ih, w / iw)
    whole = not item["faces"] or item["kind"] in WHOLE_HEADS and rng.random() < 0.6
    if whole:
        cx, cy, scale = iw / 2, ih / 2, fit * rng.uniform(0.9, 1.3)
        tx, ty = w / 2 + rng.uniform(-0.5, 0.5) * max(0, w - iw * scale), h / 2 + rng.uniform(-0.5, 0.5) * max(0, h - ih * scale)
    else:
        x, y, fw, fh = item["faces"][rng.integers(len(item["faces"]))]
        cx, cy = x + fw * rng.uniform(0.3, 0.7), y + fh * rng.uniform(0.2, 0.9)
        scale = np.clip(min(h, w) / max(fh, 12) / rng.uniform(2, 4), 0.6 * fit, 8 * fit)
        tx, ty = w / 2 + rng.normal(0, 0.04) * w, h / 2 + rng.normal(0, 0.04) * h
    m = turned(scale, np.clip(rng.normal(0, 8), -25, 25) if rng.random() < 0.6 else 0, rng)
    return np.c_[m, np.array([tx, ty]) - m @ np.array([cx, cy])]


def turned(scale, degrees, rng):
    """The 2x2 matrix of a rotation, a slight stretch and, half of the time, a reflection."""
    angle = np.deg2rad(degrees)
    sx, flip = scale * np.exp(rng.normal(0, 0.05)), -1 if rng.random() < 0.5 else 1
    return np.array([[np.cos(angle) * sx * flip, -np.sin(angle) * scale], [np.sin(angle) * sx * flip, np.cos(angle) * scale]])


def warp(item, m, h, w, border, fill=(0, 0, 0)):
    shrink = abs(np.linalg.det(m[:, :2])) < 0.45
    image = item["image"]
    if shrink:  # warpAffine does not average
        image = cv2.blur(image, (2, 2)) if abs(np.linalg.det(m[:, :2])) > 0.2 else cv2.blur(image, (3, 3))
    outside = {"borderMode": border, "borderValue": fill}
    image = cv2.warpAffine(image, m, (w, h), flags=cv2.INTER_LINEAR, **outside)
    outside["borderValue"] = (0, 0, 0)
    target = cv2.warpAffine(item["target"], m, (w, h), flags=cv2.INTER_LINEAR, **outside)
    outside["borderValue"] = 63  # all three known: no person
    weight = cv2.warpAffine(item["weight"], m, (w, h), flags=cv2.INTER_NEAREST, **outside)
    return image, target, weight
