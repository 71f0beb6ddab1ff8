"""Trains the network that predicts a head's yaw, and writes it as OpenVINO IR with half-precision weights.

    OMP_NUM_THREADS=1 python yaw.py --data DATA --networks ../../.dependencies/networks --out ../Weights

DATA holds fasseg_v3 (heads in 13 steps of yaw, the labels), ccp (backgrounds) and celeb1k and figaro1k (people who face
the camera approximately; the yaw of the mesh's own geometry is taken as the truth). Prints the mean absolute error of
each step with subjects held out, then writes the network trained on all subjects.
"""
import argparse
import glob
import os
import random

import cv2
import numpy as np
import torch
from torch import nn

from small_networks import write
from yaw_faces import Looker, cut

# FaceMeta's HeadPose: pairs of mirrored points, right and left, and the midline, upper and lower.
PAIRS = [(33, 263), (133, 362), (61, 291), (234, 454), (127, 356), (93, 323), (132, 361), (58, 288), (172, 397),
         (54, 284), (67, 297), (70, 300), (105, 334), (50, 280), (205, 425), (64, 294), (49, 279), (129, 358), (136, 365),
         (150, 379)]
MIDLINE = [(10, 152), (151, 175), (9, 199), (8, 200), (168, 18), (6, 17)]
# The yaw of fasseg_v3's steps, for the mean yaw of the mesh.
GEOMETRY = [(0, 0), (12.6, 15), (24.4, 30), (37.5, 45), (47.1, 60), (54, 75), (58.4, 90)]
CELLS, BINS = 8, 9
STEPS = range(0, 91, 15)
# The order of the features: the geometry, the mesh, the gradients.
MESH_END = 1 + 1404
# The number of directions of meshes that are kept, and of centres.
AXES, CENTRES = 30, 300
# The angles, in degrees, at which predictions are calibrated.
KNOTS = (0, 15, 30, 45, 60, 75, 90, 110)


