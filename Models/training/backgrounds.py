"""Backgrounds: what stands behind people and does not belong to them."""
import cv2
import numpy as np

from views import warp


def negative(pictures, h, w, rng):
    """A canvas without a person."""
    target, weight = np.zeros((h, w, 3), np.uint8), np.full((h, w), 63, np.uint8)
    if pictures.free and rng.random() < 0.7:
        item = pictures.free[rng.integers(len(pictures.free))]
        a, b = item["free"]
        strip = item["image"][:, a:b]
        size = min(strip.shape[:2]) * rng.uniform(0.5, 1)
        ch, cw = int(min(strip.shape[0], size * max(1, h / w))), int(min(strip.shape[1], size * max(1, w / h)))
        y, x = rng.integers(strip.shape[0] - ch + 1), rng.integers(strip.shape[1] - cw + 1)
        return cv2.resize(strip[y:y + ch, x:x + cw], (w, h)), target, weight
    if rng.random() < 0.4:
        image = np.full((h, w, 3), rng.integers(0, 256, 3), np.uint8)
    else:  # soft blotches of any colour, also that of skin
        n = int(rng.choice([2, 4, 8, 32]))
        image = cv2.resize(rng.integers(0, 256, (n, n, 3)).astype(np.uint8), (w, h), interpolation=cv2.INTER_CUBIC)
        if rng.random() < 0.5:
            tint = np.float32([[0.9, 0.65, 0.5], [0.5, 0.32, 0.22]][rng.integers(2)])
            image = np.uint8(image.mean(-1, keepdims=True) * tint)
    if rng.random() < 0.5:
        draw(image, rng)
    if rng.random() < 0.25:  # night, and the black cloth of studios
        image = np.uint8(image * rng.uniform(0.02, 0.3))
    return image, target, weight


def alike(image, top, cut, rng):
    """A background of `image` in the hair's colour of `top`: only shape and texture distinguish the two."""
    hair = cut[..., 0] > 200
    if hair.sum() < 100:
        return image
    tone = np.median(top[hair], 0) * rng.uniform(0.6, 1.4)
    grey = image.mean(-1, dtype=np.float32)
    return np.uint8(np.clip(tone + (grey - grey.mean())[..., None] * rng.uniform(0.05, 0.7), 0, 255))


def things_behind(pictures, image, target, rng):
    """Branches, posts, cables: textured strokes behind the people, thinner than limbs."""
    h, w = image.shape[:2]
    texture, _, _ = negative(pictures, h, w, rng)
    shape = np.zeros((h, w), np.uint8)
    for _ in range(rng.integers(1, 4)):
        points = np.cumsum(np.r_[[rng.uniform(0, (w, h))], rng.normal(0, 0.12 * max(h, w), (rng.integers(2, 6), 2))], 0)
        cv2.polylines(shape, [np.int32(points)], False, 255, int(max(h, w) * np.exp(rng.uniform(-5, -3))) + 1, cv2.LINE_AA)
        if rng.random() < 0.4:  # a head on it
            cv2.ellipse(shape, [int(v) for v in points[-1]], [int(v) for v in max(h, w) * rng.uniform(0.02, 0.08, 2)], float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
    return laid_behind(image, target, texture.astype(np.float32), shape)


def statue(pictures, image, target, rng):
    """A statue of stone, wood or bronze behind the people: one rough material all over. It is background."""
    h, w = image.shape[:2]
    item = pictures.any(rng)
    shape, cut, _ = warp(item, pictures.view(item, h, w, rng), h, w, cv2.BORDER_CONSTANT)
    tone = np.float32([[150, 145, 135], [95, 75, 50], [70, 80, 70], [120, 85, 60], [60, 58, 55]][rng.integers(5)]) * rng.uniform(0.6, 1.4)
    rough = sum(cv2.resize(rng.normal(0, 0.3, (max(2, h // n), max(2, w // n))).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC) for n in (2, 5, 14))
    grey = shape.mean(-1, dtype=np.float32)[..., None]
    made = np.clip((0.4 + 0.6 * grey / max(30, float(grey.mean()))) * tone * (1 + rough[..., None] * rng.uniform(0.5, 1.2)), 0, 255)
    if image.std(-1).mean() < 3:  # a picture in black and white
        made = np.repeat(made.mean(-1, keepdims=True), 3, -1)
    return laid_behind(image, target, made, cut[..., 2])


def laid_behind(image, target, thing, shape):
    """Puts `thing`, where its `shape` is, between the people and their background."""
    a = (shape / np.float32(255) * (1 - target[..., 2] / np.float32(255)))[..., None]
    return np.uint8(image + (thing - image) * a)


def glow(h, w, rng):
    """A sky, or water that reflects it: bright bands in the colours of an evening or any others."""
    n = int(rng.integers(2, 5))
    bands = rng.uniform(0.35, 1, (n, 1, 3)).astype(np.float32) * 255
    if rng.random() < 0.7:
        bands = bands.max(-1, keepdims=True) * np.float32([1, rng.uniform(0.55, 0.95), rng.uniform(0.25, 0.85)])
    sky = cv2.resize(bands, (w, h), interpolation=cv2.INTER_LINEAR)
    ripples = cv2.resize(rng.normal(0, rng.uniform(0, 14), (max(2, h // 3), max(2, w // 40))).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    return np.uint8(np.clip(sky + ripples[..., None], 0, 255))


def draw(image, rng):
    """Words and simple shapes: graphics are not people."""
    h, w = image.shape[:2]
    for _ in range(rng.integers(1, 14)):
        at, to = [tuple(int(v) for v in rng.integers(0, (w, h))) for _ in range(2)]
        colour, thick = tuple(int(v) for v in rng.integers(0, 256, 3)), int(rng.integers(1, 9))
        shape = rng.integers(4)
        if shape == 0:
            word = "".join(chr(c) for c in rng.integers(33, 123, rng.integers(2, 12)))
            cv2.putText(image, word, at, int(rng.integers(0, 8)), float(rng.uniform(0.4, 3)), colour, thick, cv2.LINE_AA)
        elif shape == 1:
            cv2.line(image, at, to, colour, thick, cv2.LINE_AA)
        else:
            fill = -1 if rng.random() < 0.6 else thick
            if shape == 2:
                cv2.rectangle(image, at, to, colour, fill)
            else:
                cv2.ellipse(image, at, tuple(int(v) for v in rng.integers(4, max(5, w // 3), 2)), float(rng.uniform(0, 180)), 0, 360, colour, fill, cv2.LINE_AA)
