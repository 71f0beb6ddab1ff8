"""Compares methods to enlarge the network's coarse mattes to the size of the photo, on held-out pictures.

    refinement.py --data DATA --cache CACHE [--minutes 8] [--tool MATTETOOL] [--upsampler FILE.pt]

All start from the same bare network at long side 512: its prediction enlarged (bilinear); the guided filter of He, Sun,
Tang with the photo as guide, solved at the network's size and applied at the photo's (fast guided filter); a small
learned upsampler, a convolutional network of three layers that corrects the enlarged prediction by the photo, trained
here for some minutes on the training pictures in the CACHE of Models/training; and the tool at its three qualities:
`fast` is the guided filter with the colour line, `balanced` and `accurate` solve the band with the matting Laplacian by
conjugate gradients. Prints a table: the error of portrait against p3m_demo, in all and in the edge band, and the IoU of
hair on Figaro.
"""
import argparse
import os
import sys
import time

import cv2
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(os.path.dirname(HERE)), "Models", "training"))
import columns  # noqa: E402
import peers  # noqa: E402
import splits  # noqa: E402
from dataset import LEVELS, Pictures  # noqa: E402
from lighting import light  # noqa: E402
from pictures import picture  # noqa: E402
from views import view, warp  # noqa: E402

SMALLEST, LARGEST = 128, 256  # the network's long side while the upsampler is trained to enlarge its predictions two to four times


class Upsampler(nn.Module):
    """Corrects enlarged mattes by the photo: a residual of the logits, from three 3x3 convolutions."""

    def __init__(self, width=16):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(6, width, 3, padding=1), nn.ReLU(), nn.Conv2d(width, width, 3, padding=2, dilation=2), nn.ReLU(),
            nn.Conv2d(width, 3, 3, padding=1))
        nn.init.zeros_(self.layers[-1].weight)
        nn.init.zeros_(self.layers[-1].bias)

    def forward(self, image, coarse):
        logits = torch.logit(coarse.clamp(0.004, 0.996))
        return torch.sigmoid(logits + self.layers(torch.cat([image - 0.5, logits / 4], 1)))


class Coarse:
    """The bare network's three planes of a picture, at the network's size."""

    def __init__(self, weights):
        core = peers.core()
        self.network = core.compile_model(core.read_model(weights), "CPU", peers.SETTINGS)

    def __call__(self, rgb, long_side=columns.LONG_SIDE):
        h, w = rgb.shape[:2]
        k = long_side / max(h, w)
        size = tuple(max(32, int(round(v * k / 32)) * 32) for v in (w, h))
        small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR).astype(np.float32) / 255
        return small, self.network({"image": small.transpose(2, 0, 1)[None]})["mattes"][0].transpose(1, 2, 0).copy()


