"""The matte network: an EfficientNet-Lite encoder and a light decoder with skip connections down to stride 2.

Input: RGB in 0...1 (sRGB-encoded), NCHW, sides multiples of 32. Output: hair, skin and portrait in 0...1 at the input's
size, and the probability that the picture shows a person. The encoder has no batch norms: they are folded into the
weights that training starts with.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

from depthwise import DepthwiseConvolution

# kernel, stride, expansion, channels, repeats. The published networks have one more stage, which is left out.
ENCODERS = {
    "lite0": ((3, 1, 1, 16, 1), (3, 2, 6, 24, 2), (5, 2, 6, 40, 2), (3, 2, 6, 80, 3), (5, 1, 6, 112, 3), (5, 2, 6, 192, 4)),
    "lite2": ((3, 1, 1, 16, 1), (3, 2, 6, 24, 3), (5, 2, 6, 48, 3), (3, 2, 6, 88, 4), (5, 1, 6, 120, 4), (5, 2, 6, 208, 5)),
}
DECODERS = {"lite0": (128, 96, 64, 40, 24), "lite2": (192, 128, 80, 48, 24)}  # channels at strides 32, 16, 8, 4, 2


class Depthwise(nn.Conv2d):
    """Depthwise convolution; `clip`: the input is clipped to 0...6 first."""

    def __init__(self, channels, kernel, stride=1):
        super().__init__(channels, channels, kernel, stride, kernel // 2, groups=channels)

    def forward(self, x, clip=False):
        if self.training and torch.is_autocast_enabled("cpu") and self.weight.requires_grad:
            return DepthwiseConvolution.apply(x, self.weight, self.bias, self.stride[0], clip)
        return super().forward(F.relu6(x) if clip else x)


class Pointwise(nn.Conv2d):
    """1x1 convolution. With one thread PyTorch would copy float32 inputs for it; a matrix product does not."""

    def __init__(self, cin, cout, bias=True):
        super().__init__(cin, cout, 1, bias=bias)

    def forward(self, x):
        if self.training and not torch.is_autocast_enabled("cpu"):
            return F.linear(x.permute(0, 2, 3, 1), self.weight.flatten(1), self.bias).permute(0, 3, 1, 2)
        return super().forward(x)


class Inverted(nn.Module):
    """Inverted residual block: expansion, depthwise convolution, projection."""

    def __init__(self, cin, cout, kernel, stride, expansion):
        super().__init__()
        mid = cin * expansion
        self.expand = Pointwise(cin, mid) if expansion > 1 else None
        self.depthwise = Depthwise(mid, kernel, stride)
        self.project = Pointwise(mid, cout)
        self.residual = stride == 1 and cin == cout

    def forward(self, x):
        y = self.depthwise(x) if self.expand is None else self.depthwise(self.expand(x), clip=True)
        y = self.project(F.relu6(y, inplace=True))
        return x + y if self.residual else y


class Encoder(nn.Module):
    """Features at strides 2, 4, 8, 16, 32. `channels`: the number of channels of each."""

    def __init__(self, stages):
        super().__init__()
        self.stem = nn.Conv2d(3, 32, 3, 2, 1)
        blocks, cin, taps = [], 32, []
        for kernel, stride, expansion, cout, repeats in stages:
            if stride == 2:
                taps.append(len(blocks) - 1)
            for i in range(repeats):
                blocks.append(Inverted(cin, cout, kernel, stride if i == 0 else 1, expansion))
                cin = cout
        self.blocks = nn.ModuleList(blocks)
        self.taps = (*taps, len(blocks) - 1)  # the last block of each stride
        self.channels = tuple(blocks[i].project.out_channels for i in self.taps)

    def forward(self, x):
        x = F.relu6(self.stem(x))
        out = []
        for i, block in enumerate(self.blocks):
            x = block(x)
            if i in self.taps:
                out.append(x)
        return out

    def convolutions(self):
        """The convolutions in the order of the published graph."""
        yield self.stem
        for b in self.blocks:
            if b.expand is not None:
                yield b.expand
            yield b.depthwise
            yield b.project


def unit(cin, cout, kernel):
    convolution = Pointwise(cin, cout, bias=False) if kernel == 1 else nn.Conv2d(cin, cout, kernel, 1, kernel // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(cout), nn.ReLU())


class Up(nn.Module):
    """Upsampling by 2, combined with the encoder's features of that size."""

    def __init__(self, cin, skip, cout, kernel=5, dense=False):
        super().__init__()
        self.narrow = Pointwise(cin, cout)
        self.lateral = Pointwise(skip, cout)
        self.mix = unit(cout, cout, 3) if dense else nn.Sequential(
            Depthwise(cout, kernel), unit(cout, cout, 1))

    def forward(self, x, skip):
        x = F.relu(F.interpolate(self.narrow(x), scale_factor=2.0, mode="bilinear", align_corners=False) + self.lateral(skip))
        return x + self.mix(x)


