"""Compresses a training cache for transfer to another machine, and expands it there.

    python3 portable.py pack CACHE [CACHE ...] --out FOLDER [--negatives FOLDER ...] [--without FOLDER ...]
    python3 portable.py unpack PART [PART ...] --cache CACHE

The parts are tar files of at most 42 MB: pictures as WebP, targets as AVIF, weights as PNG, a fortieth of their size in
the cache. Foreground colours are computed again. Pictures without people may come from folders as well as from caches;
near duplicates of held-out ones (--without) are left out, as in distilled.py. Needs Pillow, OpenCV and PyTorch.
"""
import argparse
import glob
import io
import itertools
import json
import multiprocessing
import os
import sys
import tarfile

import cv2
import numpy as np
from PIL import Image

import targets
from dataset import stored

PART = 42_000_000  # bytes
NOBODY_LONG_SIDE = 400
FORMATS = {
    "image": {"format": "WEBP", "quality": 82},
    "target": {"format": "AVIF", "quality": 85, "speed": 7, "subsampling": "4:4:4", "max_threads": 1},
    "weight": {"format": "PNG", "optimize": True},
}
CLEAN = 5  # of 255: lossy coding changes 0 and 1 by up to this


def of_negatives(folders, without):
    """(metadata, planes) of every picture without people in subfolders of `folders`."""
    from distilled import HeldOut  # which needs OpenVINO
    held_out = HeldOut(without)
    for path in sorted(p for folder in folders for p in glob.glob(os.path.join(folder, "*", "*"))):
        bgr = cv2.imread(path)
        if bgr is None:
            sys.exit(f"portable.py: cannot read {path}")
        if not held_out.holds(bgr):
            k = min(1, NOBODY_LONG_SIDE / max(bgr.shape[:2]))
            image = np.ascontiguousarray(cv2.resize(bgr, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)[..., ::-1])
            name = os.path.splitext(os.path.basename(path))[0]
            yield {"kind": "none", "name": name, "beard": 0, "hat": False, "glasses": False, "faces": [], "size": image.shape[:2], "free": (0, image.shape[1]), "planes": ["image"]}, {"image": image}


def coded(picture):
    item, planes = picture
    files = {}
    for name, plane in planes.items():
        out = io.BytesIO()
        Image.fromarray(np.ascontiguousarray(plane)).save(out, **FORMATS[name])
        files[name] = out.getvalue()
    return item, files


def pack(pictures, folder, processes):
    os.makedirs(folder, exist_ok=True)
    part, size, tar = 0, PART, None

    def put(name, data):
        entry = tarfile.TarInfo(name)
        entry.size = len(data)
        tar.addfile(entry, io.BytesIO(data))

    with multiprocessing.Pool(processes) as pool:
        for number, (item, files) in enumerate(p for some in in_groups(pictures, 256) for p in pool.map(coded, some)):
            if size + sum(map(len, files.values())) > PART:
                if tar:
                    tar.close()
                tar, size, part = tarfile.open(os.path.join(folder, f"part{part}.tar"), "w", format=tarfile.USTAR_FORMAT), 0, part + 1
            files["item.json"] = json.dumps(item).encode()
            for name, data in files.items():
                put(f"{number}.{name}", data)
                size += len(data) + 1024
    if tar:
        tar.close()


def in_groups(values, count):
    values = iter(values)
    while group := list(itertools.islice(values, count)):
        yield group


def read(data):
    return np.asarray(Image.open(io.BytesIO(data)))


def unpack_share(path, cache, share, shares):
    """Writes each `shares`-th picture of a part as a shard."""
    name = os.path.splitext(os.path.basename(path))[0]
    index, files = [], {}
    with tarfile.open(path) as tar, open(os.path.join(cache, f"shard-{name}-{share}.bin"), "wb") as out:
        for entry in tar:
            number, plane = entry.name.split(".", 1)
            if int(number) % shares != share:
                continue
            files[plane] = tar.extractfile(entry).read()
            if plane != "item.json":
                continue
            item = json.loads(files.pop("item.json"))
            planes = {k: read(v) for k, v in files.items()}
            files = {}
            if "target" in planes:
                target = planes["target"]
                planes["target"] = target = np.where(target <= CLEAN, 0, np.where(target >= 255 - CLEAN, 255, target)).astype(np.uint8)
                if "clear" in item["planes"]:
                    planes["clear"] = targets.clean_colours(planes["image"], target[..., 2] / np.float32(255))
            item["at"] = out.tell()
            for k in item["planes"]:
                out.write(np.ascontiguousarray(planes[k]).tobytes())
            index.append(item)
    with open(os.path.join(cache, f"shard-{name}-{share}.json"), "w") as f:
        json.dump(index, f)


def unpack(parts, cache, processes):
    os.makedirs(cache, exist_ok=True)
    with multiprocessing.Pool(processes) as pool:
        pool.starmap(unpack_share, [(path, cache, i, processes) for path in parts for i in range(processes)])


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = p.add_subparsers(dest="command", required=True)
    small = commands.add_parser("pack")
    small.add_argument("caches", nargs="*")
    small.add_argument("--out", required=True)
    small.add_argument("--negatives", default=[], nargs="*", help="folders whose subfolders hold pictures without people")
    small.add_argument("--without", default=[], nargs="*", help="folders of such pictures that are held out")
    large = commands.add_parser("unpack")
    large.add_argument("parts", nargs="+")
    large.add_argument("--cache", required=True)
    for c in (small, large):
        c.add_argument("--processes", type=int, default=os.cpu_count())
    a = p.parse_args()
    cv2.setNumThreads(1)
    if a.command == "unpack":
        unpack(a.parts, a.cache, a.processes)
    else:
        cached = ((item, {k: v for k, v in planes.items() if k in FORMATS}) for cache in a.caches for item, planes in stored(cache))
        pack(itertools.chain(cached, of_negatives(a.negatives, a.without) if a.negatives else ()), a.out, a.processes)