def examples(pictures, coarse, rng, count, side=256):
    images, answers, targets, weights = [], [], [], []
    for _ in range(count):
        item = pictures.any(rng)
        image, target, weight = warp(item, view(item, side, side, rng), side, side, cv2.BORDER_REFLECT)
        image = light(image, target, rng)
        answer = coarse(image, int(rng.integers(SMALLEST // 32, LARGEST // 32 + 1)) * 32)[1]
        images.append(image.astype(np.float32) / 255)
        answers.append(cv2.resize(answer, (side, side)))
        targets.append(target.astype(np.float32) / 255)
        weights.append(np.stack([LEVELS[weight >> shift & 3] for shift in (0, 2, 4)], -1))
    return (torch.from_numpy(np.stack(v).transpose(0, 3, 1, 2).copy()) for v in (images, answers, targets, weights))


def train(cache, coarse, minutes):
    torch.manual_seed(1)
    rng, pictures, model = np.random.default_rng(1), Pictures(cache), Upsampler()
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3)
    began, step, losses = time.time(), 0, []
    while (done := (time.time() - began) / (60 * minutes)) < 1:
        image, answer, target, weight = examples(pictures, coarse, rng, 8)
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-5
        p = model(image, answer)
        band = weight * (1 + 8 * target * (1 - target))
        loss = ((p - target).abs() * band).sum() / band.sum()
        loss = loss + sum((torch.diff(p - target, dim=d).abs() * torch.narrow(weight, d, 1, p.shape[d] - 1)).mean() for d in (2, 3))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
        losses.append(float(loss.detach()))
        if step % 100 == 0:
            before = float(((answer - target).abs() * band).sum() / band.sum())
            print(f"{done:.2f} step {step} loss {np.mean(losses[-100:]):.4f} (enlarged alone {before:.4f})", file=sys.stderr, flush=True)
    return model.eval()


def guided(small, answer, image, radius=8, epsilon=1e-4):
    """He, Sun, Tang: Guided Image Filtering, with a grey guide; its linear model enlarged."""
    def mean(v):
        return cv2.blur(v, (2 * radius + 1,) * 2, borderType=cv2.BORDER_REFLECT)
    grey, guide = (cv2.cvtColor(np.float32(v), cv2.COLOR_RGB2GRAY)[..., None] for v in (small, image))
    m = mean(grey)[..., None]
    a = (mean(grey * answer) - m * mean(answer)) / (mean(grey * grey)[..., None] - m * m + epsilon)
    b = mean(answer) - a * m
    h, w = image.shape[:2]
    a, b = (cv2.resize(mean(v), (w, h)) for v in (a, b))
    return np.clip(a * guide + b, 0, 1)


def methods(coarse, upsampler, tool):
    """(name, planes of a file in the order of columns.KINDS)"""
    def seen(path):
        rgb = picture(path)[..., ::-1]
        h, w = rgb.shape[:2]
        rgb = cv2.resize(rgb, ((w + 1) // 2, (h + 1) // 2), interpolation=cv2.INTER_AREA) if max(h, w) > 1100 else np.ascontiguousarray(rgb)
        return rgb, *coarse(rgb)

    def larger(v, rgb):
        return cv2.resize(v, rgb.shape[1::-1])

    def learned(rgb, answer):
        image, enlarged = (torch.from_numpy(v.transpose(2, 0, 1)[None].copy()) for v in (rgb.astype(np.float32) / 255, larger(answer, rgb)))
        with torch.no_grad():
            return upsampler(image, enlarged)[0].numpy().transpose(1, 2, 0)

    yield "enlarged", lambda path: (lambda rgb, small, answer: larger(answer, rgb))(*seen(path))
    yield "guided filter", lambda path: (lambda rgb, small, answer: guided(small, answer, rgb.astype(np.float32) / 255))(*seen(path))
    yield "learned upsampler", lambda path: (lambda rgb, small, answer: learned(rgb, answer))(*seen(path))
    for quality in ("fast", "balanced", "accurate"):
        ask = columns.tool_asker(tool, ["--matte-quality", quality, "--models", "research"])
        yield f"tool, {quality}", lambda path, ask=ask: np.stack([ask(path)[k] for k in columns.KINDS], -1)


def row(answer, data):
    errors, bands = [], []
    for path, reference in splits.portraits(data):
        truth = cv2.imread(reference, cv2.IMREAD_GRAYSCALE).astype(np.float32) / 255
        error = np.abs(cv2.resize(answer(path)[..., 2], truth.shape[::-1]) - truth)
        band = cv2.dilate(np.uint8((truth > 0.02) & (truth < 0.98)), np.ones((21, 21))) > 0
        errors.append(error.mean())
        bands.append(error[band].mean())
    both = either = 0
    test = next(t for t in splits.labelled(data) if t.title.startswith("hair IoU, figaro1k"))
    for path, label in test.pairs[::2]:
        truth = test.truth(label)
        found = cv2.resize(answer(path)[..., 0], truth.shape[::-1]) > 0.5
        both, either = both + (found & truth).sum(), either + (found | truth).sum()
    return np.mean(errors), np.mean(bands), both / either


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--cache", help="the folder of shards to learn from", required=True)
    p.add_argument("--minutes", type=float, default=8)
    p.add_argument("--tool", default=columns.TOOL)
    p.add_argument("--weights", default=os.path.join(columns.WEIGHTS, "mattes-research.xml"))
    p.add_argument("--upsampler", default=os.path.join(columns.ROOT, ".build", "bench-mattes", "upsampler.pt"))
    a = p.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    coarse, upsampler = Coarse(a.weights), Upsampler().eval()
    if os.path.exists(a.upsampler):
        upsampler.load_state_dict(torch.load(a.upsampler))
    else:
        upsampler = train(a.cache, coarse, a.minutes)
        torch.save(upsampler.state_dict(), a.upsampler)
    print("| way | portrait MAE, p3m_demo | in the edge band | hair IoU, every 2nd of figaro1k's held out |\n| --- | --- | --- | --- |", flush=True)
    for name, answer in methods(coarse, upsampler, a.tool):
        print("| {} | {:.4f} | {:.4f} | {:.3f} |".format(name, *row(answer, a.data)), flush=True)


if __name__ == "__main__":
    main()