class Surroundings(nn.Module):
    """Context at stride 64: a head that fills the frame is recognized by more than its texture."""

    def __init__(self, channels):
        super().__init__()
        self.halve = Depthwise(channels, 3, 2)
        self.near = nn.Sequential(Depthwise(channels, 5), unit(channels, channels, 1))
        self.far = nn.Sequential(Depthwise(channels, 5), unit(channels, channels, 1))
        self.out = Pointwise(channels, channels)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)
        nn.init.constant_(self.halve.weight, 1 / 9)
        nn.init.zeros_(self.halve.bias)

    def forward(self, x):
        y = self.halve(x)
        y = y + self.near(y)
        y = self.out(y + self.far(y))
        return x + F.interpolate(y, size=x.shape[2:], mode="bilinear", align_corners=False)


class Presence(nn.Module):
    """The presence of a person: one number per picture, from the mean and the maximum of its features."""

    def __init__(self, channels, width=64):
        super().__init__()
        self.seen = Pointwise(channels, width)
        self.weigh = nn.Conv2d(2 * width, 1, 1)

    def forward(self, x):
        y = F.relu(self.seen(x))
        return self.weigh(torch.cat([y.mean((2, 3), keepdim=True), y.amax((2, 3), keepdim=True)], 1)).flatten(1).float()


class MatteNetwork(nn.Module):
    """`encoder`: the name of one of ENCODERS."""

    def __init__(self, encoder="lite0"):
        super().__init__()
        self.encoder = Encoder(ENCODERS[encoder])
        (c2, c4, c8, c16, c32), (d2, d4, d8, d16, d32) = self.encoder.channels, reversed(DECODERS[encoder])
        self.top = unit(c32, d32, 1)
        self.surroundings = Surroundings(d32)
        self.context = Pointwise(c32, d32)
        self.up16 = Up(d32, c16, d16)
        self.up8 = Up(d16, c8, d8)
        self.up4 = Up(d8, c4, d4)
        self.up2 = Up(d4, c2, d2, dense=True)
        self.head = nn.Conv2d(d2, 3, 3, 1, 1)
        self.presence = Presence(d32)
        nn.init.constant_(self.head.bias, -1.5)

    def half_logits(self, image):
        """(mattes at half the input's size, where the decoder ends; presence)."""
        s2, s4, s8, s16, s32 = self.encoder(image * (255 / 128) - (127 / 128))
        x = self.surroundings(self.top(s32)) + self.context(s32.mean((2, 3), keepdim=True))
        presence = self.presence(x)
        x = self.up2(self.up4(self.up8(self.up16(x, s16), s8), s4), s2)
        return self.head(x).float(), presence

    def logits(self, image):
        mattes, presence = self.half_logits(image)
        return F.interpolate(mattes, scale_factor=2.0, mode="bilinear", align_corners=False), presence

    def forward(self, image):
        mattes, presence = self.logits(image)
        return torch.sigmoid(mattes), torch.sigmoid(presence)


def encoder_of(names):
    """The name of the encoder whose weights have these names."""
    blocks = 1 + max(int(n.split(".")[2]) for n in names if n.startswith("encoder.blocks."))
    return next(name for name, stages in ENCODERS.items() if sum(s[-1] for s in stages) == blocks)
