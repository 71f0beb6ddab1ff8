"""Makes of an exported network the one that sees frames: it ends at half its input's size, where the decoder ends, and
computes in whole numbers of a byte, with ranges measured on pictures that training saw (NNCF, post-training quantisation).

    V/bin/pip install nncf==3.4.0
    V/bin/python Models/training/quantize.py FLOAT.xml --data PATH --out Models/Weights/people-research.xml

The deepest layers and the presence stay as they are: it would find somebody in more pictures of nobody. Weights keep seven bits, so that sums do not overflow where the processor has no instructions for bytes: the answers are the
same on every machine.
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
    return ov.Model([mattes.output(0), results["presence"]], network.get_parameters(), "people")


def pictures(data):
    """Pictures of people that training saw, and others without labels."""
    labelled = [p for i, p in enumerate(sorted(glob.glob(os.path.join(data, "ccp/labelled/image/*")))) if i % 8]
    unlabelled = sorted(glob.glob(os.path.join(data, "ccp/unlabelled/**/*.jpg"), recursive=True))
    people = [p for i, p in enumerate(sorted(glob.glob(os.path.join(data, "people/vikram/**/*.jp*g"), recursive=True))) if i % 8]
    found = labelled + unlabelled + people
    return found[::max(1, len(found) // COUNT)]


def shown(path, side):
    """A picture as the network is shown it."""
    picture = cv2.imread(path)
    scale = side / max(picture.shape[:2])
    size = [max(64, round(v * scale / 32) * 32) for v in picture.shape[1::-1]]
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)[..., ::-1].transpose(2, 0, 1)[None].astype(np.float32) / 255


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("network", help="what export.py wrote (.xml)")
    p.add_argument("--data", required=True, help="the data folder")
    p.add_argument("--out", required=True, help="the file to write (.xml)")
    a = p.parse_args()
    examples = [shown(path, SIDES[i % len(SIDES)]) for i, path in enumerate(pictures(a.data))]
    network = at_half_size(ov.Core().read_model(a.network))
    kept = [op.get_friendly_name() for op in network.get_ordered_ops() if DEEPEST.match(op.get_friendly_name()) and "Convolution" in op.get_type_name()]
    if not kept:
        raise SystemExit("no layer is named as network.py names the deepest ones")
    network = nncf.quantize(
        network, nncf.Dataset(examples), preset=nncf.QuantizationPreset.MIXED, subset_size=len(examples),
        fast_bias_correction=True, ignored_scope=nncf.IgnoredScope(names=kept),
        advanced_parameters=AdvancedQuantizationParameters(overflow_fix=OverflowFix.ENABLE))
    ov.save_model(network, a.out)
    print(f"{len(examples)} pictures, {len(kept)} layers kept, {os.path.getsize(a.out[:-3] + 'bin')} bytes")
