"""Writes a checkpoint's averaged weights as OpenVINO IR, and checks the file against PyTorch.

The weights of the large 1x1 convolutions are stored as 8-bit integers with a scale for each output channel, the rest in
half precision. The network is loaded as float32; only the file becomes smaller.

Of several checkpoints, fine-tuned from the same weights on different pictures, the mean is written (Wortsman et al.,
Model soups, 2022): parallel runs need only one core each. The network that they began with may be one of them (Wortsman
et al., Robust fine-tuning of zero-shot models, 2022). One that is named twice counts twice.
"""
import argparse
import os
import time

import numpy as np
import openvino as ov
import torch
from openvino import opset13

from network import MatteNetwork, encoder_of
from starting import constant, exported_encoder, fold, load_exported

LARGE = 30_000  # weights: the convolutions that have at least so many make up four fifths of the network
SIZES = ((512, 512), (512, 384), (384, 512), (320, 512), (256, 256))


def state(path):
    """The weights of a checkpoint or an exported network, with batch norms folded in, so that both can be averaged."""
    if path.endswith(".xml"):
        model = MatteNetwork(exported_encoder(path))
        known = load_exported(model, path)
        return {k: v for k, v in model.state_dict().items() if known or not k.startswith("presence.")}
    weights = torch.load(path, map_location="cpu")["ema"]
    model = MatteNetwork(encoder_of(weights))
    model.load_state_dict(weights)
    fold(model)
    return model.state_dict()


def mean(paths):
    states = [state(p) for p in paths]
    having = {k: [s[k] for s in states if k in s] for k in max(states, key=len)}  # the first networks had no presence output
    return {k: (sum(v.double() for v in values) / len(values)).to(values[0].dtype) for k, values in having.items()}


def whole_numbers(weight):
    """A convolution's weights as (integers of -127...127, the scale of each output channel, a half-precision number)."""
    scale = (weight.abs().amax((1, 2, 3), keepdim=True) / 127).half().float().clamp(min=2.0 ** -24)
    return (weight / scale).round().clamp(-127, 127), scale


def round_weights(model):
    """Rounds the weights of a network to the values that the file can hold."""
    with torch.no_grad():
        for value in model.parameters():
            if value.numel() >= LARGE:
                number, scale = whole_numbers(value)
                value.copy_(number * scale)
            else:
                value.copy_(value.half())


def store_whole_numbers(ir):
    """Replaces the weights of a network that `round_weights` has rounded by integers and their scales."""
    for convolution in ir.get_ordered_ops():
        if convolution.get_type_name() == "Convolution" and np.prod(list(convolution.input_value(1).get_shape())) >= LARGE:
            number, scale = whole_numbers(constant(convolution.input_value(1).get_node()))
            stored = (opset13.constant(number.numpy().astype(np.int8)), opset13.constant(scale.half().numpy()))
            weight = opset13.multiply(*(opset13.convert(v, "f32") for v in stored))
            convolution.input(1).replace_source_output(weight.output(0))
    ir.validate_nodes_and_infer_types()


def export(checkpoints, folder, name, predicts_presence=True):
    weights = mean(checkpoints)
    model = MatteNetwork(encoder_of(weights))
    model.load_state_dict(weights)
    round_weights(model)
    model = model.eval().to(memory_format=torch.contiguous_format)
    ir = ov.convert_model(model, example_input=torch.rand(1, 3, 256, 320), input=[("image", [1, 3, -1, -1])])
    ir.input(0).get_node().set_friendly_name("image")
    ir.input(0).get_tensor().set_names({"image"})
    for output, answer in zip(ir.outputs, ("mattes", "presence")):
        output.get_tensor().set_names({answer})
        output.get_node().set_friendly_name(answer)
    if not predicts_presence:
        ir = ov.Model(ir.get_results()[:1], ir.get_parameters(), name)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name + ".xml")
    ov.save_model(ir, path, compress_to_fp16=True)
    # Compression to half precision comes first: OpenVINO skips a network that contains integer weights.
    core = ov.Core()
    core.set_property({"ENABLE_MMAP": False})
    ir = core.read_model(path)
    store_whole_numbers(ir)
    ov.save_model(ir, path)
    return model, path


def check(model, path):
    core = ov.Core()
    net = core.compile_model(core.read_model(path), "CPU", {"INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": 2})
    print("bytes", os.path.getsize(path[:-3] + "bin"), "parameters", sum(p.numel() for p in model.parameters()))
    for h, w in SIZES:
        x = torch.rand(1, 3, h // 32, w // 32)
        x = torch.nn.functional.interpolate(x, size=(h, w), mode="bilinear")
        with torch.no_grad():
            want, presence = (v.numpy() for v in model(x))
        answer = net({"image": x.numpy()})
        got = answer["mattes"]
        assert got.shape == want.shape == (1, 3, h, w) and np.abs(got - want).max() < 1e-3
        if len(net.outputs) > 1:
            assert answer["presence"].shape == (1, 1) and np.abs(answer["presence"] - presence).max() < 1e-3
        times = []
        for _ in range(10):
            start = time.perf_counter()
            net({"image": x.numpy()})
            times.append(time.perf_counter() - start)
        print(f"{h}x{w}: largest difference {np.abs(got - want).max():.6f}, {1000 * np.median(times):.1f} ms")


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--checkpoint", required=True, nargs="+", help="one, or several whose mean is written; also exported networks (.xml)")
    p.add_argument("--out", required=True)
    p.add_argument("--name", required=True, help="the file's name without its extension")
    p.add_argument("--without-presence", action="store_true", help="leave out the presence, which the networks mattes and heads do not predict")
    a = p.parse_args()
    check(*export(a.checkpoint, a.out, a.name, not a.without_presence))
