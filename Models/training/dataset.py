"""The cache of pictures and targets, and the endless stream of augmented batches made from it.

Every picture is held decoded at long side 512: RGB, target (hair, skin, portrait) and weights, all uint8.
"""
import glob
import json
import os

import cv2
import numpy as np
import torch

import targets

SHARE = {"celeb": 0.28, "figaro": 0.24, "ccp": 0.36, "ccpu": 0.06, "utk": 0.07, "none": 0.03}
PERMISSIVE = ("ccp", "ccpu", "none")  # whose terms allow commercial use
LEVELS = np.float32([0.0, 0.3, 0.6, 1.0])  # what a weight is stored as: two bits a channel
GAP = 25  # pixels: gaps in skin up to this size are eyes, brows and lips
EMPHASIS = 12  # what an emphasis of 1 is stored as


def true_label(data, kind, stem):
    path = {"celeb": f"celeb1k/train/hair/{stem}.png", "figaro": f"figaro1k/train/hair/{stem}.png", "ccp": f"ccp/labelled/label/{stem}.png"}.get(kind)
    return None if path is None else cv2.imread(os.path.join(data, path), cv2.IMREAD_GRAYSCALE)


def pack(data, cache, terms, part, parts, files):
    """Turns the teachers' answers in `cache` about part of the `files` (kind, path) into one shard of pixels and its index."""
    index = []
    folder = os.path.join(cache, terms)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, f"shard{part}.bin"), "wb") as out:
        for kind, path in files[part::parts]:
            stem = os.path.splitext(os.path.basename(path))[0]
            if kind == "none":
                image = cv2.imread(path)[..., ::-1]
                k = 512 / max(image.shape[:2])
                image = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA) if k < 1 else image
                h, w = image.shape[:2]
                index.append({"kind": kind, "name": stem, "at": out.tell(), "size": (h, w), "free": (0, w), "beard": 0, "hat": False, "faces": []})
                for plane in (image, np.zeros((h, w, 3), np.uint8), np.full((h, w), 63, np.uint8)):
                    out.write(np.ascontiguousarray(plane).tobytes())
                continue
            s = dict(np.load(os.path.join(cache, "raw", f"{kind}_{stem}.npz")))
            if terms == "permissive":
                s = targets.permissive(s)
            truth = true_label(data, kind, stem)
            if kind == "ccp" and (truth > 0).mean() < 0.01:
                continue  # one label map of the set is empty
            target, weight = targets.build(s, truth, kind)
            level = np.abs(weight[..., None] / 255.0 - LEVELS).argmin(-1).astype(np.uint8)
            packed = level[..., 0] | level[..., 1] << 2 | level[..., 2] << 4
            beard = targets.beard(s).sum() / max(1, (s["parts"] == targets.SKIN).sum())
            hat = (truth == targets.CCP_HAT).mean() > 0.002 if kind == "ccp" else (s["parts"] == targets.HAT).sum() > 0.06 * (s["parts"] > 0).sum()
            index.append({"kind": kind, "name": stem, "at": out.tell(), "size": target.shape[:2], "free": targets.free_columns(s, target),
                          "beard": round(float(beard), 3), "hat": bool(hat), "faces": [[round(float(v), 1) for v in f[:4]] for f in s["faces"]]})
            for plane in (s["image"], target, packed):
                out.write(np.ascontiguousarray(plane).tobytes())
    with open(os.path.join(folder, f"shard{part}.json"), "w") as f:
        json.dump(index, f)


