"""Measures how a sticker follows a face with a known path: a plain disc is put on it, and its centre located in each
frame."""
import cv2
import numpy as np

COLOR = (255, 0, 255)  # RGB, unlike any skin
REACH = 1.2  # widths of the face around it in which the disc is searched for


def disc(path, side=400):
    """Writes the sticker: a disc with a soft edge."""
    ys, xs = np.mgrid[:side, :side] + 0.5
    alpha = np.clip((side * 0.45 - np.hypot(xs - side / 2, ys - side / 2)) / 2, 0, 1)
    bgra = np.dstack([np.full((side, side), c, np.uint8) for c in COLOR[::-1]] + [np.uint8(alpha * 255)])
    cv2.imwrite(path, bgra)


def middle(source, result, box):
    """The disc's centre (x, y) and its area in pixels, by how far each pixel has moved from the source's colour to the
    disc's; None if there is no disc."""
    x, y, w, h = box
    left, right = (int(np.clip(v, 0, source.shape[1])) for v in (x + w / 2 - REACH * w, x + w / 2 + REACH * w))
    top, bottom = (int(np.clip(v, 0, source.shape[0])) for v in (y + h / 2 - REACH * h, y + h / 2 + REACH * h))
    before = source[top:bottom, left:right].astype(np.float32)
    way = np.float32(COLOR) - before
    share = ((result[top:bottom, left:right] - before) * way).sum(-1) / np.maximum((way ** 2).sum(-1), 1)
    share = np.clip((share - 0.25) / 0.5, 0, 1)
    area = float(share.sum())
    if area < 4:
        return None
    ys, xs = np.mgrid[top:bottom, left:right] + 0.5
    return float((share * xs).sum() / area), float((share * ys).sum() / area), area


def similarity(points, reference):
    """The similarity transform (2x3) that maps `points` to `reference`, by least squares."""
    a, b = np.float64(points), np.float64(reference)
    p, q = a - a.mean(0), b - b.mean(0)
    norm = (p ** 2).sum()
    c, s = (p * q).sum() / norm, (p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]).sum() / norm
    turn = np.float64([[c, -s], [s, c]])
    return np.c_[turn, b.mean(0) - turn @ a.mean(0)]


def motion(middles, faces):
    """From the disc's centres (None where it is missing) and the face's truths ({"box", "points"}, None without one),
    in percent of the face's width: the standard deviation from its mean position on the face, the greatest distance
    from it, and the number of frames without a disc. On a face that does not move this is the disc's own jitter."""
    first = next(f for f in faces if f)
    places, missing = [], 0
    for found, face in zip(middles, faces):
        if face is None:
            continue
        if found is None:
            missing += 1
            continue
        m = similarity(face["points"], first["points"])
        places.append(m[:, :2] @ np.float64(found[:2]) + m[:, 2])
    away = np.linalg.norm(np.float64(places) - np.mean(places, axis=0), axis=1) / first["box"][2] * 100
    return float(np.sqrt((away ** 2).mean())), float(away.max()), missing
