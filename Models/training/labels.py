"""Runs the teacher networks on every training picture and keeps their predictions, then packs the training cache.

    python3 labels.py --data DATA --cache CACHE --negatives NEGATIVES [--terms permissive]

A picture that CACHE/raw already holds is skipped, so that an interrupted run can be continued. targets.py makes targets
of the predictions.
"""
import argparse
import glob
import os
import subprocess
import sys

import cv2
import numpy as np
import openvino as ov
import torch

import dataset
import targets
from outlines import RecurrentMatting
from tflite_graph import Graph

LONG_SIDE = 512
MEAN, STD = np.float32([0.485, 0.456, 0.406]), np.float32([0.229, 0.224, 0.225])
FOLDERS = {"celeb": "celeb1k/train/image", "figaro": "figaro1k/train/image", "utk": "utkface", "ccpu": "ccp/unlabelled", "ccp": "ccp/labelled/image", "none": None}
HELD_OUT = ("figaro", "ccp")  # every 8th picture of these is held out


def training_files(data, negatives, terms):
    """(kind, path) of every training picture, the sets interleaved."""
    files = []
    for kind, folder in FOLDERS.items():
        if terms == "permissive" and kind not in dataset.PERMISSIVE:
            continue
        paths = sorted(glob.glob(os.path.join(negatives, "*", "*") if kind == "none" else os.path.join(data, folder, "*")))
        paths = [p for i, p in enumerate(paths) if i % 8 or kind not in HELD_OUT]
        files += [((i + 0.5) / len(paths), kind, p) for i, p in enumerate(paths)]
    return [f[1:] for f in sorted(files)]