class Front(nn.Module):
    """The features: the mesh, centred, level and of one size; its geometry; and gradients by direction (histograms of
    oriented gradients, Dalal and Triggs, 2005)."""

    def __init__(self):
        super().__init__()
        ramp = 1 - (torch.arange(2 * CELLS) + 0.5 - CELLS).abs() / CELLS
        self.register_buffer("spread", (ramp[:, None] * ramp[None, :])[None, None].repeat(BINS, 1, 1, 1))

    def forward(self, luma, points):
        """luma [N, 64, 64], 0...1; points [N, 1404], x, y and z in one unit."""
        p = points.reshape(-1, 468, 3)
        eyes = p[:, 263] + p[:, 362] - p[:, 33] - p[:, 133]
        length = (eyes[:, 0] ** 2 + eyes[:, 1] ** 2).sqrt().clamp(min=1e-6)[:, None]
        c, s = eyes[:, 0:1] / length, eyes[:, 1:2] / length
        p = p - p.mean(1, keepdim=True)
        p = torch.stack([c * p[..., 0] + s * p[..., 1], c * p[..., 1] - s * p[..., 0], p[..., 2]], -1)
        p = p / (p * p).sum(-1).mean(1).sqrt().clamp(min=1e-6)[:, None, None]

        def axis(pairs):
            ends = torch.tensor(pairs)
            return (p[:, ends[:, 0]] - p[:, ends[:, 1]]).sum(1)
        across = -axis(PAIRS)
        across = across / (across * across).sum(-1, keepdim=True).sqrt().clamp(min=1e-6)
        up = axis(MIDLINE)
        up = up - across * (across * up).sum(-1, keepdim=True)
        up = up / (up * up).sum(-1, keepdim=True).sqrt().clamp(min=1e-6)
        x = across[:, 1] * up[:, 2] - across[:, 2] * up[:, 1]
        z = across[:, 0] * up[:, 1] - across[:, 1] * up[:, 0]
        geometry = torch.atan(-x / (-z).clamp(min=0.1)) * (180 / torch.pi)
        size = geometry.abs()
        turn = sum((size.clamp(low[0], high[0]) - low[0]) * ((high[1] - low[1]) / (high[0] - low[0]))
                   for low, high in zip(GEOMETRY, GEOMETRY[1:]))
        geometry = torch.sign(geometry) * turn

        gray = (luma[:, None] * 255).clamp(min=0.01).sqrt()
        gx = nn.functional.pad(gray[..., 2:] - gray[..., :-2], (1, 1, 0, 0))
        gy = nn.functional.pad(gray[..., 2:, :] - gray[..., :-2, :], (0, 0, 1, 1))
        size = (gx * gx + gy * gy + 1e-6).sqrt()
        # The doubled direction, which ignores the sign: its distance to each bin's.
        angles = torch.arange(BINS) * (torch.pi / BINS)
        near = ((gx * gx - gy * gy) * torch.cos(2 * angles)[:, None, None]
                + 2 * gx * gy * torch.sin(2 * angles)[:, None, None]) / (size * size)
        near = (near - float(np.cos(2 * np.pi / BINS))).clamp(min=0) / (1 - float(np.cos(2 * np.pi / BINS)))
        cells = nn.functional.conv2d(size * near, self.spread, stride=CELLS, padding=CELLS // 2, groups=BINS)
        energy = (cells * cells).sum(1, keepdim=True)
        around = nn.functional.avg_pool2d(energy, 3, 1, 1, count_include_pad=False)
        cells = (cells / (around + 1).sqrt()).clamp(max=1)
        return torch.cat([geometry[:, None], p.reshape(-1, 1404), cells.reshape(-1, BINS * CELLS * CELLS)], 1)


class YawNetwork(nn.Module):
    """Kernel ridge regression on few centres (Nyström): each centre's weight counts by the sample's distance to it."""

    def __init__(self, model, knots):
        super().__init__()
        self.front = Front()
        scales, axes, middle, centres, weights = model
        self.knots = [float(knot) for knot in knots]

        def keep(name, values):
            self.register_buffer(name, torch.tensor(values, dtype=torch.float32))
        keep("axes", axes.T)
        keep("offset", -middle @ spread(axes, scales).T)
        keep("scales", scales)
        keep("centres", centres.T)
        keep("squares", (centres ** 2).sum(1)[None])
        keep("weights", weights[:, None] / 45)

    def forward(self, luma, points):
        seen = self.front(luma, points)
        place = torch.cat([seen[:, :1], seen[:, 1:MESH_END] @ self.axes, seen[:, MESH_END:]], 1) * self.scales + self.offset
        distance = (place * place).sum(1, keepdim=True) + self.squares - 2 * (place @ self.centres)
        yaw = 45 * (torch.exp(-distance.clamp(min=0)) @ self.weights)
        size, turn = yaw.abs(), 0
        for low, high, start, end in zip(self.knots, self.knots[1:], KNOTS, KNOTS[1:]):
            turn = turn + (size.clamp(low, high) - low) * ((end - start) / (high - low))
        return torch.sign(yaw) * turn


def backgrounds(data):
    """Crops of street photos."""
    pieces = []
    for file in sorted(glob.glob(os.path.join(data, "ccp/labelled/image/*")))[::20]:
        picture = cv2.imread(file)[..., ::-1]
        y, x = (random.randint(0, max(0, extent - 193)) for extent in picture.shape[:2])
        pieces.append(cv2.resize(picture[y:y + 192, x:x + 192], (192, 192)))
    return pieces


def luma(pixels):
    """The mean luma of 3 x 3 pixels each, 0...1."""
    rows = pixels.astype(np.float64) @ [0.2126, 0.7152, 0.0722] / 255
    return rows.reshape(64, 3, 64, 3).mean((1, 3))


def person(file):
    """1 in a labelled head of FASSEG, 0 behind it; None without labels."""
    label = cv2.imread(os.path.splitext(file.replace("/image/", "/label/"))[0] + ".png")
    if label is None:
        return None
    colours, counts = np.unique(label[:5].reshape(-1, 3), axis=0, return_counts=True)
    mask = (np.abs(label.astype(int) - colours[counts.argmax()]).sum(2) > 60).astype(np.float32)
    return mask if 0.2 < mask.mean() < 0.97 else None


def gathered(data, networks):
    """For each sample: the features, the yaw, the subject, whether it is the unchanged picture with a reliable mesh,
    and the number of the photo."""
    mesher, front, pieces = Looker(networks), Front(), backgrounds(data)
    samples = []

    def add(pixels, points, yaw, subject, is_plain, photo=-1):
        with torch.no_grad():
            seen = front(torch.tensor(luma(pixels)[None], dtype=torch.float32),
                         torch.tensor(points.reshape(1, -1), dtype=torch.float32))[0].numpy()
        samples.append((seen, seen[0] if yaw is None else yaw, subject, is_plain, photo))

    for photo, file in enumerate(sorted(glob.glob(os.path.join(data, "fasseg_v3/image/*/*.jpg")))):
        picture, mask = cv2.imread(file)[..., ::-1], person(file)
        for is_mirrored in (False, True):
            side = slice(None, None, -1 if is_mirrored else 1)
            head = np.ascontiguousarray(picture[:, side])
            found = mesher.face(head)
            if found is None:
                continue
            points, presence, crop = found
            yaw = int(os.path.basename(os.path.dirname(file))) * (-1 if is_mirrored else 1)
            subject = os.path.basename(file)[8:10]
            add(cut(head, crop)[0], points, yaw, subject, presence >= 0.5, photo)
            # Photos seldom end at the head, and walls are not always gray.
            continued = cut(head, crop, cv2.BORDER_REPLICATE)[0]
            add(continued, points, yaw, subject, False)
            alpha = np.ones(head.shape[:2], np.float32) if mask is None else cv2.GaussianBlur(
                cv2.resize(mask, head.shape[1::-1])[:, side].copy(), (0, 0), 1.5)
            alpha = cut(alpha, crop)[0][..., None]
            add(continued * alpha + random.choice(pieces) * (1 - alpha), points, yaw, subject, False)
    for file in sorted(glob.glob(os.path.join(data, "celeb1k/val/image/*")))[:110] \
            + sorted(glob.glob(os.path.join(data, "figaro1k/train/image/*")))[::12]:
        picture = np.ascontiguousarray(cv2.imread(file)[..., ::-1])
        for head in (picture, np.ascontiguousarray(picture[:, ::-1])):
            found = mesher.face(head)
            if found is not None and found[1] > 0.7:
                add(cut(head, found[2])[0], found[0], None, "", False)
    # Beyond that the geometry is unreliable.
    return [sample for sample in samples if sample[2] or abs(sample[1]) < 30]


def spread(axes, scales):
    """The matrix from features to the kernel's inputs."""
    matrix = np.zeros((len(scales), len(scales) - 1 - AXES + MESH_END))
    matrix[0, 0] = 1
    matrix[1:1 + AXES, 1:MESH_END] = axes
    matrix[1 + AXES:, MESH_END:] = np.eye(len(scales) - 1 - AXES)
    return matrix * scales[:, None]


def reduction(seen):
    """The projection and weights of features that make the squared distance of two samples the kernel's argument: the
    geometry, the principal components of meshes, and the gradients; and the mean."""
    middle = seen.mean(0)
    centred = seen[:, 1:MESH_END] - middle[1:MESH_END]
    values, axes = np.linalg.eigh(centred.T @ centred)
    # Small differences of meshes count for more than their size.
    axes = axes[:, :-AXES - 1:-1].T / values[:-AXES - 1:-1][:, None] ** 0.25
    scales = np.ones(1 + AXES + seen.shape[1] - MESH_END)
    reduced = (seen - middle) @ spread(axes, scales).T
    # The mean squared distance of two samples is twice the variance.
    for start, end, weight in ((0, 1, 0.15), (1, 1 + AXES, 0.03), (1 + AXES, len(scales), 0.15)):
        scales[start:end] = np.sqrt(weight / (2 * reduced[:, start:end].var(0).sum()))
    return scales, axes, middle


def kernel(a, b):
    return np.exp(-np.maximum((a ** 2).sum(1)[:, None] + (b ** 2).sum(1)[None] - 2 * a @ b.T, 0))


def grouped(taught, count, rounds=8):
    """The means of clusters of samples (k-means)."""
    centres = taught[np.random.default_rng(1).choice(len(taught), count, replace=False)].copy()
    for _ in range(rounds):
        nearest = ((centres ** 2).sum(1) - 2 * taught @ centres.T).argmin(1)
        for group in range(count):
            if (nearest == group).any():
                centres[group] = taught[nearest == group].mean(0)
    return centres


def fitted(seen, yaw, weight, ridge=0.3):
    """The projection of features, and the centres with their weights (Williams, Seeger, 2001: the Nyström method)."""
    scales, axes, middle = reduction(seen)
    taught = (seen - middle) @ spread(axes, scales).T
    centres = grouped(taught, CENTRES)
    near = kernel(taught, centres)
    among = ridge * kernel(centres, centres) + 1e-6 * np.eye(CENTRES)
    weights = np.linalg.solve((near * weight[:, None]).T @ near + among, (near * weight[:, None]).T @ yaw)
    return scales, axes, middle, centres, weights


def answers(model, seen):
    scales, axes, middle, centres, weights = model
    return kernel((seen - middle) @ spread(axes, scales).T, centres) @ weights


def knots(predicted, yaw):
    """The calibration at KNOTS' degrees: up to 60 degrees, half of the mean error is subtracted. Beyond, errors are as
    large as the steps, and stretching predictions makes them larger."""
    means = [0.0]
    for step in KNOTS[1:-1]:
        at = np.abs(yaw) == step
        means.append(0.5 * step + 0.5 * float((np.sign(yaw[at]) * predicted[at]).mean()) if step <= 60 else float(step))
    return means + [means[-1] + KNOTS[-1] - KNOTS[-2]]


def evened(predicted, knots):
    return np.sign(predicted) * np.interp(np.abs(predicted), knots, KNOTS)


def table(name, predicted, yaw):
    errors = [np.abs(predicted - yaw)[np.abs(yaw) == step] for step in STEPS]
    print(f"| {name} | " + " | ".join(f"{error.mean():.1f}" for error in errors) + " |", flush=True)
    print("| its 95th percentile | " + " | ".join(f"{np.quantile(error, 0.95):.1f}" for error in errors) + " |", flush=True)


def mirrored_means(predicted, photo, is_plain):
    """FaceMeta's report for stills: the mean of the prediction for the picture and of that for its mirror image, with
    the opposite sign. If the mesh rejects one of the two, the other alone."""
    means = predicted.copy()
    for number in set(photo[is_plain]) - {-1}:
        both = np.nonzero(is_plain & (photo == number))[0]
        if len(both) == 2:
            mean = (predicted[both[0]] - predicted[both[1]]) / 2
            means[both] = mean, -mean
    return means


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", required=True)
    options.add_argument("--networks", required=True, help="the folder of the packaged face networks")
    options.add_argument("--out", required=True)
    options.add_argument("--samples", help="a file that caches the samples")
    options = options.parse_args()
    random.seed(1)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if options.samples and os.path.exists(options.samples):
        samples = np.load(options.samples, allow_pickle=True)
        seen, yaw, subject, is_plain, photo = (samples[key] for key in ("seen", "yaw", "subject", "is_plain", "photo"))
    else:
        seen, yaw, subject, is_plain, photo = (np.array(part) for part in zip(*gathered(options.data, options.networks)))
        if options.samples:
            np.savez(options.samples, seen=seen, yaw=yaw, subject=subject, is_plain=is_plain, photo=photo)
    seen, yaw = seen.astype(np.float64), yaw.astype(np.float64)
    print(f"{len(seen)} samples, {is_plain.sum()} of them pictures of FASSEG as they are or mirrored")
    print("| mean absolute error at | " + " | ".join(f"{step}" for step in STEPS) + " |")
    table("the mesh's geometry", seen[is_plain, 0], yaw[is_plain])
    # The unchanged pictures have more weight than augmented ones.
    weight = np.where(is_plain, 2.0, 1.0)
    predicted, others = np.zeros(len(yaw)), ~is_plain & (subject != "")
    subjects = sorted(set(subject[subject != ""]))
    for held in subjects:
        rest = subject != held
        predicted[~rest] = answers(fitted(seen[rest], yaw[rest], weight[rest]), seen[~rest])
    result = np.zeros(len(yaw))
    for held in subjects:
        # Calibrated by the others' held-out errors.
        rest = is_plain & (subject != held)
        result[subject == held] = evened(predicted[subject == held], knots(predicted[rest], yaw[rest]))
    table("subject held out", result[is_plain], yaw[is_plain])
    table("the same, with the mirror image", mirrored_means(result, photo, is_plain)[is_plain], yaw[is_plain])
    table("subject held out, other backgrounds", result[others], yaw[others])
    # The lower bound for any network: each subject's predictions on each side, fitted to that subject's own labels.
    best = result.copy()
    for held in subjects:
        for side in (-1, 1):
            some = is_plain & (subject == held) & (np.sign(yaw) == side)
            best[some] = np.polyval(np.polyfit(result[some], yaw[some], 1), result[some])
    table("the same, with each subject's own gain and offset", best[is_plain], yaw[is_plain])
    model = YawNetwork(fitted(seen, yaw, weight), knots(predicted[is_plain], yaw[is_plain])).eval()
    samples = {"luma": torch.rand(1, 64, 64), "points": torch.rand(1, 1404)}
    write(model, samples, "yaw", os.path.join(options.out, "yaw.xml"))


if __name__ == "__main__":
    main()
