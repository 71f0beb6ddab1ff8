"""Targets from true labels and, for sets without labels, from the shipped networks: packs the training cache without
teachers.

    python3 distilled.py --data DATA --cache CACHE --negatives FOLDER [FOLDER ...] [--without FOLDER ...]

The shipped networks are better than the teachers that taught them (Models/bench-mattes.md), and both together take a
tenth of a second per picture. Pixels on which they disagree get weight 0, so that their errors are not learned again.
Pictures are stored decoded at long side 512. A person who is whole in the label is stored with colours free of the
background, to be put in front of another one.
"""
import argparse
import glob
import json
import os
import subprocess
import sys

import cv2
import numpy as np
import openvino as ov

import outlines
import people
import targets
from dataset import LEVELS, true_label
from labels import FOLDERS, LONG_SIDE

WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Weights")
HEADS = ("celeb", "figaro", "utk")  # sets of pictures that a head fills
LABELLED_WHOLE = ("ccp", "eg1800", "facesynthetics")  # sets with exact outlines
LABELLED_HAIR = ("celeb", "figaro")
HAIR, SKIN, PORTRAIT = range(3)


def files_to_learn_from(data, negatives):
    """(kind, path) of every training picture, the sets interleaved. Every 8th picture of a set with labels is held out."""
    files = []
    folders = {kind: folder for kind, folder in FOLDERS.items() if folder} | {kind: f"people/{kind}/image" for kind in people.SETS}
    for kind, folder in folders.items():
        paths = sorted(glob.glob(os.path.join(data, folder, "*")))
        held = 8 if kind in ("figaro", "ccp", *people.SETS) else len(paths) + 1
        paths = [p for i, p in enumerate(paths) if i % held or held > len(paths)]
        paths = paths[::3] if kind == "utk" else paths  # small crops, taught by the networks alone
        files += [((i + 0.5) / len(paths), kind, p) for i, p in enumerate(paths)]
    paths = sorted(p for folder in negatives for p in glob.glob(os.path.join(folder, "*", "*")))
    files += [((i + 0.5) / len(paths), "none", p) for i, p in enumerate(paths)]
    return [f[1:] for f in sorted(files)]


class Networks:
    """The predictions of the shipped networks: the whole photo's at 512, the one for heads at 384."""

    def __init__(self, data):
        core = ov.Core()
        # On a processor without instructions for bfloat16, it takes two to three times as long as float32.
        precision = "bf16" if "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES") else "f32"
        options = {"INFERENCE_PRECISION_HINT": precision, "INFERENCE_NUM_THREADS": 1}
        self.nets = {name: core.compile_model(os.path.join(WEIGHTS, name + "-research.xml"), "CPU", options) for name in ("mattes", "heads")}
        self.detector = cv2.FaceDetectorYN.create(os.path.join(data, "teachers", "face_detection_yunet_2023mar.onnx"), "", (320, 320), 0.6)

    def answer(self, name, bgr, long_side):
        """float32 (H, W, 3)."""
        h, w = bgr.shape[:2]
        k = long_side / max(h, w)
        size = [max(32, int(round(v * k / 32)) * 32) for v in (w, h)]
        x = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)[..., ::-1].transpose(2, 0, 1)[None].astype(np.float32) / 255
        y = self.nets[name](x)[0][0]
        return cv2.resize(np.ascontiguousarray(y.transpose(1, 2, 0)), (w, h), interpolation=cv2.INTER_LINEAR)

    def answers(self, bgr, kind):
        """(answer, disagreement), float32 (H, W, 3), and the faces."""
        whole, near = self.answer("mattes", bgr, 512), self.answer("heads", bgr, 384)
        self.detector.setInputSize(bgr.shape[1::-1])
        found = self.detector.detect(bgr)[1]
        faces = np.zeros((0, 15), np.float32) if found is None else found
        heads = kind in HEADS or kind == "eg1800" and any(f[3] > 0.2 * max(bgr.shape[:2]) for f in faces)
        return near if heads else whole, np.abs(whole - near), faces


