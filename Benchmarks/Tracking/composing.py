"""Composes movies with known truth: faces of photos move over a picture along paths that are defined here.

Each movie is a list of scenes' frames; a frame is the picture (height, width, 3) and the truth, a list of {"id", "box",
"isClear"}. A face that leaves and comes back, is hidden for longer than a second, or appears after a cut, has a new
number, as the tracker's contract requires.
"""
import math

import numpy as np
from PIL import Image, ImageFilter

SIZE = (1280, 720)
RATE = 25
HIDDEN = 1.0
# A face of which less is visible need not be found.
CLEAR = 0.7
# A face of which less is visible is hidden.
GONE = 0.25


class Sprite:
    """A head cut out of a photo by a soft ellipse. `bounds` are those of its face in the photo, brows to lips, as
    fractions."""

    def __init__(self, photo, bounds):
        self.bounds = bounds
        x, y, w, h = bounds
        width, height = photo.size
        # The head around the face: hair, ears and chin.
        middle = ((x + w / 2) * width, (y + h * 0.42) * height)
        half = (w * width * 0.72, h * height * 1.25)
        mask = Image.new("L", photo.size, 0)
        from PIL import ImageDraw
        ImageDraw.Draw(mask).ellipse(
            [middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1]], fill=255)
        mask = mask.filter(ImageFilter.GaussianBlur(w * width * 0.04))
        self.picture = photo.copy()
        self.picture.putalpha(mask)
        self.middle = ((x + w / 2) * width, (y + h / 2) * height)
        self.face_width = w * width
        self.extent = (w * width, h * height)
        self.reduced = {}

    def place(self, x, y, side, roll):
        """The head with its face's centre at (x, y) and its face `side` wide, rotated clockwise; its alpha; its box."""
        scale = self.face_width / side
        angle = math.radians(roll)
        c, s = math.cos(angle) * scale, math.sin(angle) * scale
        reach = side * 1.9
        left, top = int(x - reach), int(y - reach)
        size = int(2 * reach)
        dx, dy = left - x, top - y
        data = (c, s, self.middle[0] + c * dx + s * dy, -s, c, self.middle[1] - s * dx + c * dy)
        patch = self.picture
        if scale > 2:
            factor = int(scale)
            patch = self.reduced.setdefault(factor, None) or self.picture.reduce(factor)
            self.reduced[factor] = patch
            data = tuple(value / factor for value in data)
        patch = patch.transform((size, size), Image.AFFINE, data, Image.BICUBIC)
        half = (self.extent[0] / scale / 2, self.extent[1] / scale / 2)
        c, s = math.cos(angle), math.sin(angle)
        half_width = math.hypot(c * half[0], s * half[1])
        half_height = math.hypot(s * half[0], c * half[1])
        return np.asarray(patch), (left, top), (x - half_width, y - half_height, 2 * half_width, 2 * half_height)


class Actor:
    """A sprite, and its position at a time: (x, y, width of the face, roll in degrees), or None."""

    def __init__(self, sprite, path, depth=0):
        self.sprite, self.path, self.depth = sprite, path, depth


def compose(background, actors, seconds, posts=(), grain=2.0, seed=0):
    """Frames of one shot. `posts` are (left, right) of the posts in front of everything."""
    random = np.random.default_rng(seed)
    noises = [random.normal(0, grain, background.shape[:2] + (1,)).round().astype(np.int16) for _ in range(4)]
    background = np.clip(background, 0, 255).astype(np.int16)
    numbers = {}
    for index in range(int(seconds * RATE)):
        time = index / RATE
        canvas = background + noises[index % 4]
        owner = np.full(canvas.shape[:2], -1, dtype=np.int16)
        boxes = {}
        for number, actor in sorted(enumerate(actors), key=lambda pair: pair[1].depth):
            state = actor.path(time)
            if state is None:
                continue
            patch, (left, top), box = actor.sprite.place(*state)
            boxes[number] = box
            x0, y0 = max(0, left), max(0, top)
            x1, y1 = min(canvas.shape[1], left + patch.shape[1]), min(canvas.shape[0], top + patch.shape[0])
            if x0 >= x1 or y0 >= y1:
                continue
            part = patch[y0 - top:y1 - top, x0 - left:x1 - left].astype(np.float32)
            alpha = part[..., 3:] / 255
            below = canvas[y0:y1, x0:x1]
            canvas[y0:y1, x0:x1] = below + (alpha * (part[..., :3] - below)).astype(np.int16)
            owner[y0:y1, x0:x1][alpha[..., 0] > 0.5] = number
        for left, right in posts:
            canvas[:, left:right] = background[:, :right - left] // 3 + 40
            owner[:, left:right] = -2
        truth = []
        for number, box in boxes.items():
            visible = share_seen(owner, number, box)
            state = numbers.setdefault(number, {"since": None, "life": 0, "left": False})
            reach = inside(box, canvas.shape)
            if reach < GONE:
                state["left"] = True
            if visible < GONE:
                if state["since"] is None:
                    state["since"] = time
                continue
            if state["left"] or (state["since"] is not None and time - state["since"] > HIDDEN):
                state["life"] += 1
            state["since"], state["left"] = None, False
            truth.append({"id": number * 100 + state["life"], "box": box, "isClear": visible >= CLEAR})
        yield np.clip(canvas, 0, 255).astype(np.uint8), truth