class Pictures:
    def __init__(self, cache):
        self.items = {}
        for path in sorted(glob.glob(os.path.join(cache, "shard*.json"))):
            pixels = np.memmap(path[:-4] + "bin", np.uint8, "r")
            for item in json.load(open(path)):
                h, w = item["size"]
                at, n = item["at"], h * w
                item["image"] = pixels[at:at + 3 * n].reshape(h, w, 3)
                item["target"] = pixels[at + 3 * n:at + 6 * n].reshape(h, w, 3)
                item["weight"] = pixels[at + 6 * n:at + 7 * n].reshape(h, w)
                self.items.setdefault(item["kind"], []).append(item)
        self.kinds = [k for k in SHARE if k in self.items]
        share = np.array([SHARE[k] for k in self.kinds])
        self.share = share / share.sum()
        self.free = [i for k in self.kinds for i in self.items[k] if i["free"][1] - i["free"][0] >= 96]

        # Where no set is of portraits, heads that fill the frame come from nearer looks at small ones.
        self.heads = 0.27 if "celeb" in self.items else 0.42

        self.rare = [[i for k in ("celeb", "ccp", "utk") for i in self.items.get(k, []) if i["hat"]], [i for k in ("celeb", "utk") for i in self.items.get(k, []) if i["beard"] > 0.05]]

    def any(self, rng):
        for rare, share in zip(self.rare, (0.12, 0.03)):  # hats and beards: few in the sets, and easily taken for hair
            if rare and rng.random() < share:
                return rare[rng.integers(len(rare))]
        kind = self.kinds[rng.choice(len(self.kinds), p=self.share)]
        return self.items[kind][rng.integers(len(self.items[kind]))]


def view(item, h, w, rng, heads=0.27):
    """The 2x3 matrix from a picture to an (h, w) canvas: the whole picture, a part of it, a head, or the picture small in the frame.

    `heads`: how often a head is sought out.
    """
    ih, iw = item["size"]
    fit = min(h / ih, w / iw)
    cx, cy = iw / 2, ih / 2
    mode = rng.random()
    if mode < 0.42:
        scale = fit * rng.uniform(0.92, 1.25)
    elif mode < 0.55:
        scale = fit * rng.uniform(0.4, 0.92)
    elif mode < 0.55 + heads and item["faces"]:
        x, y, fw, fh = item["faces"][rng.integers(len(item["faces"]))]
        cx, cy = x + fw * rng.uniform(0.1, 0.9), y + fh * rng.uniform(0.1, 1.3)
        scale = min(h, w) / max(fh, 12) / rng.uniform(1.8, 6)
        scale = np.clip(scale, 0.6 * fit, 8 * fit)
    else:
        scale = fit * np.exp(rng.uniform(0, np.log(2.6)))
        cx, cy = iw * rng.uniform(0.2, 0.8), ih * rng.uniform(0.1, 0.9)
    angle = np.deg2rad(np.clip(rng.normal(0, 10), -25, 25) if rng.random() < 0.7 else 0)
    sx, sy = scale * np.exp(rng.normal(0, 0.05)), scale
    flip = -1 if rng.random() < 0.5 else 1
    m = np.array([[np.cos(angle) * sx * flip, -np.sin(angle) * sy], [np.sin(angle) * sx * flip, np.cos(angle) * sy]])
    tx, ty = w / 2 + rng.normal(0, 0.04) * w, h / 2 + rng.normal(0, 0.04) * h
    if mode < 0.55:  # small pictures anywhere, large ones a little off
        spare_x, spare_y = max(0, w - iw * scale), max(0, h - ih * scale)
        tx, ty = w / 2 + rng.uniform(-0.5, 0.5) * spare_x, h / 2 + rng.uniform(-0.5, 0.5) * spare_y
    return np.c_[m, np.array([tx, ty]) - m @ np.array([cx, cy])]


def warp(item, m, h, w, border, fill=(0, 0, 0)):
    shrink = abs(np.linalg.det(m[:, :2])) < 0.45
    image = item["image"]
    if shrink:  # warpAffine does not average
        image = cv2.blur(image, (2, 2)) if abs(np.linalg.det(m[:, :2])) > 0.2 else cv2.blur(image, (3, 3))
    outside = {"borderMode": border, "borderValue": fill}
    image = cv2.warpAffine(image, m, (w, h), flags=cv2.INTER_LINEAR, **outside)
    outside["borderValue"] = (0, 0, 0)
    target = cv2.warpAffine(item["target"], m, (w, h), flags=cv2.INTER_LINEAR, **outside)
    outside["borderValue"] = 63  # all three known: nobody there
    weight = cv2.warpAffine(item["weight"], m, (w, h), flags=cv2.INTER_NEAREST, **outside)
    return image, target, weight


def nobody(pictures, h, w, rng):
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
    else:  # soft blotches, of any colour, skin's too
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
    """A background of the colour of the hair before it: only its shape tells the two apart."""
    hair = cut[..., 0] > 200
    if hair.sum() < 100:
        return image
    tone = np.median(top[hair], 0) * rng.uniform(0.6, 1.4)
    grey = image.mean(-1, dtype=np.float32)
    return np.uint8(np.clip(tone + (grey - grey.mean())[..., None] * rng.uniform(0.05, 0.5), 0, 255))


