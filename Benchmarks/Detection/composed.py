"""Composes pictures with known faces: small ones in 12 megapixels, large ones, rotated ones."""
import os
import random

from PIL import Image, ImageFilter


def heads(folder, faces, count):
    """Photos with one frontal face, and its bounds: (picture, (x, y, width, height), roll)."""
    found = []
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        seen = faces(path)
        if len(seen) == 1 and seen[0]["confidence"] > 0.9 and min(seen[0]["yaw"], 360 - seen[0]["yaw"]) < 20:
            b = seen[0]["bounds"]
            picture = Image.open(path).convert("RGB")
            found.append((picture, (b["x"] * picture.width, b["y"] * picture.height, b["width"] * picture.width,
                                    b["height"] * picture.height), seen[0]["roll"]))
            if len(found) == count:
                break
    return found


def texture(size, seed=3):
    """A picture without faces: soft blobs under grain."""
    noise = random.Random(seed)
    picture = Image.new("RGB", size)
    for cells in (9, 60):
        small = Image.new("RGB", (cells, cells * 3 // 4))
        small.putdata([tuple(noise.randrange(40, 200) for _ in range(3)) for _ in range(small.width * small.height)])
        layer = small.resize(size, Image.BICUBIC)
        picture = layer if cells == 9 else Image.blend(picture, layer, 0.35)
    return picture


def head(picture, bounds, width):
    """The head with a margin, its face `width` pixels wide, and the face's centre in it."""
    x, y, w, h = bounds
    scale = width / w
    left, top = max(0, x - 0.7 * w), max(0, y - 0.9 * h)
    right, bottom = min(picture.width, x + 1.7 * w), min(picture.height, y + 1.6 * h)
    size = max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))
    part = picture.resize(size, Image.LANCZOS, (left, top, right, bottom), reducing_gap=3)
    return part, ((x + w / 2 - left) * scale, (y + h / 2 - top) * scale)


def crowd(sources, widths, each=20, size=(4032, 3024)):
    """A picture with `each` faces of every width, on a grid, and [(x, y, width)] of them."""
    canvas = texture(size)
    places = []
    order = [width for width in widths for _ in range(each)]
    random.Random(5).shuffle(order)
    columns = 10
    rows = (len(order) + columns - 1) // columns
    for number, width in enumerate(order):
        picture, bounds, _ = sources[number % len(sources)]
        part, middle = head(picture, bounds, width)
        x = (number % columns + 0.5) * size[0] / columns
        y = (number // columns + 0.5) * size[1] / rows
        left, top = round(x - middle[0]), round(y - middle[1])
        # Its edge fades into the picture, as a head's does and a pasted rectangle's does not.
        mask = Image.new("L", part.size, 0)
        rim = max(1, part.width // 8)
        mask.paste(255, (rim, rim, part.width - rim, part.height - rim))
        canvas.paste(part, (left, top), mask.filter(ImageFilter.GaussianBlur(rim / 2)))
        places.append((left + middle[0], top + middle[1], width))
    return canvas, places


def turned(picture, bounds, degrees, side=512):
    """The picture rotated clockwise around its face, which keeps its centre; parts from outside are gray."""
    x, y, w, h = bounds
    middle = (x + w / 2, y + h / 2)
    return picture.rotate(-degrees, Image.BICUBIC, center=middle, fillcolor=(110, 110, 110),
                          translate=(side / 2 - middle[0], side / 2 - middle[1]))


def filling(picture, bounds, share):
    """A square crop in which the face's bounds take `share` of the width."""
    x, y, w, h = bounds
    side = w / share
    left, top = x + w / 2 - side / 2, y + h / 2 - side / 2
    return picture.transform((640, 640), Image.EXTENT, (left, top, left + side, top + side), Image.BICUBIC,
                             fillcolor=(110, 110, 110))


def cut(picture, bounds, share, edge):
    """The picture cropped at its left or right edge, so that `share` of the width of its face's bounds remains."""
    x, _, w, _ = bounds
    if edge == "left":
        return picture.crop((round(x + w * (1 - share)), 0, picture.width, picture.height))
    return picture.crop((0, 0, round(x + w * share), picture.height))