def build(kind, image, label, answer, apart, faces):
    """(target, weight), float32 (H, W, 3), of a picture (RGB uint8), from its true label, the networks' predictions and
    their disagreement."""
    picture = image.astype(np.float32) / 255
    agreed = np.where(apart < 0.25, 0.6, 0).astype(np.float32)
    target, weight = answer.copy(), agreed * 0.5
    if kind == "ccp":
        return street(picture, label, answer, faces)
    if kind in people.SETS:
        return people.build(kind, picture, label, answer, agreed)
    if kind in ("celeb", "figaro"):
        truth = cv2.resize(label, image.shape[1::-1], interpolation=cv2.INTER_AREA) / np.float32(255)
        target[..., HAIR] = targets.soften(picture, truth, 4, 6, 6, 5e-4, teacher=answer[..., HAIR])
        target[..., SKIN] *= 1 - 0.95 * target[..., HAIR]
        target[..., PORTRAIT] = np.maximum(target[..., PORTRAIT], target[..., HAIR])
        weight = np.maximum(agreed, 0.3)
        weight[..., HAIR] = 1
    elif kind == "utk":  # the crop's edge cuts off hair, necks and hats
        weight = agreed.copy()
        weight[..., HAIR] = np.where(answer[..., HAIR] < 0.5, 0.3, agreed[..., HAIR])
        weight[..., PORTRAIT] = 0.3 * (agreed[..., PORTRAIT] > 0)
    else:
        weight = agreed
    return target, weight


def outline_of(kind, label, answer, alpha):
    """The person's alpha with single strands, float32 (H, W), or None. `label` has the picture's size."""
    if kind in LABELLED_HAIR:
        hair = cv2.resize(label, answer.shape[1::-1], interpolation=cv2.INTER_AREA) / np.float32(255)
        return outlines.of_head(hair, answer[..., PORTRAIT], alpha())
    if kind in LABELLED_WHOLE:
        person = label > 0 if kind == "ccp" else np.isin(label, people.PERSON_VALUES)
        return outlines.of_labelled(person, answer[..., HAIR], alpha())
    return None


def outlined(target, weight, outline, is_head):
    """(target, weight) with the person's outline, which contains hair and skin."""
    target, weight = target.copy(), weight.copy()
    target[..., PORTRAIT] = outline
    target[..., :2] = np.minimum(target[..., :2], outline[..., None])
    if is_head:  # such pictures show only this person
        weight[..., PORTRAIT] = 1
    return target, weight


def street(picture, label, answer, faces):
    """A street photo of ccp, as `targets.build` makes it, with the networks in place of PAN."""
    byte = lambda plane: np.uint8(np.clip(plane, 0, 1) * 255 + 0.5)
    s = {"image": byte(picture), "alpha": byte(answer[..., PORTRAIT]), "hair": byte(answer[..., HAIR]), "u2": byte(answer[..., PORTRAIT]),
         "skin": byte(answer[..., SKIN]), "panhair": byte(answer[..., HAIR]), "parts": np.zeros(picture.shape[:2], np.uint8), "faces": faces}
    target, weight = targets.build(s, label, "ccp")
    return target.astype(np.float32) / 255, weight.astype(np.float32) / 255


def scaled(bgr):
    k = LONG_SIDE / max(bgr.shape[:2])
    size = [max(32, int(round(v * k))) for v in bgr.shape[1::-1]]
    return cv2.resize(bgr, size, interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_CUBIC)


def difference_hash(bgr):
    small = cv2.resize(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), (9, 8), interpolation=cv2.INTER_AREA).astype(int)
    return np.packbits((small[:, 1:] > small[:, :-1]).ravel())


class HeldOut:
    """The pictures without people that are kept for measuring. Near duplicates of them are not trained on."""

    def __init__(self, folders):
        paths = [p for folder in folders for p in glob.glob(os.path.join(folder, "*", "*"))]
        self.hashes = np.array([difference_hash(cv2.imread(p)) for p in paths], np.uint8).reshape(-1, 8)

    def holds(self, bgr, distance=5):
        return len(self.hashes) > 0 and np.unpackbits(self.hashes ^ difference_hash(bgr), axis=1).sum(1).min() <= distance