def things_behind(pictures, image, target, rng):
    """Branches, posts, statues: thick textured strokes that stand behind the people and are not of them."""
    h, w = image.shape[:2]
    texture, _, _ = nobody(pictures, h, w, rng)
    shape = np.zeros((h, w), np.uint8)
    for _ in range(rng.integers(1, 4)):
        points = np.cumsum(np.r_[[rng.uniform(0, (w, h))], rng.normal(0, 0.12 * max(h, w), (rng.integers(2, 6), 2))], 0)
        cv2.polylines(shape, [np.int32(points)], False, 255, int(max(h, w) * np.exp(rng.uniform(-4.5, -2.2))) + 1, cv2.LINE_AA)
        if rng.random() < 0.4:  # a head on it
            cv2.ellipse(shape, [int(v) for v in points[-1]], [int(v) for v in max(h, w) * rng.uniform(0.02, 0.08, 2)], float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
    a = (shape / np.float32(255) * (1 - target[..., 2] / np.float32(255)))[..., None]
    return np.uint8(image + (texture.astype(np.float32) - image) * a)


def against_light(image, target, weight, rng):
    """A person in their own shadow, often before something bright: down to a black shape, where hair and skin are not known."""
    person = cv2.blur(target[..., 2:], (3, 3)).astype(np.float32)[..., None] / 255
    if rng.random() < 0.5:
        sky = rng.uniform(76, 255, (2, 3)).astype(np.float32)
        ramp = np.linspace(0, 1, image.shape[0], dtype=np.float32)[:, None, None]
        image = image + (sky[0] * (1 - ramp) + sky[1] * ramp - image) * (1 - person) * np.float32(rng.uniform(0.3, 0.95))
    shade = rng.uniform(0, 0.4)
    if shade < 0.08:
        weight = np.where(target[..., 2] > 25, weight & 48, weight)
    return np.uint8(image * (1 - (1 - shade) * person)), weight


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


def recolour(image, mask, gains):
    m = mask[..., None].astype(np.float32) / 255
    return np.uint8(np.clip(image * (1 + (np.float32(gains) - 1) * m), 0, 255))


def skin_coloured(image, target, rng):
    """Gives what is neither hair nor skin of a person the colour of their skin; folds and patterns stay."""
    skin = target[..., 1] > 200
    clothes = cv2.erode(np.uint8(target[..., 2] > 230) * np.uint8(cv2.dilate(np.maximum(target[..., 0], target[..., 1]), np.ones((3, 3), np.uint8)) < 40), np.ones((3, 3), np.uint8))
    if skin.sum() < 40 or clothes.sum() < 200:
        return image
    tone = np.median(image[skin], 0).astype(np.float32) * rng.uniform(0.7, 1.25) * rng.uniform(0.92, 1.08, 3)
    grey = image.mean(-1, dtype=np.float32)
    level = max(16.0, float(np.median(grey[clothes > 0])))
    coloured = np.clip((grey / level)[..., None] ** rng.uniform(0.4, 1) * tone, 0, 255)
    share = cv2.blur(clothes.astype(np.float32), (3, 3))[..., None]
    return np.uint8(image + (coloured - image) * share)


def light(image, target, rng, dressed=False):
    """What cameras, lamps and codecs do to a picture; and other tones of skin and hair."""
    h, w = image.shape[:2]
    if rng.random() < 0.14:
        image = recolour(image, cv2.GaussianBlur(target[..., 1], (5, 5), 0), rng.uniform(0.35, 0.85) * np.array([1, rng.uniform(0.85, 1), rng.uniform(0.72, 1)]))
    if rng.random() < 0.12:
        image = recolour(image, target[..., 0], rng.uniform(0.4, 1.7) * rng.uniform(0.75, 1.25, 3))
    if dressed and rng.random() < 0.15:  # clothes of the colour of skin are not skin
        image = skin_coloured(image, target, rng)
    if rng.random() < 0.08:  # coloured lamps
        image = np.uint8(np.clip(image * rng.uniform(0.2, 1.4, 3), 0, 255))
    if rng.random() < 0.15:  # a shadow or a lamp from one side
        a, b = rng.uniform(0.35, 1.3, 2)
        ramp = np.linspace(a, b, w if rng.random() < 0.6 else h, dtype=np.float32)
        image = np.uint8(np.clip(image * (ramp[None, :, None] if len(ramp) == w else ramp[:, None, None]), 0, 255))
    x = np.arange(256, dtype=np.float32) / 255
    gamma, contrast, lift = np.exp(rng.normal(0, 0.25)), np.exp(rng.normal(0, 0.18)), rng.normal(0, 0.05)
    gains = np.exp(rng.normal(0, 0.08, 3)) if rng.random() < 0.6 else np.ones(3)
    lut = np.stack([(x ** gamma - 0.5) * contrast + 0.5 + lift] * 3, -1) * gains
    image = cv2.LUT(image, np.uint8(np.clip(lut, 0, 1) * 255).reshape(256, 1, 3))
    if rng.random() < 0.3:
        grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)[..., None]
        s = 0.0 if rng.random() < 0.35 else rng.uniform(0.3, 1.5)
        image = np.uint8(np.clip(grey + (image.astype(np.float32) - grey) * s, 0, 255))
    r = rng.random()
    if r < 0.12:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 2))
    elif r < 0.2:
        k = rng.uniform(0.35, 0.8)
        image = cv2.resize(cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA), (w, h))
    if rng.random() < 0.25:
        noise = np.zeros((h, w, 3), np.int16)
        cv2.randn(noise, (0,) * 3, (rng.uniform(2, 16),) * 3)
        image = np.uint8(np.clip(image + noise, 0, 255))
    if rng.random() < 0.25:
        image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 92))])[1], cv2.IMREAD_COLOR)
    return image


