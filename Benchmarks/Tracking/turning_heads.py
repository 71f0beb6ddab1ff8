"""Movies of turning heads: the photos of one person at 13 steps of yaw (fasseg_v3), cut out by their labels, over a
moving picture.

A head turns in steps of 15 degrees, the spacing of the photos, of four frames each: 94 degrees per second. It moves
meanwhile, and so does the background. Truth is the box from the brows to the lips, from the labels of eyes, mouth and
skin.
"""
import copy
import glob
import math
import os
import random

import numpy as np
from PIL import Image, ImageFilter

SIZE = (1280, 720)
RATE = 25
STEPS = list(range(-90, 91, 15))
FRAMES_A_STEP = 4
BACKGROUND, SKIN, EYES, NOSE, MOUTH = (255, 0, 0), (255, 255, 0), (0, 0, 255), (0, 255, 255), (0, 255, 0)
HEIGHT = 512


def labelled(data):
    """The photos of each person with labels for all steps: {person: {yaw: (photo, label)}}."""
    people = {}
    for yaw in STEPS:
        folder = f"{yaw:+d}" if yaw else "0"
        for label in sorted(glob.glob(os.path.join(data, "fasseg_v3/label", folder, "*.png"))):
            name = os.path.basename(label)
            # personne02141+0-75.png: person 02, series 1, then a number of the pose.
            person = name[8:11]
            photo = os.path.join(data, "fasseg_v3/image", folder, name[:-4] + ".jpg")
            people.setdefault(person, {})[yaw] = (photo, label)
    return {person: looks for person, looks in people.items() if len(looks) == len(STEPS)}


class Look:
    """A head at one yaw: its pixels with alpha, and the box from its brows to its lips in them."""

    def __init__(self, photo, label):
        picture, marks = Image.open(photo).convert("RGB"), Image.open(label).convert("RGB")
        width = round(picture.width * HEIGHT / picture.height)
        picture = picture.resize((width, HEIGHT), Image.LANCZOS)
        marks = np.asarray(marks.resize((width, HEIGHT), Image.NEAREST)).astype(int)

        def near(color):
            return np.abs(marks - np.array(color)).sum(2) < 90

        alpha = Image.fromarray(np.where(near(BACKGROUND), 0, 255).astype(np.uint8))
        # Eroded by a pixel: the label's edge contains the studio's background.
        alpha = alpha.filter(ImageFilter.MinFilter(5)).filter(ImageFilter.GaussianBlur(1.5))
        # The photos end close to the head; there it fades.
        fade = np.minimum(np.arange(width) + 1, width - np.arange(width)) / 10
        down = np.minimum(1, (HEIGHT - np.arange(HEIGHT)) / 40)
        alpha = np.asarray(alpha) * np.minimum(1, fade)[None] * down[:, None]
        self.pixels = np.dstack([np.asarray(picture), alpha.astype(np.uint8)])
        self.box = self.brows_to_lips(near(EYES), near(NOSE), near(MOUTH), near(SKIN))

    def dimmed(self, light, blur):
        """The same with less light, with horizontal motion blur of `blur` pixels."""
        look = copy.copy(self)
        # Premultiplied colours, so that no background of the studio comes in.
        alpha = self.pixels[..., 3:] / 255
        smeared = smear(np.concatenate([self.pixels[..., :3] * alpha * light, alpha], 2), blur)
        whole = np.maximum(smeared[..., 3:], 1e-3)
        look.pixels = np.concatenate([smeared[..., :3] / whole, 255 * smeared[..., 3:]], 2).round().clip(0, 255).astype(np.uint8)
        return look

    @staticmethod
    def brows_to_lips(eyes, nose, mouth, skin):
        def span(mask, axis):
            places = np.nonzero(mask.any(axis))[0]
            return places[0], places[-1]

        eye = np.nonzero(eyes)[0].mean()
        lips = span(mouth, 1)
        bottom = lips[1]
        # Brows are about a third as far above the eyes as the mouth's centre is below them.
        top = eye - 0.36 * ((lips[0] + lips[1]) / 2 - eye)
        rows = slice(int(eye), int(lips[0]))
        columns = np.nonzero((skin | nose)[rows].mean(0) > 0.25)[0]
        return columns[0], top, columns[-1] - columns[0], bottom - top



def smear(picture, length):
    """Horizontal motion blur: the mean over `length` pixels."""
    reach = max(0, round((length - 1) / 2))
    padded = np.pad(picture, ((0, 0), (reach, reach), (0, 0)))
    return sum(padded[:, n:n + picture.shape[1]] for n in range(2 * reach + 1)) / (2 * reach + 1)


