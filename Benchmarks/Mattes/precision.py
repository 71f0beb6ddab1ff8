"""Compares the bare network in float32, bfloat16 and int8: accuracy and time.

    precision.py --data DATA [--weights FILE.xml] [--every 2]

int8 is made here by NNCF's post-training quantization (activations and weights, mixed preset) from training pictures;
it needs `pip install nncf==3.4.0` in the environment of the bench. Times are of one pass at 512x384 on two threads, the
minimum and the median of 40. Prints a table.
"""
import argparse
import os
import time

import cv2
import numpy as np

import columns
import measures
import peers
import splits
from pictures import picture

THREADS = 2
CALIBRATION = 160  # pictures


def shown(path, long_side=columns.LONG_SIDE):
    bgr = picture(path)
    h, w = bgr.shape[:2]
    k = long_side / max(h, w)
    size = tuple(max(32, int(round(v * k / 32)) * 32) for v in (w, h))
    small = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
    return small[..., ::-1].astype(np.float32).transpose(2, 0, 1)[None] / 255


def quantised(model, data):
    import nncf
    train = splits.listed(data, "celeb1k/train/image/*")[::10] + splits.listed(data, "figaro1k/train/image/*")[1::8] + splits.listed(data, "ccp/labelled/image/*")[1::8]
    step = max(1, len(train) // CALIBRATION)
    return nncf.quantize(model, nncf.Dataset(train[::step], lambda path: {"image": shown(path)}), preset=nncf.QuantizationPreset.MIXED)


def column(name, network):
    def ask(path):
        h, w = picture(path).shape[:2]
        return {kind: cv2.resize(m, (w, h)) for kind, m in zip(columns.KINDS, network({"image": shown(path)})["mattes"][0])}
    made = columns.Column(name, columns.KINDS, name, ask)
    made.planes = ask  # nothing is cached
    return made


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--weights", default=os.path.join(columns.WEIGHTS, "mattes-research.xml"))
    p.add_argument("--every", type=int, default=2)
    a = p.parse_args()
    core = peers.core()
    model = core.read_model(a.weights)
    kinds = {"float32": (model, "f32"), "bfloat16": (model, "bf16"), "int8": (quantised(core.read_model(a.weights), a.data), "f32")}
    tests = [t for t in splits.labelled(a.data) if "frontal" not in t.title and "dropped" not in t.title]
    for test in tests:
        test.pairs = test.pairs[::a.every]
    rows = {}
    for name, (network, hint) in kinds.items():
        compiled = core.compile_model(network, "CPU", {"INFERENCE_PRECISION_HINT": hint, "INFERENCE_NUM_THREADS": THREADS})
        x = shown(tests[0].pairs[0][0])
        x = np.ascontiguousarray(np.resize(x, (1, 3, 384, 512)))
        times = []
        for _ in range(40):
            began = time.perf_counter()
            compiled({"image": x})
            times.append((time.perf_counter() - began) * 1000)
        one = column(name, compiled)
        cells = [measures.overlap(test, [one])[0][1][name] for test in tests]
        whole, band = (found[1][name] for found in measures.portrait_alpha(splits.portraits(a.data), [one]))
        rows[name] = [f"{min(times):.1f} / {np.median(times):.1f} ms", *cells, f"{whole} / {band}"]
    heads = ["time, least / median", *(t.title for t in tests), "portrait MAE, p3m_demo / edge band"]
    print("| measure | " + " | ".join(rows) + " |\n| --- |" + " --- |" * len(rows))
    for index, head in enumerate(heads):
        print(f"| {head} | " + " | ".join(r[index] for r in rows.values()) + " |")


if __name__ == "__main__":
    main()
