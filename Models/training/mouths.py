"""The mouths that teach the network for teeth (teeth.py), and how each is cropped and augmented."""
import glob
import os

import cv2
import numpy as np
import torch

from labels import Teachers
from targets import MOUTH as PARSED_MOUTH

# The network's input: the mouth's corners lie CORNER_DISTANCE pixels apart on a level line.
WIDTH, HEIGHT, CORNER_DISTANCE = 128, 96, 80
# Pictures inside a mouth, or of lips held back by instruments, which no camera for portraits takes.
NOT_SMILES = {"1093", "112", "1226", "123", "138", "1382", "1412", "1463", "16", "1610", "1662", "1665", "2222", "303", "451",
              "48", "610", "664", "70", "742", "767", "792"}
TEETH = 4  # of the labels of people/
# Points of the mesh: the corners of the mouth, the outer edge of the lips, and the middles of their inner edges.
CORNERS = (61, 291)
OUTER_LIPS = [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185]
OPENING = (13, 14)
CLOSED = 0.06  # a smaller opening, in widths of the mouth, counts as closed
# Portraits without labels of teeth, and the stride at which each set is used.
PORTRAITS = [("celeb1k/train/image", 1), ("utkface", 2), ("people/eg1800/image", 2)]


class Mouth:
    """A picture with one mouth, the pixels that are teeth (0 or 255), and the pixels where that is known.

    `middle` and `width` are those of the mouth, in pixels; `spread` is the range of factors of `width` for
    augmentation.
    """

    def __init__(self, picture, teeth, middle, width, roll=0, spread=(0.9, 1.15), known=None):
        self.picture, self.teeth, self.known = picture, teeth, np.full_like(teeth, 255) if known is None else known
        self.middle, self.width, self.roll, self.spread = np.float64(middle), width, roll, spread


def smiles(data, held_out):
    """The mouths of people/dental, every 8th of which is held out."""
    found = []
    for number, file in enumerate(sorted(glob.glob(os.path.join(data, "people/dental/image/*")))):
        name = os.path.basename(file).split(".")[0]
        if (number % 8 == 0) != held_out or name.split("_")[0] in NOT_SMILES:
            continue
        label = cv2.imread(glob.glob(os.path.join(data, "people/dental/label", name + ".*"))[0], cv2.IMREAD_GRAYSCALE)
        teeth = np.uint8(label == TEETH) * 255
        ys, xs = np.nonzero(teeth)
        # The set has no corners of the mouth: teeth take 0.6 to 0.95 of its width.
        found.append(Mouth(cv2.imread(file), teeth, (xs.mean() + 0.5, (ys.min() + ys.max()) / 2 + 0.5),
                           xs.max() - xs.min() + 1, spread=(1.05, 1.65)))
    return found


def meshed(looker, file):
    """The mouth that the mesh finds in a picture, and its opening in widths of it; None if there is none."""
    picture = cv2.imread(file)
    seen = looker.face(picture)
    if seen is None or seen[1] < 0.5:
        return None
    points = seen[0][:, :2]
    across = points[CORNERS[1]] - points[CORNERS[0]]
    lips, width = points[OUTER_LIPS], float(np.hypot(*across))
    mouth = Mouth(picture, np.zeros(picture.shape[:2], np.uint8), (lips.min(0) + lips.max(0)) / 2, width,
                  float(np.arctan2(across[1], across[0])))
    return mouth, float(np.hypot(*(points[OPENING[1]] - points[OPENING[0]]))) / width


def around(mouth):
    """The mouth with only as much of its picture as an example shows."""
    x0, y0 = np.maximum(mouth.middle - 1.5 * mouth.width, 0).astype(int)
    x1, y1 = (mouth.middle + 1.5 * mouth.width).astype(int)
    planes = (plane[y0:y1, x0:x1].copy() for plane in (mouth.picture, mouth.teeth, mouth.known))
    picture, teeth, known = planes
    return Mouth(picture, teeth, mouth.middle - (x0, y0), mouth.width, mouth.roll, mouth.spread, known)


def closed_mouths(data, looker):
    """The closed lips of ccp's photos; every 8th labelled one is held out."""
    found = []
    for folder in ("labelled", "unlabelled"):
        for number, file in enumerate(sorted(glob.glob(os.path.join(data, "ccp", folder, "image/*")))):
            seen = None if folder == "labelled" and number % 8 == 0 else meshed(looker, file)
            if seen and seen[0].width >= 10 and seen[1] < CLOSED:
                found.append(around(seen[0]))
    return found


def portrait_mouths(data, looker, network):
    """The mouths of portraits; pixels on which `network` and the face-parsing teacher agree are known."""
    teachers, found = Teachers(os.path.join(data, "teachers")), []
    for folder, step in PORTRAITS:
        files = sorted(glob.glob(os.path.join(data, folder, "*")))
        for file in [file for number, file in enumerate(files) if number % 8][::step]:
            seen = meshed(looker, file)
            if seen is None or seen[0].width < 20:
                continue
            mouth = seen[0]
            # The teacher's crop is 2.6 times the longer side of YuNet's face.
            side = 2.3 * mouth.width
            parts = teachers.parts(mouth.picture, (*(mouth.middle - (side / 2, 0.8 * side)), side, side))
            mouth.teeth, mouth.known = agreed(mouth, parts, network)
            found.append(around(mouth))
    return found


