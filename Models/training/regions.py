"""Trains the network that predicts where in a picture small faces may be, and writes it as OpenVINO IR.

    python regions.py --data DATA --negatives PICTURES --networks ../../.dependencies/networks --out ../Weights

DATA holds the photos of people (SETS), and YuNet among the teachers; PICTURES are those of negatives/gather.py.
Positives are the faces that YuNet or CenterFace detect in the photos; what either detects with a low score is ignored.
The photos are reduced until the faces are 8 to 40 pixels wide, and pasted onto pictures without people.
"""
import argparse
import glob
import os
import random

import cv2
import numpy as np
import openvino as ov
import torch
from torch import nn

from small_networks import trained, write

# The sets of photos of people, and the number of each.
SETS = [("ccp/labelled/image", 1), ("ccp/unlabelled/image", 1), ("people/eg1800/image", 1), ("people/ecu/image", 1),
        ("people/pratheepan/image", 1), ("people/vikram/image", 1), ("people/sfa/image", 2),
        ("people/pennfudan/image", 1), ("people/facesynthetics/image", 2), ("figaro1k/train/image", 3),
        ("celeb1k/train/image", 3)]
SIDE = 160      # of an example, in pixels
STRIDE = 8      # pixels of the input per cell of the output
INPUT = 400     # side of the shipped network's input
# Widths of the faces to detect, in pixels of the input. Smaller and larger ones are neither positive nor negative.
TOLD = (9.5, 30)


class Block(nn.Module):
    """A depthwise and a pointwise convolution, added to the input where the shapes allow it."""

    def __init__(self, before, after, stride=1, dilation=1):
        super().__init__()
        self.depthwise = nn.Conv2d(before, before, 3, stride, dilation, dilation, before, bias=False)
        self.first = nn.BatchNorm2d(before)
        self.pointwise = nn.Conv2d(before, after, 1, bias=False)
        self.second = nn.BatchNorm2d(after)
        self.adds = stride == 1 and before == after

    def forward(self, x):
        y = self.second(self.pointwise(torch.relu(self.first(self.depthwise(x)))))
        return torch.relu(x + y) if self.adds else torch.relu(y)