def inside(box, shape):
    x, y, w, h = box
    width = min(x + w, shape[1]) - max(x, 0)
    height = min(y + h, shape[0]) - max(y, 0)
    return max(0, width) * max(0, height) / (w * h)


def share_seen(owner, number, box):
    """The fraction of the ellipse in the box in which the face is visible."""
    x, y, w, h = box
    seen = total = 0
    for row in range(16):
        for column in range(16):
            u, v = (column + 0.5) / 8 - 1, (row + 0.5) / 8 - 1
            if u * u + v * v > 1:
                continue
            total += 1
            px, py = int(x + (u + 1) / 2 * w), int(y + (v + 1) / 2 * h)
            if 0 <= px < owner.shape[1] and 0 <= py < owner.shape[0] and owner[py, px] == number:
                seen += 1
    return seen / total


def movies(sprites, backgrounds):
    """The movies by name; each is a function that returns the frames."""
    width, height = SIZE
    s, b = sprites, backgrounds

    def still(x, y, side, roll=0):
        return lambda t: (x, y, side, roll)

    def moving():
        for number in range(5):
            def path(t, n=number):
                phase = n * 1.3
                return (width * (0.14 + 0.18 * n) + 70 * math.sin(1.1 * t + phase),
                        height * 0.5 + 130 * math.sin(0.9 * t + 2 * phase), 70 + 12 * n + 8 * math.sin(t + phase), 0)
            yield Actor(s[number], path)

    def large():
        for number in range(3):
            def path(t, n=number):
                return (width * (0.19 + 0.31 * n) + 40 * math.sin(1.1 * t + n), height * 0.5 + 60 * math.sin(0.9 * t + 2 * n),
                        width * 0.17, 0)
            yield Actor(s[number], path)

    def crossing():
        for number, (y, speed, start) in enumerate([(300, 190, 100), (320, -190, 1180), (480, 150, 60), (500, -170, 1250)]):
            yield Actor(s[number], lambda t, y=y, v=speed, x=start: (x + v * t, y, 95, 0), depth=number % 2)

    def turning():
        for number in range(3):
            def path(t, n=number):
                return (260 + 380 * n, 360 + 40 * math.sin(t), 110, (n - 1) * 45 * t if n != 1 else 60 * math.sin(1.5 * t))
            yield Actor(s[number + 2], path)

    def hiding():
        # Behind posts that hide a face for about a third of a second, and for longer than a second.
        for number, (y, speed, start) in enumerate([(200, 200, 80), (420, 170, 200), (560, -180, 1200)]):
            yield Actor(s[number + 3], lambda t, y=y, v=speed, x=start: (x + v * t, y, 80, 0))

    def returning():
        def away(n):
            def path(t):
                x = width - 150 - 200 * n + 220 * t if t < 2.5 else width - 150 - 200 * n + 220 * (5 - t)
                return (x, 240 + 220 * n, 100, 0)
            return path
        yield Actor(s[0], away(0))
        yield Actor(s[1], away(1))
        yield Actor(s[2], still(300, 360, 120))

    def entering():
        for number in range(5):
            def path(t, n=number):
                start = 0.3 + 0.8 * n
                if t < start:
                    return None
                side = -1 if n % 2 else 1
                way = min(220 * (t - start), 200 + 90 * n)
                x = -80 + way if side > 0 else width + 80 - way
                return (x, 100 + 130 * n, 85, 0)
            yield Actor(s[(number + 1) % len(s)], path)

    def small():
        for number in range(6):
            def path(t, n=number):
                return (130 + 200 * n + 30 * t, 200 + 300 * (n % 2) + 10 * math.sin(2 * t + n), 26 + 3 * n, 0)
            yield Actor(s[number % len(s)], path)

    def cut():
        yield from compose(b[0], [Actor(s[0], still(400, 300, 120)), Actor(s[1], still(900, 330, 110))], 2, seed=1)
        for picture, truth in compose(
                b[1], [Actor(s[2], still(420, 320, 120)), Actor(s[1], still(880, 330, 110))], 2, seed=2):
            yield picture, [dict(t, id=t["id"] + 5000) for t in truth]

    return {
        "moving": lambda: compose(b[0], list(moving()), 6),
        # Only its processing time is measured.
        "large": lambda: compose(b[0], list(large()), 3),
        "crossing": lambda: compose(b[1], list(crossing()), 6),
        "turning": lambda: compose(b[2], list(turning()), 8),
        "hiding": lambda: compose(b[0], list(hiding()), 6, posts=[(420, 520), (800, 860)]),
        "hidden long": lambda: compose(b[1], [Actor(s[1], lambda t: (300 + 130 * t, 360, 90, 0)),
                                              Actor(s[2], still(150, 200, 90))], 6, posts=[(520, 820)]),
        "returning": lambda: compose(b[2], list(returning()), 5),
        "entering": lambda: compose(b[1], list(entering()), 6),
        "small": lambda: compose(b[0], list(small()), 4),
        "cut": cut,
        "still": lambda: compose(b[1], [Actor(s[0], still(400, 300, 120)), Actor(s[3], still(900, 400, 60))], 3),
    }
