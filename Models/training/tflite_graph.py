"""Runs a TensorFlow Lite graph with PyTorch, for the one teacher whose custom operations no other runtime here
supports.

It implements the operations of hair_segmentation_512.tflite; any other raises.
"""
import struct

import numpy as np
import tflite
import torch
import torch.nn.functional as F

NAMES = {v: k for k, v in vars(tflite.BuiltinOperator).items() if isinstance(v, int)}
CUSTOM = tflite.BuiltinOperator.CUSTOM
TYPES = {0: np.float32, 1: np.float16, 2: np.int32}


def first(x):  # channels first
    return x.permute(0, 3, 1, 2)


def last(x):
    return x.permute(0, 2, 3, 1).contiguous()


def pad_same(x, kernel, stride, dilation):
    """TensorFlow's SAME padding: an odd pixel goes to the right and bottom."""
    pad = []
    for size, k, s, d in zip(x.shape[:1:-1], kernel[::-1], stride[::-1], dilation[::-1]):
        total = max((-(-size // s) - 1) * s + (k - 1) * d + 1 - size, 0)
        pad += [total // 2, total - total // 2]
    return F.pad(x, pad)


class Graph:
    def __init__(self, path):
        with open(path, "rb") as f:
            self.model = tflite.Model.GetRootAsModel(f.read(), 0)
        self.graph = self.model.Subgraphs(0)
        self.constants = {}
        for i in range(self.graph.TensorsLength()):
            t = self.graph.Tensors(i)
            buffer = self.model.Buffers(t.Buffer())
            if buffer.DataLength():
                shape = tuple(t.ShapeAsNumpy()) if t.ShapeLength() else ()
                data = np.frombuffer(buffer.DataAsNumpy().tobytes(), TYPES[t.Type()]).reshape(shape).copy()
                self.constants[i] = torch.from_numpy(data)

    def name(self, op):
        code = self.model.OperatorCodes(op.OpcodeIndex())
        builtin = max(code.BuiltinCode(), code.DeprecatedBuiltinCode())
        return code.CustomCode().decode() if builtin == CUSTOM else NAMES[builtin]

    @torch.no_grad()
    def __call__(self, x):
        """The graph's first output for its one input, both float32 NHWC arrays."""
        values = dict(self.constants)
        values[self.graph.Inputs(0)] = torch.from_numpy(x)
        for k in range(self.graph.OperatorsLength()):
            op = self.graph.Operators(k)
            inputs = [values.get(op.Inputs(i)) for i in range(op.InputsLength())]
            outputs = self.run(self.name(op), op, inputs)
            for i, value in enumerate(outputs):
                values[op.Outputs(i)] = value
        return values[self.graph.Outputs(0)].numpy()

    def run(self, name, op, v):
        def options(kind):
            o = kind()
            o.Init(op.BuiltinOptions().Bytes, op.BuiltinOptions().Pos)
            return o

        def activated(y, code):
            return {0: lambda t: t, 1: F.relu, 3: lambda t: t.clamp(0, 6)}[code](y)

        if name in ("CONV_2D", "DEPTHWISE_CONV_2D"):
            deep = name != "CONV_2D"
            o = options(tflite.DepthwiseConv2DOptions if deep else tflite.Conv2DOptions)
            x, w, b = first(v[0]), v[1].float(), v[2].float()
            stride, dilation = (o.StrideH(), o.StrideW()), (o.DilationHFactor(), o.DilationWFactor())
            if o.Padding() == 0:
                x = pad_same(x, w.shape[1:3], stride, dilation)
            w = w.permute(3, 0, 1, 2) if deep else w.permute(0, 3, 1, 2)
            y = F.conv2d(x, w, b, stride, 0, dilation, x.shape[1] if deep else 1)
            return [last(activated(y, o.FusedActivationFunction()))]
        if name == "DEQUANTIZE":
            return [v[0].float()]
        if name == "PRELU":
            return [torch.where(v[0] >= 0, v[0], v[0] * v[1].float())]
        if name == "RELU":
            return [F.relu(v[0])]
        if name == "ADD":
            return [activated(v[0].float() + v[1].float(), options(tflite.AddOptions).FusedActivationFunction())]
        if name == "CONCATENATION":
            return [torch.cat(v, options(tflite.ConcatenationOptions).Axis())]
        if name == "MaxPoolingWithArgmax2D":
            return [last(t) for t in F.max_pool2d(first(v[0]), 2, 2, return_indices=True)]
        if name == "MaxUnpooling2D":
            return [last(F.max_unpool2d(first(v[0]), first(v[1]), 2, 2))]
        if name == "Convolution2DTransposeBias":
            same, sw, sh = struct.unpack("<3i", op.CustomOptionsAsNumpy().tobytes()[:12])
            x, w = first(v[0]), v[1].float()
            y = F.conv_transpose2d(x, w.permute(3, 0, 1, 2), v[2].float(), (sh, sw))
            if same == 1:
                top, left = max(w.shape[1] - sh, 0) // 2, max(w.shape[2] - sw, 0) // 2
                y = y[:, :, top:top + x.shape[2] * sh, left:left + x.shape[3] * sw]
            return [last(y)]
        raise NotImplementedError(name)
