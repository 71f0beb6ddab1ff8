"""Quantizes an exported network to 8-bit integers, with ranges measured on training pictures (NNCF, post-training
quantization). The one for frames, `people`, then ends at half its input's size, where the decoder ends.

    V/bin/pip install nncf==3.4.0
    V/bin/python Models/training/quantize.py FLOAT.xml --data PATH --out Models/Weights/people-research.xml
    V/bin/python Models/training/quantize.py FLOAT.xml --data PATH --network photos --out Models/Weights/photos-research.xml
    V/bin/python Models/training/quantize.py QUANTIZED.xml --out FILE.xml       # only the weights' bits

The deepest layers and the presence stay in floating point: quantized, they give more false positives. Weights keep
seven bits: on a processor without VNNI, AVX2 adds the products of two pairs of bytes in 16 bits, and with eight bits
such sums overflow. NNCF does that, except for weights that export.py has already stored as 8-bit integers; those are
halved here.
"""
import argparse
import glob
import os
import re

import cv2
import nncf
import numpy as np
import openvino as ov
from nncf.quantization.advanced_parameters import AdvancedQuantizationParameters, OverflowFix
from openvino import opset13

SIDES = (256, 384)
COUNT = 140
SEVEN_BITS = 64
DEEPEST = re.compile(r"__module\.(presence|surroundings|context|top)\b")


def at_half_size(network):
    """The network without its last step, which doubles the size of the mattes."""
    results = {next(iter(r.get_input_tensor(0).get_names())): r.input_value(0) for r in network.get_results()}
    doubled = results["mattes"].get_node().input_value(0).get_node()
    if doubled.get_type_name() != "Interpolate":
        raise SystemExit(f"the mattes are made by {doubled.get_type_name()}, not by Interpolate and Sigmoid")
    mattes = opset13.sigmoid(doubled.input_value(0))
    mattes.set_friendly_name("mattes")
    mattes.output(0).get_tensor().set_names({"mattes"})
    half = ov.Model([mattes.output(0), results["presence"]], network.get_parameters(), "people")
    return half.clone()  # NNCF also finds the last step of the original network as long as that exists


def constant(value):
    """The constant behind a value, whether or not it is converted to floating point; None if there is none."""
    node = value.get_node()
    while node.get_type_name() == "Convert":
        node = node.input_value(0).get_node()
    return node if node.get_type_name() == "Constant" else None


def to_seven_bits(network):
    """Halves the weights of convolutions with 8-bit activations, and doubles their scales.

    A depthwise convolution adds one product at a time, which cannot overflow. Returns the number of convolutions that
    were halved.
    """
    count = 0
    for op in network.get_ops():
        scaled = op.input_value(1).get_node() if op.get_type_name() == "Convolution" else None
        if scaled is None or scaled.get_type_name() != "Multiply":
            continue
        weights, scale = (constant(scaled.input_value(i)) for i in (0, 1))
        values = weights.get_data() if weights else None
        if scale is None or values is None or values.dtype != np.int8 or np.abs(values.astype(int)).max() <= SEVEN_BITS:
            continue
        halved = opset13.constant(np.rint(values.astype(np.float32) / 2).astype(np.int8))
        doubled = opset13.constant((2 * scale.get_data()).astype(scale.get_data().dtype))
        for old, new in ((weights, halved), (scale, doubled)):
            for user in old.output(0).get_target_inputs():
                user.replace_source_output(new.output(0))
        count += 1
    network.validate_nodes_and_infer_types()
    return count


def pictures(data, heads):
    """Training pictures with and without labels; `heads`: in half of them a head fills the picture."""
    labelled = [p for i, p in enumerate(sorted(glob.glob(os.path.join(data, "ccp/labelled/image/*")))) if i % 8]
    unlabelled = sorted(glob.glob(os.path.join(data, "ccp/unlabelled/**/*.jpg"), recursive=True))
    people = [p for i, p in enumerate(sorted(glob.glob(os.path.join(data, "people/vikram/**/*.jp*g"), recursive=True))) if i % 8]
    found = labelled + unlabelled + people
    found = found[::max(1, len(found) // COUNT)]
    if heads:
        near = [*sorted(glob.glob(os.path.join(data, "celeb1k/train/image/*"))), *(p for i, p in enumerate(sorted(glob.glob(os.path.join(data, "figaro1k/train/image/*")))) if i % 8)]
        found += near[::max(1, len(near) // COUNT)]
    return found


def shown(path, side):
    """The network's input for a picture."""
    picture = cv2.imread(path)
    scale = side / max(picture.shape[:2])
    size = [max(64, round(v * scale / 32) * 32) for v in picture.shape[1::-1]]
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)[..., ::-1].transpose(2, 0, 1)[None].astype(np.float32) / 255


def quantized(network, data, name):
    """The quantized network, with ranges measured on pictures below the folder. `name` is one of recipes.py."""
    examples = [shown(path, SIDES[i % len(SIDES)]) for i, path in enumerate(pictures(data, heads=name == "photos"))]
    network = at_half_size(network) if name == "people" else network
    kept = [op.get_friendly_name() for op in network.get_ordered_ops() if DEEPEST.match(op.get_friendly_name()) and "Convolution" in op.get_type_name()]
    if not kept:
        raise SystemExit("no layer is named as network.py names the deepest ones")
    print(f"{len(examples)} pictures, {len(kept)} layers kept")
    return nncf.quantize(
        network, nncf.Dataset(examples), preset=nncf.QuantizationPreset.MIXED, subset_size=len(examples),
        fast_bias_correction=True, ignored_scope=nncf.IgnoredScope(names=kept),
        advanced_parameters=AdvancedQuantizationParameters(overflow_fix=OverflowFix.ENABLE))


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("exported", help="the network of export.py, or of an earlier run of this program (.xml)")
    p.add_argument("--data", help="the data folder, for a network of export.py")
    p.add_argument("--network", choices=("people", "photos"), default="people", help="the network's name")
    p.add_argument("--out", required=True, help="the file to write (.xml)")
    a = p.parse_args()
    network = ov.Core().read_model(a.exported)
    if not any(op.get_type_name() == "FakeQuantize" for op in network.get_ops()):
        if a.data is None:
            raise SystemExit(f"{a.exported} is in floating point: --data must name the pictures to measure ranges on")
        network = quantized(network, a.data, a.network)
    halved = to_seven_bits(network)
    ov.save_model(network, a.out)
    print(f"{halved} layers' weights halved, {os.path.getsize(a.out[:-3] + 'bin')} bytes")