def hide_faces(image, weight, faces, m, rng):
    """Blurs or pixellates the faces, as who publishes photos does: still a person, though what is hair and skin there is not known."""
    scale = np.sqrt(abs(np.linalg.det(m[:, :2])))
    for x, y, w, h in faces:
        cx, cy = m @ np.array([x + w / 2, y + h / 2, 1])
        rx, ry = (int(max(2, v * scale * rng.uniform(0.5, 0.65))) for v in (w, h))
        left, top, right, bottom = max(0, int(cx) - rx), max(0, int(cy) - ry), min(image.shape[1], int(cx) + rx), min(image.shape[0], int(cy) + ry)
        if right - left < 4 or bottom - top < 4:
            continue
        part = np.ascontiguousarray(image[top:bottom, left:right])
        cells = int(rng.integers(3, 9)) if rng.random() < 0.3 else 3
        small = cv2.resize(part, (min(cells, part.shape[1]), min(cells, part.shape[0])), interpolation=cv2.INTER_AREA)
        hidden = cv2.resize(small, part.shape[1::-1], interpolation=cv2.INTER_CUBIC if cells == 3 else cv2.INTER_NEAREST)
        mask = np.zeros(part.shape[:2], np.uint8)
        cv2.ellipse(mask, (int(cx) - left, int(cy) - top), (rx, ry), 0, 0, 360, 255, -1)
        image[top:bottom, left:right] = np.where(mask[..., None] > 0, hidden, part)
        weight[top:bottom, left:right] = np.where(mask > 0, weight[top:bottom, left:right] & 48, weight[top:bottom, left:right])


def mosaic(pictures, h, w, rng):
    """Two to nine pictures side by side: many small people in one frame."""
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(2, 4))
    ys, xs = np.linspace(0, h, rows + 1).astype(int), np.linspace(0, w, columns + 1).astype(int)
    image, target, weight = np.zeros((h, w, 3), np.uint8), np.zeros((h, w, 3), np.uint8), np.zeros((h, w), np.uint8)
    for a, b in zip(ys, ys[1:]):
        for c, d in zip(xs, xs[1:]):
            item = pictures.any(rng)
            image[a:b, c:d], target[a:b, c:d], weight[a:b, c:d] = warp(item, view(item, b - a, d - c, rng, pictures.heads), b - a, d - c, cv2.BORDER_REFLECT)
    return image, target, weight


