"""Repeats batches, for a device that can train on more pictures than the processor beside it can prepare."""
import random

import torch

KEPT = 160  # batches that are kept for repetition


def replayed(batches, times, seed):
    """Each of the batches (image, target, weight: uint8, channels last), and later, in another order, each `times`
    more, except for the last KEPT: mirrored every second time, and always in other light."""
    rng, generator = random.Random(seed), torch.Generator().manual_seed(seed)
    waiting = []  # (batch, number of repetitions so far)
    for batch in batches:
        yield batch
        waiting.append((batch, 0))
        for _ in range(times if len(waiting) > KEPT else 0):
            i = rng.randrange(len(waiting))
            again, count = waiting[i]
            if count + 1 < times:
                waiting[i] = again, count + 1
            else:
                waiting[i] = waiting[-1]
                waiting.pop()
            image, *known = (v.flip(2) for v in again) if rng.random() < 0.5 else again
            yield relit(image, generator), *known


def relit(image, generator):
    """The pictures of a batch, each with another brightness, contrast, white balance and saturation."""
    def drawn(spread, channels=1):
        return (torch.randn(len(image), 1, 1, channels, generator=generator) * spread).to(image.device)

    x = (image / 255) ** drawn(0.2).exp()
    x = ((x - 0.5) * drawn(0.15).exp() + 0.5 + drawn(0.04)) * drawn(0.06, 3).exp()
    grey = x.mean(-1, keepdim=True)
    x = grey + (x - grey) * (1 + drawn(0.25)).clamp(min=0)
    return (x.clamp(0, 1) * 255).round().to(torch.uint8)
