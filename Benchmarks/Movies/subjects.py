"""People cut out of photos: alpha, foreground colours, and the face.

Alpha has three sources: P3M-Net's prediction for p3m_demo; the mattes that an iPhone wrote to its photos; and the label
maps of held-out photos of ccp, around whose edges alpha is solved in closed form (Levin et al., 2008), in a wider band
at hair. In a composed movie each of them is the truth, since the movie is composed with it. Foreground colours are
those of the multi-level estimate of Germer et al., 2020. No network that is measured was involved.

The cut-outs are kept for inspection, as MOVIES/subjects/NAME.png.
"""
import dataclasses
import functools
import json
import os
import subprocess
import tempfile

import cv2
import numpy as np

import light
import sharing  # noqa: F401
from measuring import TOOL
from pictures import picture

LONGEST = 1600  # pixels: larger than a movie of 1280x720 shows
HAIR = 19  # of the labels of ccp
BAND, HAIR_BAND = 3, 9  # pixels to either side of a label's edge that are solved
SEEN = 0.05  # alpha above this is a person
TOUCH = 2  # pixels of a photo's edge that a person may touch without being cut off


@dataclasses.dataclass
class Subject:
    """Premultiplied linear light and alpha (H, W, 4) in 0...1, cropped to the person."""
    name: str
    pixels: np.ndarray
    face: dict | None  # "box" (x, y, width, height) and five "points" (eyes, nose, corners of the mouth) in pixels
    open_edges: list  # of "left", "top", "right", "bottom": the photo's edges that cut the person off


def photo_path(data, name):
    folder, _, stem = name.partition("/")
    folders = {"p3m": "p3m_demo/image", "ccp": "ccp/labelled/image", "iphone": "apple"}
    return os.path.join(data, folders[folder], stem + ("" if "." in stem else ".jpg"))


def reduced(image, size):
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)


def photo_and_alpha(data, name):
    """BGR uint8 and alpha float64 of the same size."""
    path = photo_path(data, name)
    photo = picture(path)
    k = min(1, LONGEST / max(photo.shape[:2]))
    size = (round(photo.shape[1] * k), round(photo.shape[0] * k))
    if name.startswith("p3m/"):
        alpha = cv2.imread(path.replace("/image/", "/predicted_alpha/")[:-4] + ".png", cv2.IMREAD_GRAYSCALE) / 255
    elif name.startswith("iphone/"):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([TOOL, "extract", path, "portrait", "-o", folder], check=True, stdout=subprocess.DEVNULL)
            alpha = cv2.imread(os.path.join(folder, os.listdir(folder)[0]), cv2.IMREAD_GRAYSCALE) / 255
    else:
        alpha = solved(photo, cv2.imread(path.replace("/image/", "/label/")[:-4] + ".png", cv2.IMREAD_GRAYSCALE))
    return reduced(photo, size), reduced(alpha, size) if alpha.shape != size[::-1] else alpha


def disc(radius):
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))


def solved(photo, label):
    """Alpha in closed form near the label map's edge; the label itself elsewhere."""
    from pymatting import estimate_alpha_cf
    person = np.uint8(label > 0)
    # Small components and holes of the label are errors of annotation.
    _, parts, stats, _ = cv2.connectedComponentsWithStats(person)
    person = np.uint8(parts == 1 + stats[1:, cv2.CC_STAT_AREA].argmax())
    trimap = np.full(label.shape, 0.5)
    trimap[cv2.erode(person, disc(BAND)) > 0] = 1
    trimap[cv2.dilate(person, disc(BAND)) == 0] = 0
    rim = cv2.morphologyEx(person, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    trimap[cv2.dilate(rim * cv2.dilate(np.uint8(label == HAIR), np.ones((5, 5), np.uint8)), disc(HAIR_BAND)) > 0] = 0.5
    return estimate_alpha_cf(photo[..., ::-1] / 255, trimap)


def face_of(data, photo):
    """The largest face that YuNet finds, in pixels of the photo, or None."""
    detector = cv2.FaceDetectorYN.create(
        os.path.join(data, "teachers/face_detection_yunet_2023mar.onnx"), "", photo.shape[1::-1], 0.7)
    found = detector.detect(photo)[1]
    if found is None:
        return None
    best = max(found, key=lambda row: row[2] * row[3])
    return {"box": [float(v) for v in best[:4]], "points": best[4:14].reshape(5, 2).astype(float).tolist()}


def cut_out(data, name, folder):
    """Writes FOLDER/NAME.png, with straight alpha, and its metadata."""
    from pymatting import estimate_foreground_ml
    photo, alpha = photo_and_alpha(data, name)
    alpha = np.where(alpha < 2 / 255, 0, np.where(alpha > 253 / 255, 1, alpha))
    colours = estimate_foreground_ml(photo / 255, alpha)
    ys, xs = np.nonzero(alpha > SEEN)
    top, bottom, left, right = ys.min(), ys.max() + 1, xs.min(), xs.max() + 1
    h, w = alpha.shape
    cut = {"left": alpha[:, 0], "top": alpha[0], "right": alpha[:, -1], "bottom": alpha[-1]}
    face = face_of(data, photo)
    if face:
        face["box"][0] -= left
        face["box"][1] -= top
        face["points"] = [[x - left, y - top] for x, y in face["points"]]
    both = np.dstack([colours, alpha])[top:bottom, left:right]
    cv2.imwrite(os.path.join(folder, flat(name) + ".png"), np.uint8(np.clip(both, 0, 1) * 255 + 0.5))
    with open(os.path.join(folder, flat(name) + ".json"), "w") as f:
        json.dump({"face": face, "open_edges": [e for e, line in cut.items() if (line > SEEN).sum() > TOUCH]}, f)


def flat(name):
    return name.replace("/", "_").split(".")[0]


@functools.lru_cache(None)
def subject(data, folder, name):
    """A person by name ("p3m/p_09ba26b4"), cut out to `folder` at first use."""
    path = os.path.join(folder, flat(name) + ".png")
    if not os.path.exists(path[:-4] + ".json"):
        os.makedirs(folder, exist_ok=True)
        cut_out(data, name, folder)
    both = cv2.imread(path, cv2.IMREAD_UNCHANGED).astype(np.float32) / 255
    with open(path[:-4] + ".json") as f:
        known = json.load(f)
    alpha = both[..., 3:]
    return Subject(name, np.ascontiguousarray(np.dstack([light.linear(both[..., 2::-1]) * alpha, alpha])), **known)