def example(pictures, h, w, rng):
    if rng.random() < 0.06:
        image, target, weight = nobody(pictures, h, w, rng)
        return light(image, target, rng), target, weight
    if rng.random() < 0.06:
        image, target, weight = mosaic(pictures, h, w, rng)
        return light(image, target, rng), target, weight
    item = pictures.any(rng)
    m = view(item, h, w, rng, pictures.heads)
    r = rng.random()
    if r < 0.55:
        image, target, weight = warp(item, m, h, w, cv2.BORDER_REFLECT)
    elif r < 0.7:
        image, target, weight = warp(item, m, h, w, cv2.BORDER_CONSTANT, tuple(int(v) for v in rng.integers(0, 256, 3)))
    else:  # the person cut out and put before something else
        behind = pictures.any(rng)
        image, target, weight = nobody(pictures, h, w, rng) if rng.random() < 0.35 else warp(behind, view(behind, h, w, rng, pictures.heads), h, w, cv2.BORDER_REFLECT)
        top, cut, known = warp(item, m, h, w, cv2.BORDER_CONSTANT)
        a = cut[..., 2:].astype(np.float32) / 255
        if not target.any() and rng.random() < 0.3:
            image = alike(image, top, cut, rng)
        image = np.uint8(top * a + image * (1 - a))
        target = np.uint8(np.clip(cut + target * (1 - a), 0, 255))
        weight = np.where(cut[..., 2] > 25, known, weight)
    if rng.random() < 0.1:
        image = things_behind(pictures, image, target, rng)
    if item["faces"] and rng.random() < 0.07:
        hide_faces(image, weight, item["faces"], m, rng)
    if rng.random() < 0.08:
        image, weight = against_light(image, target, weight, rng)
    # In the other sets faces are so large that eyes and lips would pass for clothes.
    return light(image, target, rng, dressed=item["kind"] in ("ccp", "ccpu")), target, weight


def taught(target, weight, shrink):
    """(target, weight, emphasis), a `shrink`-th of the size: what the loss is given.

    The emphasis is heavier at edges; and what closing would fill in skin counts five times: eyes, brows, lips are small gaps
    that are easily filled.
    """
    known = np.stack([np.uint8(LEVELS * 255)[weight >> shift & 3] for shift in (0, 2, 4)], -1)
    if shrink > 1:
        size = (target.shape[1] // shrink, target.shape[0] // shrink)
        target, known = (cv2.resize(v, size, interpolation=cv2.INTER_AREA) for v in (target, known))
    t = target.astype(np.float32) / 255
    around = np.ones((5, 5) if shrink == 1 else (3, 3), np.uint8)
    emphasis = 1 + 8 * t * (1 - t) + (cv2.dilate(target, around) - cv2.erode(target, around)).astype(np.float32) / 255
    gap = np.ones((GAP // shrink | 1,) * 2, np.uint8)
    skin = np.ascontiguousarray(target[..., 1])
    emphasis[..., 1] *= 1 + 4 * (cv2.morphologyEx(skin, cv2.MORPH_CLOSE, gap) - skin.astype(np.float32)) / 255
    return target, known, np.uint8(np.clip(emphasis * EMPHASIS + 0.5, 0, 255))


class Batches(torch.utils.data.IterableDataset):
    """Batches without end. `shapes`: (height, width, pictures) to draw from."""

    def __init__(self, cache, shapes, shrink, seed):
        self.cache, self.shapes, self.shrink, self.seed = cache, shapes, shrink, seed

    def __iter__(self):
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, 0 if info is None else info.id])
        cv2.setRNGSeed(int(rng.integers(1 << 30)))
        pictures = Pictures(self.cache)
        while True:
            h, w, n = self.shapes[rng.integers(len(self.shapes))]
            examples = []
            for _ in range(n):
                image, target, weight = example(pictures, h, w, rng)
                examples.append((image, *taught(target, weight, self.shrink)))
            yield tuple(torch.from_numpy(np.stack(v)) for v in zip(*examples))


def unpack(image, target, weight, emphasis):
    """uint8 batches, channels last, as the network and the loss want them: float32 NCHW."""
    planes = (v.permute(0, 3, 1, 2).float() for v in (image, target, weight, emphasis))
    return tuple(v / scale for v, scale in zip(planes, (255, 255, 255, EMPHASIS)))
