"""Trains the matte network from a data folder and exports it: see README.md.

The learning rate and the sizes of the pictures follow the clock, so a run ends at the given time.
"""
import argparse
import copy
import glob
import os
import subprocess
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

from dataset import Batches, Pictures
from lessons import as_picture, lesson
from network import MatteNetwork
from recipes import RECIPES, WHOLE
from replay import replayed

HERE = os.path.dirname(os.path.abspath(__file__))
SOMEBODY = 0.003  # fraction of a picture from which on a person counts as present
PRESENCE = 0.15  # share of the loss


def loss_of(logits, target, weight, emphasis):
    """Cross-entropy on soft targets, weighted by `emphasis`; soft Dice loss; and the gradient of the matte at the
    target's edges."""
    p = torch.sigmoid(logits)
    cross = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    w = weight * emphasis
    cross = (cross * w).sum((0, 2, 3)) / w.sum((0, 2, 3)).clamp(min=1)
    dims = (2, 3)
    small = 12 * target.shape[2] * target.shape[3] / 160 ** 2
    overlap = (2 * (p * target * weight).sum(dims) + small) / (((p * p + target * target) * weight).sum(dims) + small)
    difference = p - target
    gx = (difference[..., 1:] - difference[..., :-1]).abs() * weight[..., 1:]
    gy = (difference[..., 1:, :] - difference[..., :-1, :]).abs() * weight[..., 1:, :]
    return cross.mean() + 0.5 * (1 - overlap).mean() + 2 * (gx.mean() + gy.mean())


def presence_loss(presence, target, weight):
    """Cross-entropy over the pictures of known presence."""
    portrait, known = target[:, 2], weight[:, 2] > 0
    somebody = ((portrait > 0.5) & known).float().mean((1, 2)) > SOMEBODY
    empty = (known.float().mean((1, 2)) > 0.99) & (portrait.amax((1, 2)) < 0.1)
    loss = F.binary_cross_entropy_with_logits(presence[:, 0], somebody.float(), reduction="none")
    return (loss * (somebody | empty)).mean()


def freeze(model, first_blocks, only_decoder):
    """Freezes parts of the network; returns those whose batch norms are frozen too."""
    if only_decoder:  # the presence then stays the same, but for rounding
        frozen = [model.encoder, model.top, model.surroundings, model.context, model.presence]
    else:  # edges and colours need no further training
        frozen = [model.encoder.stem, *model.encoder.blocks[:first_blocks]] if first_blocks else []
    for part in frozen:
        part.requires_grad_(False)
    return frozen if only_decoder else []


def average(ema, model, step):
    decay = min(0.998, (1 + step) / (20 + step))
    with torch.no_grad():
        mine, theirs = list(ema.parameters()), list(model.parameters())
        torch._foreach_lerp_(mine, theirs, 1 - decay)
        for a, b in zip(ema.buffers(), model.buffers()):
            a.copy_(b if not a.is_floating_point() else a + (b - a) * (1 - decay))


def save(path, model, ema, optimiser, spent, step):
    state = {"model": model.state_dict(), "ema": ema.state_dict(), "optimiser": optimiser.state_dict(), "spent": spent, "step": step}
    torch.save(state, path + ".part")
    os.replace(path + ".part", path)


def initial_network(recipe, pictures, seed, start, begin, first):
    """The network to train: with the weights of a checkpoint or an exported network, or with an encoder's from `start`."""
    model = MatteNetwork(recipe.encoder)
    if begin and not begin.endswith(".xml"):
        model.load_state_dict(torch.load(begin, map_location="cpu")["ema"])
        return model
    import starting  # a machine that continues from a checkpoint needs no OpenVINO
    if begin:
        starting.load_exported(model, begin)
        views = iter(Batches(pictures, recipe.plan[first][2], seed))
        starting.settle(model, (as_picture(next(views)[0]) for _ in range(24)))
    else:
        starting.load_encoder(model.encoder, start or starting.published(recipe.encoder))
    return model


