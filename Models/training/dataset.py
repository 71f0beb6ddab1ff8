"""The cache of pictures and targets, and the endless stream of augmented batches made from it.

Every picture is held decoded at long side 512: RGB, target (hair, skin, portrait) and weights, all uint8; and, of people
whose outline is a true label, their colours clean of what was behind them.
"""
import glob
import json
import os

import cv2
import numpy as np
import torch

import targets
from composed import extent
from examples import example
from recipes import WHOLE
from views import near_view, view

PERMISSIVE = ("ccp", "ccpu", "none")  # their terms allow commercial use
LEVELS = np.float32([0.0, 0.3, 0.6, 1.0])  # a weight's quantization: two bits per channel


def true_label(data, kind, stem):
    path = {"celeb": f"celeb1k/train/hair/{stem}.png", "figaro": f"figaro1k/train/hair/{stem}.png", "ccp": f"ccp/labelled/label/{stem}.png"}.get(kind)
    return None if path is None else cv2.imread(os.path.join(data, path), cv2.IMREAD_GRAYSCALE)


def pack(data, cache, terms, part, parts, files):
    """Packs pictures and targets for part of the `files` (kind, path), from the teachers' predictions in `cache`, into
    one shard and its index."""
    index = []
    folder = os.path.join(cache, terms)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, f"shard{part}.bin"), "wb") as out:
        for kind, path in files[part::parts]:
            stem = os.path.splitext(os.path.basename(path))[0]
            if kind == "none":
                image = cv2.imread(path)[..., ::-1]
                k = 512 / max(image.shape[:2])
                image = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA) if k < 1 else image
                h, w = image.shape[:2]
                index.append({"kind": kind, "name": stem, "at": out.tell(), "size": (h, w), "free": (0, w), "beard": 0, "hat": False, "glasses": False, "faces": []})
                for plane in (image, np.zeros((h, w, 3), np.uint8), np.full((h, w), 63, np.uint8)):
                    out.write(np.ascontiguousarray(plane).tobytes())
                continue
            s = dict(np.load(os.path.join(cache, "raw", f"{kind}_{stem}.npz")))
            if terms == "permissive":
                s = targets.permissive(s)
            truth = true_label(data, kind, stem)
            if kind == "ccp" and (truth > 0).mean() < 0.01:
                continue  # one label map of the set is empty
            target, weight = targets.build(s, truth, kind)
            level = np.abs(weight[..., None] / 255.0 - LEVELS).argmin(-1).astype(np.uint8)
            packed = level[..., 0] | level[..., 1] << 2 | level[..., 2] << 4
            beard = targets.beard(s).sum() / max(1, (s["parts"] == targets.SKIN).sum())
            hat = (truth == targets.CCP_HAT).mean() > 0.002 if kind == "ccp" else (s["parts"] == targets.HAT).sum() > 0.06 * (s["parts"] > 0).sum()
            glasses = (s["parts"] == targets.GLASSES).sum() / max(1, (s["parts"] == targets.SKIN).sum())
            index.append({"kind": kind, "name": stem, "at": out.tell(), "size": target.shape[:2], "free": targets.free_columns(s, target),
                          "beard": round(float(beard), 3), "hat": bool(hat), "glasses": bool(glasses > 0.08), "faces": [[round(float(v), 1) for v in f[:4]] for f in s["faces"]]})
            for plane in (s["image"], target, packed):
                out.write(np.ascontiguousarray(plane).tobytes())
    with open(os.path.join(folder, f"shard{part}.json"), "w") as f:
        json.dump(index, f)


def short_haired(item):
    """Whether no hair hangs beside the neck of the picture's only face."""
    x, y, w, h = item["faces"][0]
    below = item["target"][int(max(0, y + 0.7 * h)):int(y + 2 * h), int(max(0, x - w)):int(x + 2 * w), 0]
    return h >= 24 and below.size > 0 and below.mean() < 4


