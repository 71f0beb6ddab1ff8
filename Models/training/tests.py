"""Checks what is computed here in a way of its own beside what PyTorch computes: V/bin/python Models/training/tests.py"""
import unittest

import torch
import torch.nn.functional as F

from depthwise import DepthwiseConvolution

# Channels, side, stride, height, width: layers of the network, and pictures whose rows do not come out even.
LAYERS = ((96, 3, 2, 128, 96), (144, 3, 1, 64, 48), (144, 5, 2, 64, 64), (40, 5, 1, 33, 64), (24, 5, 1, 17, 13), (128, 3, 2, 8, 9), (128, 3, 2, 9, 8), (1152, 5, 1, 1, 2))


class DepthwiseGradients(unittest.TestCase):
    def test_are_those_of_pytorch(self):
        torch.manual_seed(1)
        for channels, side, stride, height, width in LAYERS:
            for clip in (False, True):
                with self.subTest(channels=channels, side=side, stride=stride, height=height, width=width, clip=clip):
                    x = (3 * torch.randn(2, channels, height, width)).bfloat16().to(memory_format=torch.channels_last)
                    values = x, 0.2 * torch.randn(channels, 1, side, side), torch.randn(channels)
                    ours, theirs = ([(v if kind is None else v.to(kind)).clone().requires_grad_() for v in values] for kind in (None, torch.float32))
                    DepthwiseConvolution.apply(*ours, stride, clip).backward(grad := self.grad(x, stride))
                    F.conv2d(F.relu6(theirs[0]) if clip else theirs[0], *theirs[1:], stride, side // 2, 1, channels).backward(grad.float())
                    for found, true in zip(ours, theirs):
                        apart = (found.grad.float() - true.grad).abs().max()
                        self.assertLess(float(apart / true.grad.abs().max().clamp(min=1e-6)), 0.004)  # bfloat16 has eight bits

    def grad(self, x, stride):
        return torch.randn(*x.shape[:2], *((n - 1) // stride + 1 for n in x.shape[2:])).bfloat16()

    def test_say_which_layers_they_do_not_have(self):
        x = torch.zeros(1, 12, 8, 8, dtype=torch.bfloat16)
        y = DepthwiseConvolution.apply(x, torch.zeros(12, 1, 3, 3, requires_grad=True), torch.zeros(12), 1, False)
        with self.assertRaisesRegex(ValueError, "12 channels"):
            y.sum().backward()


if __name__ == "__main__":
    unittest.main()
