"""Composed examples: one to four people, cut out and put in front of another background, near or far, still or moving,
whole, cut off by the frame or partly covered."""
import cv2
import numpy as np


def composed(pictures, h, w, rng):
    """An example (image, target, weight) of an (h, w) canvas."""
    image = scenery(pictures, h, w, rng)
    target, weight = np.zeros((h, w, 3), np.uint8), np.full((h, w), 63, np.uint8)
    for i in range(int(rng.choice([1, 2, 3, 4], p=[0.62, 0.22, 0.1, 0.06]))):
        item = pictures.cut_out[rng.integers(len(pictures.cut_out))]
        m = placed(item, h, w, rng, far=i > 0)
        colours, cut, known = layer(item, m, h, w)
        if rng.random() < 0.6:  # other light than that of the background
            gain = np.exp(rng.normal(0, 0.22)) * np.exp(rng.normal(0, 0.07, 3))
            colours = np.clip(colours * gain.astype(np.float32), 0, 255)
        if i == 0 and rng.random() < 0.18:
            image = like_clothes(image, colours, cut, rng)
        alpha = cut[..., 2:]
        if rng.random() < 0.2:
            kernel = motion(h, w, rng)
            colours, cut = cv2.filter2D(colours * alpha, -1, kernel), cv2.filter2D(cut, -1, kernel)
            alpha = cut[..., 2:]
            colours = colours / np.maximum(alpha, 1e-3)
        elif rng.random() < 0.25:
            sigma = rng.uniform(0.5, 1.6)
            blurred = cv2.GaussianBlur(np.concatenate([colours * alpha, cut], -1), (0, 0), sigma)
            cut, alpha = blurred[..., 3:], blurred[..., 5:]
            colours = blurred[..., :3] / np.maximum(alpha, 1e-3)
        image = image + (np.clip(colours, 0, 255) - image) * alpha
        # Where two people share a pixel, all of it is person.
        target = np.uint8(np.clip(255 * cut + target * (1 - alpha) + 0.5, 0, 255))
        weight = np.where(alpha[..., 0] > 0.1, known, weight)
    if rng.random() < 0.16:
        image, target, weight = covered(pictures, image, target, weight, rng)
    return np.uint8(np.clip(image, 0, 255)), target, weight


