"""Heads seen from behind, drawn over heads seen from the front, for sets in which no one turns away."""
import cv2
import numpy as np


def from_behind(image, target, weight, face, m, rng):
    """The picture as if the person with `face` were seen from behind: their hair is drawn over the face and, half of
    the time, down the back.

    `face` is a box in the picture's pixels; `m` is the matrix from there to the canvas.
    """
    tone = hair_tone(image, target, face, m)
    if tone is None:
        return image, target, weight
    shape = outline(face, m, target.shape[:2], rng)
    cover = cv2.GaussianBlur(shape, (0, 0), max(0.8, 0.02 * np.sqrt(shape.astype(bool).sum()))).astype(np.float32)[..., None] / 255
    image = np.uint8(image + (strands(shape, tone, rng) - image) * cover)
    target = target.astype(np.float32)
    target = np.concatenate([np.maximum(target[..., :1], 255 * cover), target[..., 1:2] * (1 - cover), np.maximum(target[..., 2:], 255 * cover)], -1)
    return image, np.uint8(target + 0.5), np.where(shape > 0, 63, weight).astype(np.uint8)


def hair_tone(image, target, face, m):
    """Mean and standard deviation of the hair's colour around a face; None if there is too little hair."""
    x, y, w, h = face
    (left, top), (right, bottom) = (np.array(p) @ m[:, :2].T + m[:, 2] for p in ((x - 0.6 * w, y - 0.6 * h), (x + 1.6 * w, y + 1.2 * h)))
    left, right, top, bottom = (int(max(0, v)) for v in (min(left, right), max(left, right), min(top, bottom), max(top, bottom)))
    there = target[top:bottom, left:right, 0] > 220
    if there.sum() < max(60, 0.05 * there.size):
        return None
    hair = image[top:bottom, left:right][there].astype(np.float32)
    return hair.mean(0), float(hair.mean(-1).std())


def outline(face, m, size, rng):
    """The region that the hair covers, as a mask on a canvas of `size`."""
    x, y, w, h = face
    middle = x + w / 2
    at = np.linspace(0, 2 * np.pi, 40)
    rough = 1 + 0.04 * np.interp(np.linspace(0, 8, 40), np.arange(9), np.r_[r := rng.normal(0, 1, 8), r[:1]])
    head = np.c_[middle + 0.68 * w * rough * np.cos(at), y + 0.4 * h + rng.uniform(0.55, 0.7) * h * rough * np.sin(at)]
    shapes = [head]
    if rng.random() < 0.6:  # long hair
        length, wide = h * rng.uniform(0.9, 2.8), w * rng.uniform(0.55, 0.95)
        down = np.linspace(0, 1, 12)
        side = 0.62 * w + (wide - 0.62 * w) * np.sin(down * rng.uniform(1.2, 2.6))
        left, right = (side * (1 + rng.normal(0, 0.05, 12)) for _ in range(2))
        across = np.linspace(1, -1, 9)[1:-1]
        tips = np.c_[middle + across * side[-1], y + 0.4 * h + length * (1 + rng.normal(0, 0.05, 7))]
        shapes.append(np.r_[np.c_[middle + right, y + 0.4 * h + down * length], tips, np.c_[middle - left, y + 0.4 * h + down * length][::-1]])
    mask = np.zeros(size, np.uint8)
    for shape in shapes:
        cv2.fillPoly(mask, [np.int32(16 * (shape @ m[:, :2].T + m[:, 2]))], 255, cv2.LINE_AA, 4)
    return mask


def strands(shape, tone, rng):
    """Hair of a tone that falls over a shape: locks and strands, darker at the sides."""
    (h, w), (mean, spread) = shape.shape, tone
    grain = np.zeros((h, w), np.float32)
    for wide, share in ((1, 0.5), (3, 0.6), (9, 0.7)):
        wide = max(1, int(wide * max(h, w) / 320))
        cells = rng.normal(0, share, (max(2, h // (wide * int(rng.integers(10, 30)))), max(2, w // wide))).astype(np.float32)
        grain += cv2.resize(cells, (w, h), interpolation=cv2.INTER_CUBIC)
    yy, xx = np.mgrid[:h, :w].astype(np.float32)
    bend, period = rng.uniform(0, 0.03) * w, rng.uniform(0.15, 0.6) * h
    grain = cv2.remap(grain, xx + bend * np.sin(2 * np.pi * yy / period + rng.uniform(0, 6)).astype(np.float32) + (xx - w / 2) * 0.1, yy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    inside = cv2.distanceTransform(np.uint8(shape > 127), cv2.DIST_L2, 3)
    round_ = np.clip(inside / max(1.0, float(inside.max())), 0, 1) ** 0.5
    light = 0.7 + rng.uniform(0.2, 0.5) * round_ + grain * (max(6.0, spread) / max(25.0, float(mean.mean()))) * 0.6
    return np.clip(mean * light[..., None], 0, 255)
