"""The network's input and the loss's targets for a batch, computed on the training device."""
import torch
import torch.nn.functional as F

from dataset import LEVELS

GAP = 25  # pixels: gaps in skin up to this size are eyes, brows and lips


def as_picture(image):
    """A uint8 batch, channels last, as the network's input: float32 NCHW in 0...1."""
    return image.permute(0, 3, 1, 2).float() / 255


def lesson(image, target, weight, shrink):
    """(picture, target, weight, emphasis) of a batch, float32 NCHW; all but the picture at 1/`shrink` of the size.

    The emphasis is higher at edges. Pixels that a morphological closing would add to skin count five times: eyes, brows
    and lips are small gaps that are easily filled.
    """
    levels = torch.tensor(LEVELS, device=weight.device)
    target, known = as_picture(target), torch.stack([levels[(weight >> shift & 3).int()] for shift in (0, 2, 4)], 1)
    if shrink > 1:
        target, known = (F.avg_pool2d(v, shrink) for v in (target, known))
    around = 5 if shrink == 1 else 3
    emphasis = 1 + 8 * target * (1 - target) + dilated(target, around) - eroded(target, around)
    gap, skin = GAP // shrink | 1, target[:, 1:2]
    emphasis[:, 1:2] *= 1 + 4 * (eroded(dilated(skin, gap), gap) - skin)
    return as_picture(image), target, known, emphasis


def dilated(planes, side):
    """The maximum in a square around each pixel."""
    return F.max_pool2d(F.max_pool2d(planes, (side, 1), 1, (side // 2, 0)), (1, side), 1, (0, side // 2))


def eroded(planes, side):
    return -dilated(-planes, side)
