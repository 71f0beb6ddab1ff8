"""Augmentation by light, lenses and codecs, and by other tones of skin, hair and clothes."""
import cv2
import numpy as np

from backgrounds import glow


def light(image, target, rng, dressed=False):
    """What cameras, lamps and codecs do to a picture, and other tones of skin and hair."""
    h, w = image.shape[:2]
    if rng.random() < 0.18:
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


def recolour(image, mask, gains):
    m = mask[..., None].astype(np.float32) / 255
    return np.uint8(np.clip(image * (1 + (np.float32(gains) - 1) * m), 0, 255))


def skin_coloured(image, target, rng):
    """Gives all pixels of a person that are neither hair nor skin the colour of their skin; folds and patterns stay."""
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


def against_light(image, target, weight, rng):
    """A person in their own shadow, often in front of a bright background, down to a black silhouette, where hair and
    skin are unknown."""
    person = cv2.blur(target[..., 2:], (3, 3)).astype(np.float32)[..., None] / 255
    if rng.random() < 0.5:
        sky = rng.uniform(76, 255, (2, 3)).astype(np.float32)
        ramp = np.linspace(0, 1, image.shape[0], dtype=np.float32)[:, None, None]
        image = image + (sky[0] * (1 - ramp) + sky[1] * ramp - image) * (1 - person) * np.float32(rng.uniform(0.3, 0.95))
    shade = rng.uniform(0, 0.4)
    if shade < 0.08:
        weight = without_parts(weight, target[..., 2] > 25)
    return np.uint8(image * (1 - (1 - shade) * person)), weight


def silhouette(image, target, weight, rng):
    """People as dark silhouettes in front of a glowing sky or water, on dark ground: hair and skin are unknown."""
    h, w = image.shape[:2]
    person = cv2.blur(target[..., 2:], (3, 3)).astype(np.float32)[..., None] / 255
    behind = glow(h, w, rng).astype(np.float32)
    horizon = int(h * rng.uniform(0.55, 1.2))
    if horizon < h:
        behind[horizon:] = image[horizon:] * np.float32(rng.uniform(0.05, 0.4))
        weight = weight.copy()
        weight[horizon:][target[horizon:, :, 2] > 25] = 0
    lit = image * np.float32(rng.uniform(0, 0.2)) + behind * np.float32(rng.uniform(0, 0.06))
    image = np.uint8(np.clip(behind + (lit - behind) * person, 0, 255))
    return image, without_parts(weight, target[..., 2] > 25)


def hide_faces(image, weight, faces, m, rng):
    """Blurs or pixellates the faces, as in published photos: still a person, but hair and skin there are unknown."""
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
        weight[top:bottom, left:right] = without_parts(weight[top:bottom, left:right], mask > 0)


def without_parts(weight, where):
    """The weights of a picture, with those of hair and skin set to 0 `where` they cannot be recognized; that of the
    person stays."""
    return np.where(where, weight & 48, weight)
