"""Writes a checkpoint's averaged weights as OpenVINO IR with half-precision weights, and checks it against PyTorch.

Of several checkpoints, runs that began with the same weights and went on with other pictures, the mean is written
(Wortsman et al., Model soups, 2022): runs side by side need no more than a core each. An exported network, the one that
they began with, may be one of them (Wortsman et al., Robust fine-tuning of zero-shot models, 2022); one that is named
twice counts twice.
"""
import argparse
import os
import time

import numpy as np
import openvino as ov
import torch

from network import MatteNetwork
from starting import fold, load_exported

SIZES = ((512, 512), (512, 384), (384, 512), (320, 512), (256, 256))


def state(path):
    """The weights of a checkpoint or an exported network, batch norms folded in, so that those of both can be averaged."""
    model = MatteNetwork()
    if path.endswith(".xml"):
        load_exported(model, path)
    else:
        model.load_state_dict(torch.load(path, map_location="cpu")["ema"])
        fold(model)
    return model.state_dict()


def mean(paths):
    states = [state(p) for p in paths]
    return {k: (sum(s[k].double() for s in states) / len(states)).to(states[0][k].dtype) for k in states[0]}


def export(checkpoints, folder, name):
    model = MatteNetwork()
    model.load_state_dict(mean(checkpoints))
    model = model.eval().to(memory_format=torch.contiguous_format)
    ir = ov.convert_model(model, example_input=torch.rand(1, 3, 256, 320), input=[("image", [1, 3, -1, -1])])
    ir.input(0).get_node().set_friendly_name("image")
    ir.input(0).get_tensor().set_names({"image"})
    ir.output(0).get_tensor().set_names({"mattes"})
    ir.output(0).get_node().set_friendly_name("mattes")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name + ".xml")
    ov.save_model(ir, path, compress_to_fp16=True)
    return model, path


def check(model, path):
    model = model.half().float()  # the file's precision; the rest of the difference is the runtime's
    core = ov.Core()
    net = core.compile_model(core.read_model(path), "CPU", {"INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": 2})
    print("bytes", os.path.getsize(path[:-3] + "bin"), "parameters", sum(p.numel() for p in model.parameters()))
    for h, w in SIZES:
        x = torch.rand(1, 3, h // 32, w // 32)
        x = torch.nn.functional.interpolate(x, size=(h, w), mode="bilinear")
        with torch.no_grad():
            want = model(x).numpy()
        got = net({"image": x.numpy()})["mattes"]
        assert got.shape == want.shape == (1, 3, h, w) and np.abs(got - want).max() < 1e-3
        times = []
        for _ in range(10):
            start = time.perf_counter()
            net({"image": x.numpy()})
            times.append(time.perf_counter() - start)
        print(f"{h}x{w}: largest difference {np.abs(got - want).max():.6f}, {1000 * np.median(times):.1f} ms")


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--checkpoint", required=True, nargs="+", help="one, or several whose mean is to be written; also exported networks (.xml)")
    p.add_argument("--out", required=True)
    p.add_argument("--name", required=True, help="the file's name without its extension")
    a = p.parse_args()
    check(*export(a.checkpoint, a.out, a.name))