def agreed(mouth, parts, network):
    """The pixels of a portrait that are teeth, and the pixels where that is known."""
    inside = np.uint8(parts == PARSED_MOUTH)
    near = cv2.dilate(inside, np.ones((3, 3), np.uint8), iterations=max(1, round(mouth.width / 40)))
    map = cut_map(mouth.middle, mouth.width, mouth.roll)
    seen = cut(mouth.picture, map)[..., ::-1].astype(np.float32) / 255
    with torch.no_grad():
        chance = network(torch.from_numpy(seen.copy())[None])[0].numpy()
    chance = cut_back(chance, map, parts.shape)
    # For closed lips the teacher predicts no inside, or a few pixels of it.
    opens = inside.sum() >= 0.02 * mouth.width ** 2
    teeth = np.uint8((chance > 0.5) & (inside > 0) & opens) * 255
    return teeth, np.uint8((teeth > 0) & (chance > 0.7) | (near == 0) | (chance < 0.2) | (not opens)) * 255


def cut_map(middle, width, roll, flip=1):
    """The map from the picture to the network's input; pixels have their centres at one half."""
    scale = CORNER_DISTANCE / width
    c, s = np.cos(roll) * scale, np.sin(roll) * scale
    map = np.array([[c * flip, s * flip, 0], [-s, c, 0]])
    map[:, 2] = (WIDTH / 2, HEIGHT / 2) - map[:, :2] @ middle
    return map


def cut(plane, map):
    """The picture through the map, anti-aliased."""
    scale = np.sqrt(abs(np.linalg.det(map[:, :2])))
    map = map.copy()
    while scale < 0.6:
        plane = cv2.resize(plane, ((plane.shape[1] + 1) // 2, (plane.shape[0] + 1) // 2), interpolation=cv2.INTER_AREA)
        map[:, :2] *= 2
        scale *= 2
    return cv2.warpAffine(plane, centred(map), (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def cut_back(plane, map, shape):
    """The network's prediction at the picture's size."""
    return cv2.warpAffine(plane, centred(map), shape[::-1], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def centred(map):
    """The map in OpenCV's convention, whose origin is the centre of the first pixel."""
    map = map.copy()
    map[:, 2] += map[:, :2] @ [0.5, 0.5] - 0.5
    return map


def example(mouth, chance):
    """The network's input, the fraction of each pixel that is teeth, 0...1, and the pixels where that is known."""
    width = mouth.width * chance.uniform(*mouth.spread)
    middle = mouth.middle + [chance.gauss(0, 0.07) * width, chance.gauss(0, 0.09) * width]
    map = cut_map(middle, width, mouth.roll + chance.gauss(0, 0.12), chance.choice((-1, 1)))
    picture, teeth = cut(mouth.picture, map).astype(np.float32), cut(mouth.teeth, map).astype(np.float32) / 255
    known = np.float32(cut(mouth.known, map) > 250)
    random_numbers = np.random.default_rng(chance.randrange(1 << 30))
    # Light and camera. Teeth are best recognised by how they differ from the lips next to them, so that difference
    # stays.
    picture = 255 * (picture / 255) ** np.exp(chance.gauss(0, 0.3))
    picture = picture * np.exp(chance.gauss(-0.1, 0.25))
    if chance.random() < 0.1:
        picture[:] = picture.mean(2, keepdims=True)
    else:
        gray = picture.mean(2, keepdims=True)
        picture = gray + (picture - gray) * chance.uniform(0.5, 1.4)
        picture *= np.exp([chance.gauss(0, 0.1) for _ in range(3)])
    if chance.random() < 0.3:  # light from one side
        angle, strength = chance.uniform(0, 2 * np.pi), chance.uniform(0.2, 0.6)
        ys, xs = np.mgrid[:HEIGHT, :WIDTH]
        picture *= (1 + strength * (np.cos(angle) * (xs / WIDTH - 0.5) + np.sin(angle) * (ys / HEIGHT - 0.5)))[..., None].astype(np.float32)
    if chance.random() < 0.6:  # small in the photo, down to 16 pixels
        size = max(16 / CORNER_DISTANCE, chance.random() ** 0.7)
        small = cv2.resize(picture, (max(8, round(WIDTH * size)), max(8, round(HEIGHT * size))), interpolation=cv2.INTER_AREA)
        small += random_numbers.normal(0, chance.uniform(0, 5), small.shape).astype(np.float32)
        if chance.random() < 0.5:
            ok, bytes = cv2.imencode(".jpg", np.clip(small, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, chance.randrange(50, 96)])
            small = cv2.imdecode(bytes, cv2.IMREAD_COLOR).astype(np.float32)
        picture = cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    elif chance.random() < 0.4:
        picture = cv2.GaussianBlur(picture, (0, 0), chance.uniform(0.5, 3))
    if chance.random() < 0.3:
        picture += random_numbers.normal(0, chance.uniform(1, 6), picture.shape).astype(np.float32)
    return np.clip(picture[..., ::-1], 0, 255).astype(np.float32) / 255, teeth, known
