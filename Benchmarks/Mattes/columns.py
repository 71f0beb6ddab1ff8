"""The columns of the table: our mattes and the teacher networks, each run at most once on a picture.

A column's `planes(picture)` are its mattes, float32 in 0...1 by kind, at the picture's size. They are cached as 8 bits
below .build/bench-mattes; other weights or another build of the tool are computed again.
"""
import hashlib
import os
import re
import subprocess
import sys
import tempfile

import cv2
import numpy as np

import peers
from pictures import picture

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CACHE = os.path.join(ROOT, ".build", "bench-mattes", "answers")
TOOL = os.path.join(ROOT, ".build", "release", "mattetool")
WEIGHTS = os.path.join(ROOT, "Models", "Weights")
KINDS = ("hair", "skin", "portrait")
LONG_SIDE = 512  # the size at which the bare network gets a whole photo


def digest(*paths):
    whole = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as f:
            whole.update(f.read())
    return whole.hexdigest()[:12]


class Column:
    def __init__(self, name, kinds, key, ask):
        self.name, self.kinds, self.key, self.ask = name, kinds, key, ask

    def planes(self, path):
        whole = os.path.abspath(path)
        stem = re.sub(r"\W+", "_", os.path.splitext(whole)[0])[-60:]
        kept = os.path.join(CACHE, self.key, f"{stem}_{hashlib.sha256(whole.encode()).hexdigest()[:8]}.npz")
        if not os.path.exists(kept):
            os.makedirs(os.path.dirname(kept), exist_ok=True)
            answer = {k: np.uint8(np.clip(v, 0, 1) * 255 + 0.5) for k, v in self.ask(path).items()}
            part = kept.removesuffix(".npz") + f".{os.getpid()}.npz"
            np.savez_compressed(part, **answer)
            os.replace(part, kept)
        with np.load(kept) as stored:
            return {k: stored[k].astype(np.float32) / 255 for k in stored}


def tool_asker(tool, options):
    def ask(path):
        h, w = picture(path).shape[:2]
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([tool, "mattes", path, "-o", folder, *options], capture_output=True, text=True)
            if run.returncode != 0:
                sys.exit(f"bench-mattes: mattetool could not read {path}: {run.stderr.strip()}")
            stem = os.path.join(folder, os.path.splitext(os.path.basename(path))[0])
            files = {k: f"{stem}.{k}.png" for k in (*KINDS, "teeth")}  # there is no file for a kind that was not found
            found = {k: cv2.resize(cv2.imread(f, cv2.IMREAD_GRAYSCALE), (w, h)) for k, f in files.items() if os.path.exists(f)}
        return {k: found[k] / np.float32(255) if k in found else np.zeros((h, w), np.float32) for k in files}
    return ask


def network_asker(weights):
    core = peers.core()
    net = core.compile_model(core.read_model(weights), "CPU", peers.SETTINGS)

    def ask(path):
        bgr = picture(path)
        h, w = bgr.shape[:2]
        k = LONG_SIDE / max(h, w)
        nw, nh = (max(32, int(round(v * k / 32)) * 32) for v in (w, h))
        small = cv2.resize(bgr, (nw, nh), interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
        x = small[..., ::-1].astype(np.float32).transpose(2, 0, 1)[None] / 255
        return {kind: cv2.resize(m, (w, h)) for kind, m in zip(KINDS, net({"image": x})["mattes"][0])}
    return ask


def ours(tool):
    """The columns of each set of weights: the whole tool, and its network alone at one size."""
    usage = subprocess.run([tool, "mattes", "--help"], capture_output=True, text=True).stdout
    sets = re.search(r"\n  --models <.*?\(values: ([^;)]*)", usage, re.S)
    quality = ["--matte-quality", "balanced"] if "--matte-quality" in usage else []
    files = {os.path.splitext(f)[0].removeprefix("mattes").lstrip("-"): os.path.join(WEIGHTS, f) for f in sorted(os.listdir(WEIGHTS)) if f.startswith("mattes") and f.endswith(".xml")}
    built = digest(tool)
    names = re.split(r",\s*", " ".join(sets[1].split())) if sets else [""]
    for name in names:
        said = f", {name}" if name else ""
        options = quality + (["--models", name] if name else [])
        used = sorted(f for f in os.listdir(WEIGHTS) if f.endswith(f"{name}.bin"))
        key = f"tool-{built}-{digest(*(os.path.join(WEIGHTS, f) for f in used))}-{name}"
        yield Column(f"ours{said}", (*KINDS, "teeth"), key, tool_asker(tool, options))
    for name, file in files.items():
        yield network(file, name)


def network(file, name=""):
    said = f", {name}" if name else ""
    return Column(f"ours{said}, bare network", KINDS, f"bare-{digest(file, file[:-3] + 'bin')}-{LONG_SIDE}", network_asker(file))


def theirs(data):
    return [Column(name, kinds, "peer-" + re.sub(r"\W+", "-", name), ask) for name, kinds, ask in peers.askers(data)]