def stored(cache):
    """(metadata, planes) of every picture of a cache, in the order in which `pack` wrote them."""
    for path in sorted(glob.glob(os.path.join(cache, "shard*.json"))):
        pixels = np.memmap(path[:-4] + "bin", np.uint8, "r")
        with open(path) as f:
            index = json.load(f)
        for item in index:
            (h, w), at, planes = item["size"], item["at"], {}
            for name in item.get("planes", ("image", "target", "weight")):
                shape = (h, w) if name == "weight" else (h, w, 3)
                planes[name] = pixels[at:at + int(np.prod(shape))].reshape(shape)
                at += planes[name].size
            yield item, planes


class Pictures:
    def __init__(self, cache, recipe=WHOLE):
        self.recipe = recipe
        self.items = {}
        nothing, all_known = np.zeros((512, 512, 3), np.uint8), np.full((512, 512), 63, np.uint8)
        for item, planes in stored(cache):
            h, w = item["size"]
            item |= {"target": nothing[:h, :w], "weight": all_known[:h, :w], **planes}
            self.items.setdefault(item["kind"], []).append(item)
        self.kinds = [k for k in recipe.share if k in self.items]
        share = np.array([recipe.share[k] for k in self.kinds])
        self.share = share / share.sum()
        # A person whose head is cut off by the picture cannot be put elsewhere.
        self.cut_out = [i for k in self.kinds for i in self.items[k] if "clear" in i and (i["target"][..., 2] > 127).mean() > 0.02 and not extent(i)[1][1]]
        self.free = [i for k in self.kinds for i in self.items[k] if i["free"][1] - i["free"][0] >= 96]

        self.hats = [i for k in ("celeb", "ccp", "utk") for i in self.items.get(k, []) if i["hat"]]
        self.bearded = [i for k in ("celeb", "utk") for i in self.items.get(k, []) if i["beard"] > 0.05]
        self.glasses = [i for k in ("celeb", "figaro", "utk") for i in self.items.get(k, []) if i["glasses"]]
        chins = [i for k in ("figaro", "ccp") for i in self.items.get(k, []) if len(i["faces"]) == 1 and short_haired(i)]
        self.chins = chins + 3 * [i for i in chins if i["beard"] > 0.1]

    def any(self, rng):
        for rare, share in ((self.hats, self.recipe.hats), (self.bearded, 0.03), (self.glasses, 0.04)):  # rare in the sets, and often misclassified
            if rare and rng.random() < share:
                return rare[rng.integers(len(rare))]
        kind = self.kinds[rng.choice(len(self.kinds), p=self.share)]
        return self.items[kind][rng.integers(len(self.items[kind]))]

    def view(self, item, h, w, rng):
        """The 2x3 matrix of the part of the picture that is shown on an (h, w) canvas."""
        return near_view(item, h, w, rng) if rng.random() < self.recipe.near else view(item, h, w, rng)


class Batches(torch.utils.data.IterableDataset):
    """An endless stream of batches of Pictures: image, target and packed weights, uint8, channels last. `shapes`: the
    (height, width, pictures) to draw from."""

    def __init__(self, pictures, shapes, seed):
        self.pictures, self.shapes, self.seed = pictures, shapes, seed

    def loader(self, workers, **options):
        """An iterator over the same, computed by worker processes that share the pictures."""
        loader = torch.utils.data.DataLoader(self, batch_size=None, num_workers=workers, prefetch_factor=6, multiprocessing_context="fork", **options)
        return iter(loader)

    def __iter__(self):
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, 0 if info is None else info.id])
        cv2.setRNGSeed(int(rng.integers(1 << 30)))
        while True:
            h, w, n = self.shapes[rng.integers(len(self.shapes))]
            examples = []
            for _ in range(n):
                examples.append(example(self.pictures, h, w, rng))
            yield tuple(torch.from_numpy(np.stack(v)) for v in zip(*examples))
