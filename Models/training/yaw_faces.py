"""Detects the face of a picture as FaceMeta does: detectors, then the mesh, repeated until the eyes are level."""
import math
import os

import cv2
import numpy as np
import openvino as ov

SIDE = 192
RIGHT_EYE, LEFT_EYE = 33, 263


class Looker:
    def __init__(self, networks):
        core = ov.Core()
        core.set_property({"INFERENCE_NUM_THREADS": 1})

        def load(name):
            model = core.read_model(os.path.join(networks, name))
            return core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
        self.mesh = load("face_landmark.tflite")
        self.detectors = [(load("face_detection_short_range.tflite"), anchors(128, [(8, 2), (16, 6)]), 128),
                          (load("face_detection_full_range_sparse.tflite"), anchors(192, [(4, 1)]), 192)]

    def detected(self, picture):
        """The best candidate of both detectors: its box's corners and its eyes, in pixels; None if there is none."""
        best, sure = None, math.log(0.4 / 0.6)
        # With a margin too: a head that fills the picture is too large for the detectors.
        for margin in (0, 200):
            padded = cv2.copyMakeBorder(picture, margin, margin, margin, margin, cv2.BORDER_CONSTANT)
            for network, places, side in self.detectors:
                scale = side / max(padded.shape[:2])
                small = cv2.resize(padded, (round(padded.shape[1] * scale), round(padded.shape[0] * scale)),
                                   interpolation=cv2.INTER_AREA)
                fed = np.full((1, side, side, 3), -1, np.float32)
                fed[0, :small.shape[0], :small.shape[1]] = small / 127.5 - 1
                answers = list(network(fed).values())
                logits = next(a for a in answers if a.shape[-1] == 1).reshape(-1)
                index = int(np.argmax(logits))
                if logits[index] <= sure:
                    continue
                sure = logits[index]
                values = next(a for a in answers if a.shape[-1] == 16)[0, index].reshape(8, 2) / side
                middle, half = places[index] + values[0], values[1] / 2
                points = np.stack([middle - half, middle + half, places[index] + values[2], places[index] + values[3]])
                best = points * side / scale - margin
        return best

    def predict(self, picture, crop):
        """The points of the mesh in the picture, its confidence, and its own crop for another pass."""
        pixels, place = cut(picture, crop)
        answers = list(self.mesh(pixels[None].astype(np.float32) / 255).values())
        points = next(a for a in answers if a.shape[-1] == 468 * 3).reshape(468, 3).astype(np.float64)
        presence = 1 / (1 + math.exp(-float(next(a for a in answers if a.shape[-1] == 1).reshape(-1)[0])))
        points = np.c_[points[:, :2] @ place[:, :2].T + place[:, 2], points[:, 2] * crop[1] / SIDE]
        return points, presence, mesh_crop(points)

    def face(self, picture):
        """The points of the picture's face, the mesh's confidence, and its crop."""
        found = self.detected(picture)
        if found is None:
            return None
        crop = crop_of(*found)
        points, presence, following = self.predict(picture, crop)
        for _ in range(4):
            if presence < 0.25:
                break
            turn = following[2] - crop[2]
            crop = following
            points, presence, following = self.predict(picture, crop)
            if abs(math.degrees(math.atan2(math.sin(turn), math.cos(turn)))) < 4:
                break
        return points, presence, crop


def anchors(side, layers):
    places = []
    for stride, count in layers:
        steps = (side + stride - 1) // stride
        places += [((x + 0.5) / steps, (y + 0.5) / steps) for y in range(steps) for x in range(steps) for _ in range(count)]
    return np.array(places)


def crop_of(minimum, maximum, right_eye, left_eye):
    """The centre, side and roll of the mesh network's crop."""
    extent = max(maximum - minimum)
    return (minimum + maximum) / 2, 1.5 * extent, math.atan2(left_eye[1] - right_eye[1], left_eye[0] - right_eye[0])


def mesh_crop(points):
    flat = points[:, :2]
    return crop_of(flat.min(0), flat.max(0), flat[RIGHT_EYE], flat[LEFT_EYE])


def cut(picture, crop, border=cv2.BORDER_CONSTANT, side=SIDE):
    """The crop as `side` x `side` pixels, and the map from it to the picture."""
    middle, extent, roll = crop
    c, s = math.cos(roll) * extent / side, math.sin(roll) * extent / side
    half = side / 2
    place = np.array([[c, -s, middle[0] - c * half + s * half], [s, c, middle[1] - s * half - c * half]])
    sampled = place.copy()
    sampled[:, 2] += place[:, :2] @ [0.5, 0.5] - 0.5
    return cv2.warpAffine(picture, sampled, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                          borderMode=border), place