class Regions(nn.Module):
    def __init__(self):
        super().__init__()
        self.start = nn.Sequential(nn.Conv2d(3, 16, 3, 2, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU())
        self.body = nn.Sequential(
            Block(16, 32, 2), Block(32, 32), Block(32, 32), Block(32, 64, 2), Block(64, 64), Block(64, 64, 1, 2),
            Block(64, 64), Block(64, 64, 1, 2), nn.Conv2d(64, 1, 1))

    def forward(self, image):
        """image [N, H, W, 3], red, green and blue, 0...1; logits [N, H/8, W/8]."""
        return self.body(self.start(image.permute(0, 3, 1, 2) * 2 - 1))[:, 0]


def teachers(data, networks):
    yunet = cv2.FaceDetectorYN.create(os.path.join(data, "teachers/face_detection_yunet_2023mar.onnx"), "", (320, 320),
                                      0.2, 0.3, 500)
    model = ov.Core().read_model(os.path.join(networks, "centerface.onnx"))
    model.reshape([1, 3, -1, -1])
    centre = ov.Core().compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 1})

    def boxes(picture):
        """[x, y, width, height, score] of each face that one of the two detects."""
        height, width = picture.shape[:2]
        yunet.setInputSize((width, height))
        found = yunet.detect(picture)[1]
        found = [] if found is None else [[float(v) for v in [*face[:4], face[14]]] for face in found]
        padded = np.zeros((1, 3, -(-height // 32) * 32, -(-width // 32) * 32), np.float32)
        padded[0, :, :height, :width] = picture[:, :, ::-1].transpose(2, 0, 1)
        answer = centre([padded])
        scores, extents, offsets = (answer[index][0] for index in range(3))
        heat = scores[0]
        peaks = (heat >= 0.2) & (heat == cv2.dilate(heat, np.ones((3, 3))))
        for y, x in zip(*np.nonzero(peaks)):
            h, w = np.exp(extents[:, y, x]) * 4
            cy, cx = (y + offsets[0, y, x] + 0.5) * 4, (x + offsets[1, y, x] + 0.5) * 4
            near = [f for f in found if abs(f[0] + f[2] / 2 - cx) < f[2] / 2 and abs(f[1] + f[3] / 2 - cy) < f[3] / 2]
            for face in near:
                face[4] = max(face[4], float(heat[y, x]))
            if not near:
                found.append([float(v) for v in (cx - w / 2, cy - h / 2, w, h, heat[y, x])])
        return found
    return boxes


def photos(options):
    """(picture, boxes) of the photos with people; every 8th photo of a set without a held-out part is held out."""
    boxes = teachers(options.data, options.networks)
    found = []
    for folder, step in SETS:
        files = sorted(glob.glob(os.path.join(options.data, folder, "*")))
        for file in [file for number, file in enumerate(files) if number % 8][::step]:
            picture = cv2.imread(file)
            if picture is None:
                continue
            scale = min(1, 640 / max(picture.shape))
            picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            faces = boxes(picture)
            if any(face[4] >= 0.6 for face in faces):
                found.append((picture, np.array(faces)))
        print(folder, len(found), flush=True)
    return found


def negatives(folder, count):
    files = sorted(glob.glob(os.path.join(folder, "**/*.jpg"), recursive=True))
    random.Random(1).shuffle(files)
    found = []
    for file in files[:count]:
        picture = cv2.imread(file)
        if picture is not None and min(picture.shape[:2]) >= SIDE:
            scale = min(1, 640 / max(picture.shape))
            found.append(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    return found


def reduced(picture, map, side):
    """The picture through an affine map that reduces it, anti-aliased."""
    scale = np.sqrt(abs(np.linalg.det(map[:, :2])))
    while scale < 0.6 and min(picture.shape[:2]) > 8:
        picture = cv2.resize(picture, (picture.shape[1] // 2, picture.shape[0] // 2), interpolation=cv2.INTER_AREA)
        map = map.copy()
        map[:, :2] *= 2
        scale *= 2
    inside = np.full(picture.shape[:2], 255, np.uint8)
    return (cv2.warpAffine(picture, map, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
            cv2.warpAffine(inside, map, (side, side), flags=cv2.INTER_LINEAR))


def example(people, empty, chance):
    """A picture, and for each cell 1 with a face, 0 without one, -1 if it is ignored."""
    picture = empty[chance.randrange(len(empty))]
    scale = max(SIDE / min(picture.shape[:2]), 0.25 * 4 ** chance.random())
    map = np.float32([[scale, 0, -chance.random() * max(0, picture.shape[1] * scale - SIDE)],
                      [0, scale, -chance.random() * max(0, picture.shape[0] * scale - SIDE)]])
    canvas = reduced(picture, map, SIDE)[0].astype(np.float32)
    faces = []
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 5))):
        picture, boxes = people[chance.randrange(len(people))]
        sure = [box for box in boxes if box[4] >= 0.6]
        box = sure[chance.randrange(len(sure))]
        scale = 8 * 5 ** chance.random() / box[2]
        if scale > 1.2:
            continue
        turn = chance.gauss(0, 12) if chance.random() < 0.7 else chance.uniform(-60, 60)
        c, s = scale * np.cos(np.radians(turn)), scale * np.sin(np.radians(turn))
        flip = -1 if chance.random() < 0.5 else 1
        map = np.float32([[c * flip, -s, 0], [s * flip, c, 0]])
        middle = map[:, :2] @ [box[0] + box[2] / 2, box[1] + box[3] / 2]
        map[:, 2] = np.array([chance.uniform(2, SIDE - 2), chance.uniform(2, SIDE - 2)]) - middle
        layer, alpha = reduced(picture, map, SIDE)
        # The new picture covers what is below it.
        faces = [f for f in faces if alpha[min(SIDE - 1, max(0, int(f[1]))), min(SIDE - 1, max(0, int(f[0])))] < 40]
        alpha = alpha[..., None] / np.float32(255)
        canvas += (layer - canvas) * alpha
        for box in boxes:
            x, y = map[:, :2] @ [box[0] + box[2] / 2, box[1] + box[3] / 2] + map[:, 2]
            if -box[2] * scale < x < SIDE + box[2] * scale and -box[3] * scale < y < SIDE + box[3] * scale:
                faces.append((x, y, box[2] * scale, box[4]))
    if chance.random() < 0.3:
        canvas = cv2.GaussianBlur(canvas, (0, 0), chance.uniform(0.3, 0.9))
    canvas = 255 * np.clip(canvas / 255, 0, 1) ** np.exp(chance.gauss(0, 0.35))
    canvas = canvas * np.exp(chance.gauss(0, 0.2)) + chance.gauss(0, 8)
    if chance.random() < 0.15:
        canvas[:] = canvas.mean(2, keepdims=True)
    else:
        canvas *= np.exp([chance.gauss(0, 0.08) for _ in range(3)])
    if chance.random() < 0.4:
        canvas += np.random.default_rng(chance.randrange(1 << 30)).normal(0, chance.uniform(1, 9), canvas.shape)
    cells = SIDE // STRIDE
    target = np.zeros((cells, cells), np.float32)
    ys, xs = np.mgrid[:cells, :cells] * STRIDE + STRIDE / 2
    for x, y, width, score in faces:
        distance = np.maximum(abs(xs - x), abs(ys - y))
        target[(distance < max(STRIDE, width / 2 + 2)) & (target < 1)] = -1
        if TOLD[0] <= width <= TOLD[1] and score >= 0.6 and 0 <= x < SIDE and 0 <= y < SIDE:
            target[int(y) // STRIDE, int(x) // STRIDE] = 1
    return np.clip(canvas[..., ::-1], 0, 255).astype(np.float32) / 255, target


class Examples(torch.utils.data.IterableDataset):
    def __init__(self, people, empty, seed):
        self.people, self.empty, self.seed = people, empty, seed

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        chance = random.Random(self.seed * 100 + (worker.id if worker else 0))
        cv2.setNumThreads(1)
        while True:
            yield example(self.people, self.empty, chance)


def loss(logits, target):
    positive, negative = target == 1, target == 0
    chance = torch.sigmoid(logits)
    # Nearly all cells are empty, and most of those are easy (Lin et al., "Focal Loss", 2017). A face missed here is
    # lost; a tile too many costs a millisecond.
    missed = nn.functional.softplus(-logits)[positive].sum() * 3
    false = (nn.functional.softplus(logits) * chance ** 2)[negative].sum()
    return (missed + false) / positive.sum().clamp(min=1)


def measured(network, people, empty, count=400):
    chance = random.Random(77)
    at, elsewhere = [], []
    with torch.no_grad():
        for _ in range(count):
            picture, target = example(people, empty, chance)
            logits = network(torch.from_numpy(picture)[None])[0].numpy()
            # As at inference: a face is found by the cell of its centre or a neighbour.
            near = cv2.dilate(logits, np.ones((3, 3)))
            at.append(near[target == 1])
            elsewhere.append(logits[target == 0])
    at, elsewhere = np.concatenate(at), np.concatenate(elsewhere)
    for share in (0.98, 0.99, 0.995):
        level = np.quantile(at, 1 - share)
        print(f"  {share} of {len(at)} faces from {1 / (1 + np.exp(-level)):.4f} on, with {(elsewhere >= level).mean():.4f} of empty cells",
              flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", required=True)
    options.add_argument("--negatives", required=True)
    options.add_argument("--networks", required=True, help="the folder of the packaged face networks")
    options.add_argument("--out", required=True)
    options.add_argument("--kept", help="a file that keeps the photos with their faces")
    options.add_argument("--minutes", type=float, default=20)
    options.add_argument("--begin", help="weights of an earlier run")
    options = options.parse_args()
    random.seed(1)
    torch.manual_seed(1)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if options.kept and os.path.exists(options.kept):
        people = list(np.load(options.kept, allow_pickle=True))
    else:
        people = photos(options)
        if options.kept:
            kept = np.empty(len(people), object)
            kept[:] = people
            np.save(options.kept, kept, allow_pickle=True)
    empty = negatives(options.negatives, 2500)
    print(len(people), "photos with faces,", len(empty), "without people", flush=True)
    held_people, people = people[::10], [p for n, p in enumerate(people) if n % 10]
    held_empty, empty = empty[::10], [p for n, p in enumerate(empty) if n % 10]
    network = Regions()
    if options.begin:
        network.load_state_dict(torch.load(options.begin))

    def watch(averaged):
        measured(averaged, held_people, held_empty)
        torch.save(averaged.state_dict(), os.path.join(options.out, "face-regions.pt"))

    final = trained(network, lambda network, pictures, targets: loss(network(pictures), targets), Examples(people, empty, 1),
                    3e-3, 32, options.minutes, watch)
    measured(final, held_people, held_empty, 2000)
    write(final, {"image": torch.rand(1, INPUT, INPUT, 3)}, "regions", os.path.join(options.out, "face-regions.xml"))


if __name__ == "__main__":
    main()