def pack(data, cache, negatives, held_out, part, parts):
    networks, held_out, index = Networks(data), HeldOut(held_out), []
    matting = outlines.RecurrentMatting(os.path.join(data, "teachers"))
    with open(os.path.join(cache, f"shard{part}.bin"), "wb") as out:
        for kind, path in files_to_learn_from(data, negatives)[part::parts]:
            bgr = cv2.imread(path)
            if bgr is None:
                sys.exit(f"distilled.py: cannot read {path}")
            stem = os.path.splitext(os.path.basename(path))[0]
            item = {"kind": kind, "name": stem, "at": out.tell(), "beard": 0, "hat": False, "glasses": False, "faces": []}
            if kind == "none" and held_out.holds(bgr):
                continue
            if kind == "none":
                k = min(1, LONG_SIDE / max(bgr.shape[:2]))
                image = cv2.resize(bgr, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)[..., ::-1]
                item |= {"size": image.shape[:2], "free": (0, image.shape[1])}
                planes = [image]
            else:
                label = people.label(data, kind, stem) if kind in people.SETS else true_label(data, kind, stem)
                if kind == "ccp" and (label > 0).mean() < 0.01:
                    continue  # one label map of the set is empty
                bgr = scaled(bgr)
                image = np.ascontiguousarray(bgr[..., ::-1])
                answer, apart, faces = networks.answers(bgr, kind)
                if kind == "ccp" or kind in people.SETS:
                    label = label if label.shape == image.shape[:2] else cv2.resize(label, image.shape[1::-1], interpolation=cv2.INTER_NEAREST)
                target, weight = build(kind, image, label, answer, apart, faces)
                outline = outline_of(kind, label, answer, lambda: matting.alpha(bgr))
                if outline is not None:
                    target, weight = outlined(target, weight, outline, kind in LABELLED_HAIR)
                level = np.abs(weight[..., None] - LEVELS).argmin(-1).astype(np.uint8)
                packed = level[..., 0] | level[..., 1] << 2 | level[..., 2] << 4
                target = np.uint8(np.clip(target, 0, 1) * 255 + 0.5)
                said = {"skin": np.uint8(answer[..., SKIN] * 255), "panhair": np.uint8(answer.max(-1) * 255)}
                item |= {"size": image.shape[:2], "free": targets.free_columns(said, target), "faces": [[round(float(v), 1) for v in f[:4]] for f in faces],
                         "hat": bool(kind == "ccp" and (label == targets.CCP_HAT).mean() > 0.002)}
                planes = [image, target, packed]
                if kind in LABELLED_WHOLE or outline is not None:
                    planes.append(targets.clean_colours(image, target[..., PORTRAIT] / np.float32(255)))
            index.append(item | {"planes": ["image", "target", "weight", "clear"][:len(planes)]})
            for plane in planes:
                out.write(np.ascontiguousarray(plane).tobytes())
    with open(os.path.join(cache, f"shard{part}.json"), "w") as f:
        json.dump(index, f)


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--cache", required=True)
    p.add_argument("--negatives", required=True, nargs="+", help="folders whose subfolders hold pictures without people")
    p.add_argument("--without", default=[], nargs="*", help="folders of such pictures that are held out")
    p.add_argument("--parts", type=int, default=2, help="number of parallel processes")
    p.add_argument("--part", type=int, help="(internal) process this part only")
    a = p.parse_args()
    os.makedirs(a.cache, exist_ok=True)
    if a.part is None:
        jobs = [subprocess.Popen([sys.executable, __file__, "--data", a.data, "--cache", a.cache, "--negatives", *a.negatives, "--without", *a.without, "--parts", str(a.parts), "--part", str(i)]) for i in range(a.parts)]
        sys.exit(max(j.wait() for j in jobs))
    cv2.setNumThreads(1)
    pack(a.data, a.cache, a.negatives, a.without, a.part, a.parts)
