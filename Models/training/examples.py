"""One training example: people, their background, and the light."""
import cv2
import numpy as np

from backgrounds import alike, negative, statue, things_behind
from behind import from_behind
from composed import composed
from lighting import against_light, hide_faces, light, silhouette
from views import warp


KEPT = ("ecu", "pratheepan", "sfa", "abdomen", "vikram", "pennfudan", "none")  # sets that keep their background


def example(pictures, h, w, rng):
    recipe = pictures.recipe
    if rng.random() < recipe.composed:
        image, target, weight = composed(pictures, h, w, rng)
        return light(image, target, rng), target, weight
    if rng.random() < recipe.negatives:
        image, target, weight = negative(pictures, h, w, rng)
        return light(image, target, rng), target, weight
    if rng.random() < recipe.mosaic:
        image, target, weight = mosaic(pictures, h, w, rng)
        return light(image, target, rng), target, weight
    back = rng.random() < recipe.thrown_back and len(pictures.chins) > 0
    item = pictures.chins[rng.integers(len(pictures.chins))] if back else pictures.any(rng)
    m, seen = thrown_back(item, h, w, rng) if back else (pictures.view(item, h, w, rng), 1)
    turned_away = not back and len(item["faces"]) == 1 and rng.random() < recipe.from_behind

    def person(*border):
        layers = warp(item, m, h, w, *border)
        return from_behind(*layers, item["faces"][0], m, rng) if turned_away else layers

    # A person without an exact outline cannot be cut out.
    r = 1 if back else 0 if item["kind"] in KEPT else rng.random()
    if r < recipe.kept:
        image, target, weight = person(cv2.BORDER_REFLECT)
        if item["kind"] not in KEPT and rng.random() < recipe.alike:
            a = target[..., 2:].astype(np.float32) / 255
            image = np.uint8(image * a + alike(image, image, target, rng) * (1 - a))
    elif r < recipe.kept + recipe.plain:
        image, target, weight = person(cv2.BORDER_CONSTANT, tuple(int(v) for v in rng.integers(0, 256, 3)))
    else:  # the person cut out and put in front of another background
        behind = pictures.any(rng)
        image, target, weight = negative(pictures, h, w, rng) if back or rng.random() < 0.35 else warp(behind, pictures.view(behind, h, w, rng), h, w, cv2.BORDER_REFLECT)
        top, cut, known = person(cv2.BORDER_CONSTANT)
        cut = np.uint8(cut * seen)
        a = cut[..., 2:].astype(np.float32) / 255
        if not target.any() and rng.random() < 0.3:
            image = alike(image, top, cut, rng)
        image = np.uint8(top * a + image * (1 - a))
        target = np.uint8(np.clip(cut + target * (1 - a), 0, 255))
        weight = np.where(cut[..., 2] > 25, known, weight)
    if rng.random() < recipe.things_behind:
        image = things_behind(pictures, image, target, rng)
    if rng.random() < recipe.statue:
        image = statue(pictures, image, target, rng)
    if item["faces"] and not turned_away and rng.random() < recipe.hidden_faces:
        hide_faces(image, weight, item["faces"], m, rng)
    r = rng.random()
    if r < recipe.silhouette:
        image, weight = silhouette(image, target, weight, rng)
    elif r < recipe.silhouette + recipe.against_light:
        image, weight = against_light(image, target, weight, rng)
    # In the other sets faces are so large that eyes and lips would be taken for clothes.
    return light(image, target, rng, dressed=item["kind"] in ("ccp", "ccpu")), target, weight


def mosaic(pictures, h, w, rng):
    """Two to nine pictures side by side: many small people in one frame."""
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(2, 4))
    ys, xs = np.linspace(0, h, rows + 1).astype(int), np.linspace(0, w, columns + 1).astype(int)
    image, target, weight = np.zeros((h, w, 3), np.uint8), np.zeros((h, w, 3), np.uint8), np.zeros((h, w), np.uint8)
    for a, b in zip(ys, ys[1:]):
        for c, d in zip(xs, xs[1:]):
            item = pictures.any(rng)
            image[a:b, c:d], target[a:b, c:d], weight[a:b, c:d] = warp(item, pictures.view(item, b - a, d - c, rng), b - a, d - c, cv2.BORDER_REFLECT)
    return image, target, weight


def thrown_back(item, h, w, rng):
    """The head of a picture's only face, thrown back, so that neck, beard and chin are visible: the picture is
    stretched, and only what is below the nose is shown."""
    x, y, fw, fh = item["faces"][0]
    scale = w * rng.uniform(0.14, 0.4) / fw
    stretch, angle = rng.uniform(1, 1.7), np.deg2rad(rng.normal(0, 5))
    m = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.diag([rng.choice([-1, 1]) * scale, scale * stretch])
    top, half = y + fh * rng.uniform(0.45, 0.75), fw * rng.uniform(0.6, 0.8)
    m = np.c_[m, (w * rng.uniform(0.3, 0.7), h * rng.uniform(0.1, 0.5)) - m @ np.array([x + fw / 2, top])]
    at = np.linspace(-1.6, 1.6, 33)
    arch = np.c_[x + fw / 2 + at * half, top + np.minimum(0.5 * fh * at ** 2, 0.75 * fh)]
    ends = [[arch[-1, 0] + 2000, arch[-1, 1]], [arch[-1, 0] + 2000, 2000], [arch[0, 0] - 2000, 2000], [arch[0, 0] - 2000, arch[0, 1]]]
    seen = np.zeros((h, w), np.uint8)
    cv2.fillPoly(seen, [np.int32(np.r_[arch, ends] @ m[:, :2].T + m[:, 2])], 255)
    return m, cv2.GaussianBlur(seen, (5, 5), 0)[..., None] / np.float32(255)