class Teachers:
    def __init__(self, folder):
        self.folder, self.core, self.nets = folder, ov.Core(), {}
        self.matting = RecurrentMatting(folder)
        self.hair_graph = Graph(os.path.join(folder, "hair_segmentation_512.tflite"))
        self.detector = cv2.FaceDetectorYN.create(os.path.join(folder, "face_detection_yunet_2023mar.onnx"), "", (320, 320), 0.6)

    def net(self, name):
        if name not in self.nets:
            model = self.core.read_model(os.path.join(self.folder, name))
            # With 8-bit arithmetic, as the parsing teacher is stored, its sums overflow on processors without VNNI.
            self.nets[name] = self.core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32", "LP_TRANSFORMS_MODE": "NO", "INFERENCE_NUM_THREADS": 1})
        return self.nets[name]

    def first_output(self, name, x):
        return self.net(name)([np.ascontiguousarray(x, np.float32)])[0]

    def faces(self, bgr):
        """x, y, w, h, five points and score, in pixels, one row per face (YuNet)."""
        k = min(1, 640 / max(bgr.shape[:2]))
        small = cv2.resize(bgr, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
        self.detector.setInputSize(small.shape[1::-1])
        found = self.detector.detect(small)[1]
        if found is None:
            return np.zeros((0, 15), np.float32)
        return np.c_[found[:, :14] / k, found[:, 14:15]]

    def person(self, bgr):
        """Alpha of the person (RVM)."""
        return self.matting.alpha(bgr)

    def salient(self, bgr):
        """Saliency (U2NetP): a second prediction of the person."""
        x = cv2.resize(bgr, (320, 320), interpolation=cv2.INTER_AREA)[..., ::-1].astype(np.float32)
        x = (x / max(x.max(), 1) - MEAN) / STD
        y = self.first_output("u2netp.onnx", x.transpose(2, 0, 1)[None])[0, 0]
        return cv2.resize((y - y.min()) / (y.max() - y.min() + 1e-6), bgr.shape[1::-1])

    def soft_hair(self, bgr):
        x = np.zeros((1, 512, 512, 4), np.float32)
        x[0, ..., :3] = fitted(bgr, 512)[..., ::-1] / 255.0
        y = self.hair_graph(x)[0]
        e = np.exp(y - y.max(-1, keepdims=True))
        return cv2.resize(e[..., 1] / e.sum(-1), bgr.shape[1::-1])

    def pan(self, bgr):
        """Probabilities of skin and of hair, beards included (PAN)."""
        x = (fitted(bgr, 512)[..., ::-1] / 255.0 - MEAN) / STD
        skin, _, hair = self.first_output("pan_mnv3small_skin_clothes_hair_old452_simplified.onnx", x.transpose(2, 0, 1)[None])[0]
        return [cv2.resize(m, bgr.shape[1::-1]) for m in (skin, hair)]

    def parts(self, bgr, face, expand=2.6, size=448):
        """The class of every pixel around a face (BiSeNetV2, classes of CelebAMask-HQ), 0 elsewhere."""
        cx, cy = face[0] + face[2] / 2, face[1] + 0.42 * face[3]
        k = size / (expand * max(face[2], face[3]))
        there = np.float64([[k, 0, size / 2 - cx * k], [0, k, size / 2 - cy * k]])
        crop = cv2.warpAffine(bgr, there, (size, size), flags=cv2.INTER_AREA)
        classes = self.first_output("bisenetv2_celebamaskhq_448x448_integer_quant.tflite", (crop[None, ..., ::-1].astype(np.float32) - 128) / 128)
        return cv2.warpAffine(classes.reshape(size, size).astype(np.uint8), there, bgr.shape[1::-1], flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP)

    def answers(self, photo, kind):
        """All predictions at long side 512, uint8.

        Where CCP's own labels decide, the slow teachers are not run; nor on the face crops of UTKFace, where the
        parsing teacher suffices.
        """
        full_h, full_w = photo.shape[:2]
        k = LONG_SIDE / max(full_h, full_w)
        w, h = int(round(full_w * k)), int(round(full_h * k))
        bgr = cv2.resize(photo, (w, h), interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_CUBIC)
        labelled, nothing = kind in ("ccp", "utk"), np.zeros((h, w), np.float32)
        alpha = nothing if labelled else self.person(bgr)
        salient = self.salient(bgr) if kind in ("figaro", "ccpu") else nothing
        hair = nothing.copy() if labelled else self.soft_hair(bgr)
        skin, pan_hair = self.pan(bgr)
        parts = np.zeros((h, w), np.uint8)
        faces = self.faces(photo)
        for f in faces:
            if f[3] < 0.03 * max(full_h, full_w):
                continue
            seen = cv2.resize(self.parts(photo, f), (w, h), interpolation=cv2.INTER_NEAREST)
            parts = np.where(parts == 0, seen, parts)
            if f[3] < 0.22 * max(full_h, full_w) and not labelled:  # a small head: predict it again, enlarged
                x0, x1 = int(max(0, f[0] - 1.5 * f[2])), int(min(full_w, f[0] + 2.5 * f[2]))
                y0, y1 = int(max(0, f[1] - 1.3 * f[3])), int(min(full_h, f[1] + 3 * f[3]))
                crop = photo[y0:y1, x0:x1]
                nearer = [self.soft_hair(crop), *self.pan(crop)]
                a, b, c, d = (int(round(v * k)) for v in (x0, x1, y0, y1))
                b, d = min(b, w), min(d, h)
                for whole, part in zip((hair, skin, pan_hair), nearer):
                    whole[c:d, a:b] = cv2.resize(part, (b - a, d - c), interpolation=cv2.INTER_AREA)
        if kind == "utk":
            hair, alpha = np.float32(parts == targets.HAIR), np.float32(parts > 0)
        byte = lambda m: np.uint8(np.clip(m, 0, 1) * 255 + 0.5)
        scaled = faces.astype(np.float32) * np.r_[[k] * 14, 1].astype(np.float32)
        return {"image": bgr[..., ::-1].copy(), "alpha": byte(alpha), "u2": byte(salient), "hair": byte(hair), "skin": byte(skin),
                "panhair": byte(pan_hair), "parts": parts, "faces": scaled}


def fitted(bgr, size):
    return cv2.resize(bgr, (size, size), interpolation=cv2.INTER_AREA if bgr.shape[1] > size else cv2.INTER_LINEAR)


def ask(data, cache, negatives, terms, part, parts):
    teachers = Teachers(os.path.join(data, "teachers"))
    files = training_files(data, negatives, terms)
    for kind, path in files[part::parts]:
        if kind == "none":
            continue  # a negative needs no teacher
        stored = os.path.join(cache, "raw", f"{kind}_{os.path.splitext(os.path.basename(path))[0]}.npz")
        if not os.path.exists(stored):
            np.savez(stored + ".part.npz", **teachers.answers(cv2.imread(path), kind))
            os.replace(stored + ".part.npz", stored)
    dataset.pack(data, cache, terms, part, parts, files)


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--cache", required=True)
    p.add_argument("--negatives", required=True, help="folder that negatives/first_set.py made")
    p.add_argument("--terms", choices=("research", "permissive"), default="research")
    p.add_argument("--parts", type=int, default=2, help="number of parallel processes")
    p.add_argument("--part", type=int, help="(internal) process this part only")
    a = p.parse_args()
    os.makedirs(os.path.join(a.cache, "raw"), exist_ok=True)
    if a.part is None:
        jobs = [subprocess.Popen([sys.executable, __file__, "--data", a.data, "--cache", a.cache, "--negatives", a.negatives, "--terms", a.terms, "--parts", str(a.parts), "--part", str(i)]) for i in range(a.parts)]
        sys.exit(max(j.wait() for j in jobs))
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    ask(a.data, a.cache, a.negatives, a.terms, a.part, a.parts)