def scenery(pictures, h, w, rng):
    """A background: a place, a thing or a texture without people, sharp or out of focus."""
    item = pictures.items["none"][rng.integers(len(pictures.items["none"]))]
    image = item["image"]
    ih, iw = image.shape[:2]
    scale = max(h / ih, w / iw) * np.exp(rng.uniform(0, np.log(2)))
    ch, cw = min(ih, int(np.ceil(h / scale))), min(iw, int(np.ceil(w / scale)))
    y, x = rng.integers(ih - ch + 1), rng.integers(iw - cw + 1)
    part = image[y:y + ch, x:x + cw]
    part = part[:, ::-1] if rng.random() < 0.5 else part
    image = cv2.resize(part, (w, h), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    r = rng.random()
    if r < 0.3:
        image = cv2.GaussianBlur(image, (0, 0), max(h, w) * np.exp(rng.uniform(np.log(0.002), np.log(0.03))))
    elif r < 0.38:
        image = cv2.filter2D(image, -1, motion(h, w, rng))  # the camera follows the person who moves
    return image.astype(np.float32)


def like_clothes(image, colours, cut, rng):
    """The background in the colour of a person's clothes: only shape and texture distinguish the two."""
    clothes = (cut[..., 2] > 0.9) & (cut[..., :2].max(-1) < 0.2)
    if clothes.sum() < 400:
        return image
    tone = np.median(colours[clothes], 0) * np.exp(rng.normal(0, 0.25))
    grey = image.mean(-1)
    made = tone * (grey / max(16, float(grey.mean())))[..., None] ** rng.uniform(0.5, 1)
    return image + (np.float32(np.clip(made, 0, 255)) - image) * np.float32(rng.uniform(0.5, 1))


def extent(item):
    """(left, top, right, bottom) of the person, and the picture's edges that cut the person off."""
    if "extent" not in item:
        person = item["target"][..., 2] > 127
        ys, xs = np.nonzero(person.any(1))[0], np.nonzero(person.any(0))[0]
        edges = (person[:, :2].any(1).sum() > 3, person[:2].any(0).sum() > 3, person[:, -2:].any(1).sum() > 3, person[-2:].any(0).sum() > 3)
        item["extent"] = (xs[0], ys[0], xs[-1] + 1, ys[-1] + 1), edges
    return item["extent"]


def placed(item, h, w, rng, far):
    """The 2x3 matrix that puts a person on the canvas; parts that the photo cuts off lie outside of it."""
    (left, top, right, bottom), (cut_left, _, cut_right, cut_bottom) = extent(item)
    tall = bottom - top
    size = h * np.exp(rng.uniform(np.log(0.26), np.log(0.9 if far else 1.7)))
    scale = size / tall
    turn = np.deg2rad(rng.uniform(-100, 100) if rng.random() < 0.07 and not cut_bottom else np.clip(rng.normal(0, 5), -15, 15))
    flip = -1 if rng.random() < 0.5 else 1
    if cut_left and cut_right:  # as wide as the canvas, or the cuts would be visible
        scale = max(scale, 1.05 * w / (right - left))
    wide = scale * np.exp(rng.normal(0, 0.06))
    m = np.array([[np.cos(turn) * wide * flip, -np.sin(turn) * scale], [np.sin(turn) * wide * flip, np.cos(turn) * scale]])
    half = wide * (right - left) / 2
    x = rng.uniform(0.02, 0.98) * w
    on_left, on_right = (cut_right, cut_left) if flip < 0 else (cut_left, cut_right)
    if on_left and on_right:
        x = w / 2 + rng.uniform(-1, 1) * max(0, half - w / 2)
    elif on_left:
        x = half - rng.uniform(0.01, 0.3) * half
    elif on_right:
        x = w - half + rng.uniform(0.01, 0.3) * half
    if cut_bottom:
        y = h + scale * tall * (rng.uniform(0.02, 0.35) - 0.5)
    elif rng.random() < 0.75:  # feet on the ground, below the middle, or outside the frame
        y = h * rng.uniform(0.75, 1.15) - scale * tall / 2 if size < 1.1 * h else h * rng.uniform(0.3, 0.8)
    else:
        y = h * rng.uniform(0.1, 0.9)
    return np.c_[m, np.array([x, y]) - m @ np.array([(left + right) / 2, (top + bottom) / 2])]


def layer(item, m, h, w):
    """(colours, mattes, weight) of one person on a canvas, the first two float32."""
    size = np.sqrt(abs(np.linalg.det(m[:, :2])))
    colours, cut = item["clear"], item["target"]
    if size < 0.7:  # warpAffine does not average
        k = max(size, 0.12)
        colours, cut = (cv2.resize(v, None, fx=k, fy=k, interpolation=cv2.INTER_AREA) for v in (colours, cut))
        m = m @ np.diag([item["size"][1] / cut.shape[1], item["size"][0] / cut.shape[0], 1])
        known = cv2.resize(item["weight"], cut.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    else:
        known = item["weight"]
    colours = cv2.warpAffine(colours, m, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cut = cv2.warpAffine(cut, m, (w, h), flags=cv2.INTER_LINEAR)
    known = cv2.warpAffine(known, m, (w, h), flags=cv2.INTER_NEAREST)
    return colours.astype(np.float32), cut.astype(np.float32) / 255, known


def motion(h, w, rng):
    """The kernel of linear motion during the exposure."""
    length = max(3, int(max(h, w) * np.exp(rng.uniform(np.log(0.01), np.log(0.1)))))
    angle = rng.normal(0, 0.35) if rng.random() < 0.7 else rng.uniform(0, np.pi)
    kernel = np.zeros((length | 1,) * 2, np.float32)
    middle, reach = length // 2, (length - 1) / 2
    ends = [(int(round(16 * (middle + s * reach * np.cos(angle)))), int(round(16 * (middle + s * reach * np.sin(angle))))) for s in (-1, 1)]
    cv2.line(kernel, *ends, 1.0, 1, cv2.LINE_AA, 4)
    return kernel / kernel.sum()


def covered(pictures, image, target, weight, rng):
    """Covers people by something in front of them: a table, a plant, a wall, with the texture of a picture without
    people."""
    h, w = target.shape[:2]
    texture = scenery(pictures, h, w, rng)
    shape = np.zeros((h, w), np.uint8)
    if rng.random() < 0.5:  # a table or a counter: everything below a line
        y = h * rng.uniform(0.55, 0.95)
        slope = rng.normal(0, 0.05) * w
        cv2.fillPoly(shape, [np.int32([(0, y - slope), (w, y + slope), (w, h), (0, h)])], 255, cv2.LINE_AA)
    else:  # a box, a pillar or a bush
        n = int(rng.integers(4, 12))
        at = np.sort(rng.uniform(0, 2 * np.pi, n))
        radius = rng.uniform(0.6, 1, n)[:, None] * (w * rng.uniform(0.03, 0.15), h * rng.uniform(0.05, 0.4))
        middle = (w * rng.uniform(0, 1), h * rng.uniform(0.4, 1))
        cv2.fillPoly(shape, [np.int32(middle + np.c_[np.cos(at), np.sin(at)] * radius)], 255, cv2.LINE_AA)
    a = (cv2.blur(shape, (3, 3)) / np.float32(255))[..., None]
    return image + (texture - image) * a, np.uint8(target * (1 - a)), np.where(a[..., 0] > 0.9, 63, weight).astype(np.uint8)
