"""Trains the network that predicts which pixels of a mouth are teeth, and writes it as OpenVINO IR.

    python teeth.py --data DATA --networks ../../.dependencies/networks --out ../Weights --terms permissive
    python teeth.py --data DATA --networks ../../.dependencies/networks --out ../Weights --begin ../Weights/teeth-permissive.pt

DATA holds people/dental, smiles in which each tooth is labelled, and ccp, whose closed lips show none; the permissive
network is trained on these alone. The other network begins with its weights, and is trained on portraits too, which
have no labels of teeth: pixels count on which it and the face-parsing teacher agree. The input is a mouth, level and of
one size, as Segmentation crops it. Weights for PyTorch (.pt) are not shipped.
"""
import argparse
import os
import random
import sys

import cv2
import numpy as np
import torch
from torch import nn

from mouths import HEIGHT, WIDTH, closed_mouths, cut, cut_map, example, portrait_mouths, smiles
from small_networks import trained, write
from yaw_faces import Looker


def convolution(before, after, stride=1, dilation=1):
    return nn.Sequential(nn.Conv2d(before, after, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(after), nn.ReLU())


class Teeth(nn.Module):
    """A U-Net (Ronneberger et al., 2015) at half the size of its input."""

    def __init__(self):
        super().__init__()
        self.start = nn.Sequential(convolution(3, 16, 2), convolution(16, 16))
        self.down = nn.ModuleList([
            nn.Sequential(convolution(16, 24, 2), convolution(24, 24)),
            nn.Sequential(convolution(24, 40, 2), convolution(40, 40), convolution(40, 40, 1, 2)),
            nn.Sequential(convolution(40, 56, 2), convolution(56, 56), convolution(56, 56))])
        self.up = nn.ModuleList([convolution(56 + 40, 40), convolution(40 + 24, 24), convolution(24 + 16, 16)])
        # Four pixels of the output from one position (Shi et al., 2016).
        self.end = nn.Conv2d(16, 4, 3, 1, 1)

    def forward(self, image):
        """image [N, HEIGHT, WIDTH, 3], red, green and blue, 0...1; probabilities [N, HEIGHT, WIDTH]."""
        return torch.sigmoid(self.logits(image))

    def logits(self, image):
        return self.planes(image.permute(0, 3, 1, 2))[:, 0]

    def planes(self, image):
        """image [N, 3, HEIGHT, WIDTH]; logits [N, 1, HEIGHT, WIDTH]."""
        x = self.start(image * 2 - 1)
        kept = []
        for down in self.down:
            kept.append(x)
            x = down(x)
        for up in self.up:
            x = nn.functional.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False)
            x = up(torch.cat([x, kept.pop()], 1))
        return nn.functional.pixel_shuffle(self.end(x), 2)


class Planar(nn.Module):
    """The network as it ships: planes in, a plane out."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, image):
        return torch.sigmoid(self.network.planes(image))


class Examples(torch.utils.data.IterableDataset):
    """`kinds` are lists of mouths, each with how often it is drawn from."""

    def __init__(self, kinds, seed):
        self.kinds, self.seed = kinds, seed

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        chance = random.Random(self.seed * 100 + (worker.id if worker else 0))
        cv2.setNumThreads(1)
        mouths, weights = zip(*self.kinds)
        while True:
            yield example(chance.choice(chance.choices(mouths, weights)[0]), chance)


def loss(logits, teeth, known):
    """Cross-entropy, and the Dice loss of each mouth that has teeth (Milletari et al., 2016), over known pixels."""
    entropy = nn.functional.binary_cross_entropy_with_logits(logits, teeth, known)
    chance, teeth = torch.sigmoid(logits) * known, teeth * known
    has = teeth.flatten(1).amax(1) > 0.5
    both, sum = (chance * teeth).flatten(1).sum(1), (chance + teeth).flatten(1).sum(1)
    dice = (1 - (2 * both + 1) / (sum + 1))[has].sum() / len(teeth)
    return 4 * entropy + dice


def measured(network, smiles, closed):
    """Prints precision and recall for unchanged smiles, and the number of closed lips with false teeth."""
    def found(mouth):
        map = cut_map(mouth.middle, mouth.width * np.mean(mouth.spread), mouth.roll)
        seen = cut(mouth.picture, map)[..., ::-1].astype(np.float32) / 255
        with torch.no_grad():
            return network(torch.from_numpy(seen.copy())[None])[0].numpy() > 0.5, cut(mouth.teeth, map) > 127
    both = [(found & teeth).sum() / np.maximum(1, [found.sum(), teeth.sum()]) for found, teeth in map(found, smiles)]
    wrong = sum(found(mouth)[0].sum() > 40 for mouth in closed)
    print("  precision %.3f, recall %.3f" % tuple(np.mean(both, 0)), f"of {len(smiles)}; {wrong} of {len(closed)} closed", flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", required=True)
    options.add_argument("--networks", required=True, help="the folder of the packaged face networks")
    options.add_argument("--out", required=True)
    options.add_argument("--terms", choices=("research", "permissive"), default="research")
    options.add_argument("--begin", help="PyTorch weights of an earlier run; for research, those of the permissive network")
    options.add_argument("--minutes", type=float, default=13)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    if options.terms == "research" and not options.begin:
        sys.exit("teeth.py: name the permissive weights, which say with a teacher where portraits have teeth: --begin FILE.pt")
    random.seed(options.seed)
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    network = Teeth().to(memory_format=torch.channels_last)
    if options.begin:
        network.load_state_dict(torch.load(options.begin))
    looker = Looker(options.networks)
    closed = closed_mouths(options.data, looker)
    held_smiles, held_closed = smiles(options.data, True), closed[::8]
    kinds = [(smiles(options.data, False), 0.6), ([mouth for number, mouth in enumerate(closed) if number % 8], 0.4)]
    if options.terms == "research":
        portraits = portrait_mouths(options.data, looker, network.eval())
        kinds = [(kinds[0][0], 0.35), (kinds[1][0], 0.1), ([m for m in portraits if m.teeth.any()], 0.35), ([m for m in portraits if not m.teeth.any()], 0.2)]
    print(*(len(mouths) for mouths, _ in kinds), "mouths", flush=True)
    name = os.path.join(options.out, f"teeth-{options.terms}")

    def watch(averaged):
        measured(averaged, held_smiles, held_closed)
        torch.save(averaged.state_dict(), name + ".pt")

    final = trained(network, lambda network, pictures, *known: loss(network.logits(pictures), *known),
                    Examples(kinds, options.seed), 1.5e-3 if options.begin else 3e-3, 24, options.minutes, watch)
    watch(final)
    write(Planar(final), {"image": torch.rand(1, 3, HEIGHT, WIDTH)}, "teeth", name + ".xml")


if __name__ == "__main__":
    main()