def turning(looks, random):
    """From the front to one profile, to the other and back, each profile held for half a second."""
    side = random.choice((1, -1))
    way = list(range(0, 90, 15)) + [90] * 4 + list(range(75, -90, -15)) + [-90] * 4 + list(range(-75, 1, 15))
    height, x, y = random.uniform(90, 320), random.uniform(-60, 60), random.uniform(-60, 60)
    phase = random.uniform(0, 6)

    def state(frame):
        time = frame / RATE
        place = x + 40 * math.sin(time + phase), y + 25 * math.sin(0.8 * time + 2 * phase)
        return side * way[min(frame // FRAMES_A_STEP, len(way) - 1)], place, height

    return looks, state


def walking(looks, random):
    """From one edge of the picture to the other in profile, facing ahead."""
    side, yaw = random.choice((1, -1)), random.choice((75, 90))
    height, y = random.uniform(80, 260), random.uniform(-120, 120)
    speed = random.uniform(230, 300)
    # Low light, and an exposure of half of a frame's time.
    light, blur = random.uniform(0.35, 1), speed / RATE / 2
    looks = {yaw: look.dimmed(light, blur * HEIGHT / height) for yaw, look in looks.items() if abs(yaw) == 75 or abs(yaw) == 90}

    def state(frame):
        way = speed * frame / RATE - SIZE[0] / 2 - height / 2
        # With positive yaw the nose points to the viewer's left.
        return -side * yaw, (side * way, y), height

    return looks, state


def movies(data, seed):
    """(kind, frames) of each movie; a frame is the picture and the truth, a list of {"id", "box", "isClear", "yaw"}."""
    chance = random.Random(seed)
    people = [{yaw: Look(*files) for yaw, files in looks.items()} for _, looks in sorted(labelled(data).items())]
    # A person appears once in a movie: the series of one person are adjacent.
    order = people[::2] + people[1::2]
    for first in range(0, len(order), 3):
        heads = [turning(looks, chance) for looks in order[first:first + 3]]
        steps = 2 * 6 + 2 * 10 + 8
        places = [(SIZE[0] * (n + 0.5) / len(heads), SIZE[1] / 2) for n in range(len(heads))]
        yield "turning", compose(heads, places, steps * FRAMES_A_STEP, chance.randrange(1 << 30))
    for first in range(0, len(order), 2):
        heads = [walking(looks, chance) for looks in order[first:first + 2]]
        # One above the other, so that none hides the other.
        heads = [(looks, lambda f, s=state, n=n: lifted(s(f), n)) for n, (looks, state) in enumerate(heads)]
        yield "walking", compose(heads, [(SIZE[0] / 2, SIZE[1] / 2)] * 2, 130, chance.randrange(1 << 30))


def lifted(state, number):
    yaw, (x, y), height = state
    return yaw, (x, y / 4 + (170 if number else -170)), height


def scene(seed):
    """A picture larger than the frame, without a face: gradients, texture and grain."""
    noise = np.random.default_rng(seed)
    width, height = SIZE[0] + 160, SIZE[1] + 90
    layers = []
    for cells, strength in ((6, 80), (24, 40), (90, 22)):
        grid = noise.uniform(-1, 1, (cells * 9 // 16 + 2, cells, 3)) * strength
        planes = [Image.fromarray(grid[..., c].astype(np.float32)).resize((width, height), Image.BICUBIC) for c in range(3)]
        layers.append(np.dstack([np.asarray(p) for p in planes]))
    layers.append(noise.normal(0, 2, (height, width, 1)))
    return np.clip(118 + sum(layers), 0, 255).astype(np.uint8)


def compose(heads, places, count, seed):
    """The frames of a movie; heads move around their positions."""
    back = scene(seed)
    for frame in range(count):
        time = frame / RATE
        left, top = round(80 + 70 * math.sin(0.9 * time)), round(45 + 40 * math.sin(0.7 * time))
        canvas = Image.fromarray(back[top:top + SIZE[1], left:left + SIZE[0]])
        truth = []
        for number, ((looks, state), middle) in enumerate(zip(heads, places)):
            yaw, (x, y), height = state(frame)
            look = looks[yaw]
            scale = height / HEIGHT
            size = round(look.pixels.shape[1] * scale), round(height)
            picture = Image.fromarray(look.pixels, "RGBA").resize(size, Image.BILINEAR, reducing_gap=2)
            corner = round(middle[0] + x - size[0] / 2), round(middle[1] + y - size[1] / 2)
            canvas.paste(picture, corner, picture)
            bx, by, bw, bh = (float(value) * scale for value in look.box)
            box = (corner[0] + bx, corner[1] + by, bw, bh)
            # The whole head is in the picture.
            whole = corner[0] >= 0 and corner[0] + size[0] <= SIZE[0]
            if corner[0] + size[0] > 0 and corner[0] < SIZE[0]:
                truth.append({"id": number, "box": box, "isClear": whole, "yaw": abs(yaw)})
        yield np.asarray(canvas), truth
