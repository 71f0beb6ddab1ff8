"""Reads the starting weights: the convolutions of efficientnet_lite0.tflite (ImageNet, Apache-2.0), batch norm folded in."""
import numpy as np
import tflite
import torch


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


def load_encoder(encoder, path):
    with torch.no_grad():
        for layer, (weight, bias) in zip(encoder.convolutions(), convolutions(path)):
            layer.weight.copy_(weight)  # fails loudly where the shapes differ
            layer.bias.copy_(bias)