def train(cache, start, minutes, checkpoint, seed, workers, resume, begin=None, rate=1.0, first=0, recipe=WHOLE, only_decoder=False, device="cpu", batch_scale=1, shapes=None, replays=0):
    """`batch_scale`, `shapes` and `replays` are for a device with much parallelism: the factor of the recipe's batch
    size; the number of a phase's shapes that are used; and how often each batch is repeated (replay.py)."""
    torch.manual_seed(seed)
    plan = tuple((at, shrink, tuple((h, w, n * batch_scale) for h, w, n in sizes[:shapes])) for at, shrink, sizes in recipe.plan)
    first = min(first, len(plan) - 1)
    pictures = Pictures(cache, recipe)
    model = initial_network(recipe, pictures, seed, start, begin, first).to(device, memory_format=torch.channels_last).train()
    ema = copy.deepcopy(model).eval().requires_grad_(False)
    for part in freeze(model, recipe.frozen, only_decoder):
        part.eval()
    encoder = [p for p in model.encoder.parameters() if p.requires_grad]
    decoder = [p for n, p in model.named_parameters() if not n.startswith("encoder.") and p.requires_grad]
    groups = [{"params": encoder, "peak": 3e-4}, {"params": decoder, "peak": 2e-3}]
    optimiser = torch.optim.AdamW([g for g in groups if g["params"]], lr=1e-3, weight_decay=0.01, fused=device != "cpu")
    spent, step = 0.0, 0
    if resume:
        state = torch.load(resume, map_location=device)
        model.load_state_dict(state["model"])
        ema.load_state_dict(state["ema"])
        optimiser.load_state_dict(state["optimiser"])
        spent, step = state["spent"], state["step"]
    # On a processor without instructions for bfloat16, it takes twenty times as long as float32.
    bfloat16 = device != "cpu" or torch.ops.mkldnn._is_mkldnn_bf16_supported()
    phase, stream, losses, seen, last, began = -1, None, [], 0, time.time(), time.time() - spent
    while (done := (time.time() - began) / (60 * minutes)) < 1:
        now = max(first, max(i for i, (at, _, _) in enumerate(plan) if done >= at))
        if now != phase:
            phase = now
            batches = Batches(pictures, plan[phase][2], seed + phase + 1000 * step)
            stream = (tuple(v.to(device, non_blocking=True) for v in batch) for batch in batches.loader(workers, pin_memory=device != "cpu"))
            stream = replayed(stream, replays, seed) if replays else stream
        image, target, weight, emphasis = lesson(*next(stream), plan[phase][1])
        now_rate = float(min(1, (step + 1) / 150) * (0.5 + 0.5 * np.cos(np.pi * min(1, done))) + 0.003)
        for group in optimiser.param_groups:
            group["lr"] = group["peak"] * rate * now_rate
        with torch.autocast(torch.device(device).type, torch.bfloat16, enabled=bfloat16):
            logits, presence = (model.logits if plan[phase][1] == 1 else model.half_logits)(image.to(memory_format=torch.channels_last))
        loss = loss_of(logits, target, weight, emphasis) + PRESENCE * presence_loss(presence, target, weight)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(encoder + decoder, 2.0)
        optimiser.step()
        step += 1
        average(ema, model, step)
        losses.append(loss.detach())
        seen += len(image)
        if step % 50 == 0:
            print(f"{done:.3f} step {step} loss {float(sum(losses)) / len(losses):.4f} pictures/s {seen / (time.time() - last):.1f}", flush=True)
            losses, seen, last = [], 0, time.time()
            if step % 150 == 0:
                save(checkpoint, model, ema, optimiser, time.time() - began, step)
    save(checkpoint, model, ema, optimiser, time.time() - began, step)


def prepare(data, cache, pictures, terms, recipe):
    """Gathers pictures without people and makes the targets, unless that is done."""
    def run(script, *arguments):
        subprocess.run([sys.executable, os.path.join(HERE, script), "--data", data, *arguments], check=True)

    if glob.glob(os.path.join(pictures, "shard*.json")):
        return
    if data is None:
        raise SystemExit(f"there are no pictures in {pictures}: --data must name the folder to make them of")
    first, gathered = (os.path.join(cache, name) for name in ("negatives", "gathered-negatives"))
    if not os.path.isdir(first):
        run("negatives/first_set.py", "--out", first)
    if recipe.labels == "networks":
        os.makedirs(gathered, exist_ok=True)
        if not os.path.isdir(os.path.join(gathered, "pictures")):
            os.symlink(os.path.abspath(first + "-packages"), os.path.join(gathered, "first-packages"))
            run("negatives/gather.py", "--out", gathered)
        run("distilled.py", "--cache", pictures, "--negatives", first, os.path.join(gathered, "pictures"), "--without", first + "-held-out", os.path.join(gathered, "held_out"))
    else:
        run("labels.py", "--cache", cache, "--negatives", first, "--terms", terms)


if __name__ == "__main__":
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--data", help="the data folder, with teachers/ inside; needed to make the cache")
    p.add_argument("--out", help="folder for the weights; without it only the checkpoint in the cache is written")
    p.add_argument("--terms", choices=("research", "permissive"), default="research", help="the terms of sets and teachers: see README.md")
    p.add_argument("--network", choices=sorted({network for network, _ in RECIPES}), default="mattes", help="the network: see recipes.py")
    p.add_argument("--start", help="the encoder's weights from ImageNet, if not those of an installed package: see starting.py")
    p.add_argument("--device", default="cpu", help="the device: cpu or cuda")
    p.add_argument("--batch-scale", type=int, default=1, help="factor of the batch size")
    p.add_argument("--shapes", type=int, help="the number of shapes of each phase that are used (default: all); cuDNN prepares for half a minute for each")
    p.add_argument("--replays", type=int, default=0, help="repetitions of each batch, mirrored and in other light, if the processor prepares fewer than the device can train on")
    p.add_argument("--cache", default="cache", help="folder for the teachers' predictions, targets and checkpoints")
    p.add_argument("--minutes", type=float, default=69)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--workers", type=int, default=1)
    p.add_argument("--resume", help="checkpoint to continue")
    p.add_argument("--begin", help="checkpoint whose averaged weights are the start of a new run, or exported network (.xml)")
    p.add_argument("--rate", type=float, default=1, help="factor of the learning rate")
    p.add_argument("--only-decoder", action="store_true", help="freeze the encoder and the presence: faster, to improve edges")
    p.add_argument("--phase", type=int, default=0, choices=range(len(WHOLE.plan)), help="the phase of the plan to begin with")
    a = p.parse_args()
    if (a.network, a.terms) not in RECIPES:
        p.error(f"there is no recipe for the network {a.network} on {a.terms} terms")
    recipe = RECIPES[a.network, a.terms]
    pictures = os.path.join(a.cache, recipe.labels if recipe.labels == "networks" else a.terms)
    prepare(a.data, a.cache, pictures, a.terms, recipe)
    checkpoint = os.path.join(pictures, f"{a.network}.pt")
    train(pictures, a.start, a.minutes, checkpoint, a.seed, a.workers, a.resume, a.begin, a.rate, a.phase, recipe, a.only_decoder, a.device, a.batch_scale, a.shapes, a.replays)
    if a.out:
        subprocess.run([sys.executable, os.path.join(HERE, "export.py"), "--checkpoint", checkpoint, "--out", a.out, "--name", f"{a.network}-{a.terms}"], check=True)
