"""Checks what is implemented here against PyTorch: V/bin/python Models/training/tests.py"""
import os
import random
import tempfile
import unittest

import cv2
import numpy as np
import openvino as ov
import torch
import torch.nn.functional as F

import portable
import quantize
import starting
from dataset import Pictures
from depthwise import DepthwiseConvolution
from lessons import GAP, lesson
from mouths import CORNER_DISTANCE, HEIGHT, WIDTH, Mouth, cut, cut_back, cut_map, example
from network import ENCODERS, MatteNetwork, encoder_of
from replay import KEPT, replayed

# Channels, side, stride, height, width: layers of the network, and pictures with odd sizes.
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


class Encoders(unittest.TestCase):
    def test_are_told_by_the_names_of_their_weights(self):
        for name in ENCODERS:
            self.assertEqual(encoder_of(MatteNetwork(name).state_dict()), name)

    def test_give_features_of_five_sizes(self):
        for name in ENCODERS:
            encoder = MatteNetwork(name).encoder
            features = encoder(torch.zeros(1, 3, 64, 96))
            self.assertEqual([tuple(f.shape[1:]) for f in features], [(c, 64 >> i, 96 >> i) for i, c in enumerate(encoder.channels, 1)])

    def test_published_weights_answer_as_with_their_batch_norms(self):
        torch.manual_seed(2)
        convolution, norm = torch.nn.Conv2d(3, 32, 3, 2, 1, bias=False), torch.nn.BatchNorm2d(32, eps=starting.PUBLISHED_EPSILON)
        for value in (norm.weight, norm.bias, norm.running_mean):
            torch.nn.init.normal_(value)
        torch.nn.init.uniform_(norm.running_var, 0.5, 2)
        # The smallest file with the names of a published one.
        depthwise = {"_blocks.0._depthwise_conv.weight": torch.ones(32, 1, 3, 3), **{f"_blocks.0._bn1.{k}": v for k, v in norm.state_dict().items()}}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.pth")
            torch.save({"_conv_stem.weight": convolution.weight, **{f"_bn0.{k}": v for k, v in norm.state_dict().items()}, **depthwise}, path)
            stem, filtered = starting.folded_convolutions(path)
        x = torch.randn(1, 3, 16, 16)
        self.assertLess(float((F.conv2d(x, *stem, 2, 1) - norm.eval()(convolution(x))).abs().max()), 1e-4)
        self.assertEqual(tuple(filtered[0].shape), (32, 1, 3, 3))


class Quantize(unittest.TestCase):
    def test_at_half_size_nothing_leads_to_the_step_that_is_gone(self):
        whole = ov.convert_model(MatteNetwork().eval(), example_input=torch.rand(1, 3, 64, 64), input=[("image", [1, 3, -1, -1])])
        for output, name in zip(whole.outputs, ("mattes", "presence")):
            output.get_tensor().set_names({name})
        half = quantize.at_half_size(whole)  # while `whole` lives
        inside = {op.get_friendly_name() for op in half.get_ops()}
        reached = {user.get_node().get_friendly_name() for op in half.get_ops() for out in op.outputs() for user in out.get_target_inputs()}
        self.assertEqual(reached - inside, set())
        self.assertEqual(list(half.output("mattes").get_partial_shape().get_min_shape())[:2], [1, 3])


class Portable(unittest.TestCase):
    def test_pictures_come_back_as_they_were_but_for_the_code(self):
        y, x = np.mgrid[:96, :128]
        image = np.uint8(np.stack([x, y, x + y], -1) % 256)
        target = np.uint8(np.clip(255 - 8 * np.abs(x - 64), 0, 255))[..., None].repeat(3, -1)
        planes = {"image": image, "target": target, "weight": np.full((96, 128), 27, np.uint8)}
        known = {"name": "a", "size": [96, 128], "free": [0, 20], "beard": 0, "hat": False, "glasses": False, "faces": [[1.0, 2.0, 3.0, 4.0]]}
        person = {"kind": "celeb", "planes": ["image", "target", "weight", "clear"], **known}
        negative = {"kind": "none", "planes": ["image"], **known}
        with tempfile.TemporaryDirectory() as folder:
            portable.pack([(person, planes), (negative, {"image": image})], os.path.join(folder, "small"), 1)
            portable.unpack([os.path.join(folder, "small", "part0.tar")], os.path.join(folder, "large"), 2)
            items = Pictures(os.path.join(folder, "large")).items
            back = items["celeb"][0]
            self.assertLess(np.abs(back["target"].astype(int) - target).max(), 8)
            self.assertLess(np.abs(back["image"].astype(int) - image).mean(), 3)
            self.assertTrue((back["weight"] == 27).all() and (back["target"][:, :20] == 0).all())
            inside = target[..., 2] == 255
            self.assertLess(np.abs(back["clear"].astype(int) - image)[inside].mean(), 6)
            self.assertEqual((back["faces"], items["none"][0]["name"]), (known["faces"], "a"))


class Lessons(unittest.TestCase):
    def test_small_gaps_in_skin_count_more(self):
        target = np.zeros((64, 96, 3), np.uint8)
        target[8:56, 8:88, 1:] = 255
        target[20:26, 20:36, 1] = 0  # an eye
        weight = np.full((64, 96), 63, np.uint8)
        weight[:, :16] = 0b110100  # hair 0, skin 0.3, portrait 1
        batch = [torch.from_numpy(v)[None] for v in (np.zeros_like(target), target, weight)]
        for shrink in (1, 2):
            with self.subTest(shrink=shrink):
                _, taught, known, emphasis = lesson(*batch, shrink)
                self.assertEqual(taught.shape, (1, 3, 64 // shrink, 96 // shrink))
                for channel, level in enumerate((0, 0.3, 1)):
                    self.assertAlmostEqual(float(known[0, channel, 0, 0]), level, places=5)
                skin = taught[0, 1].numpy()
                closed = cv2.morphologyEx(skin, cv2.MORPH_CLOSE, np.ones((GAP // shrink | 1,) * 2, np.uint8))
                edge = np.ones((5, 5) if shrink == 1 else (3, 3), np.uint8)
                expected = (1 + 8 * skin * (1 - skin) + cv2.dilate(skin, edge) - cv2.erode(skin, edge)) * (1 + 4 * (closed - skin))
                np.testing.assert_allclose(emphasis[0, 1], expected, atol=1e-5)
                self.assertGreater(expected[22 // shrink, 28 // shrink], 4)


class Replay(unittest.TestCase):
    def test_each_batch_comes_again_with_its_targets(self):
        def batches():
            for i in range(2 * KEPT):
                image = torch.full((2, 8, 8, 3), 100, dtype=torch.uint8)
                image[:, :, :4] = 180
                yield image, (image > 140).to(torch.uint8) * 255, torch.full((2, 8, 8), i % 64, dtype=torch.uint8)

        shown = list(replayed(batches(), 1, 3))
        self.assertEqual(len(shown), 3 * KEPT)
        mirrored = 0
        for image, target, _ in shown:
            bright = image.float().mean(-1) > image.float().mean((1, 2, 3))[:, None, None]
            self.assertTrue(torch.equal(bright, target[..., 0] > 0))  # the target is independent of the light
            mirrored += bool(target[0, 0, 7, 0])
        self.assertTrue(0.3 < mirrored / KEPT < 0.7)


class Mouths(unittest.TestCase):
    def test_lie_level_and_of_one_size(self):
        for roll, flip in ((0, 1), (0.4, 1), (-2.5, -1)):
            across = np.array([np.cos(roll), np.sin(roll)]) * 30
            map = cut_map(np.array([90.0, 70]), 60, roll, flip)
            ends = [map[:, :2] @ (np.array([90, 70]) + sign * flip * across) + map[:, 2] for sign in (-1, 1)]
            np.testing.assert_allclose(ends, [[(WIDTH - CORNER_DISTANCE) / 2, HEIGHT / 2], [(WIDTH + CORNER_DISTANCE) / 2, HEIGHT / 2]], atol=1e-6)

    def test_what_is_cut_out_comes_back_to_its_place(self):
        disc = cv2.circle(np.zeros((140, 180), np.float32), (95, 66), 14, 1.0, -1)
        map = cut_map(np.array([90.0, 70]), 60, 0.4)
        back = cut_back(cut(disc, map), map, disc.shape)
        self.assertLess(float(np.abs(back - disc).sum() / disc.sum()), 0.1)

    def test_an_example_is_turned_and_lit_with_its_teeth(self):
        teeth = cv2.rectangle(np.zeros((140, 180), np.uint8), (70, 62), (110, 76), 255, -1)
        picture = cv2.merge([60 + teeth // 255 * 150] * 3)
        mouth, chance = Mouth(picture, teeth, (90, 70), 60), random.Random(1)
        for _ in range(20):
            shown, white, known = example(mouth, chance)
            self.assertEqual((shown.shape, white.shape), ((HEIGHT, WIDTH, 3), (HEIGHT, WIDTH)))
            self.assertTrue((known == 1).all() and 0 <= shown.min() and shown.max() <= 1)
            self.assertGreater(shown[white > 0.9].mean(), shown[white < 0.1].mean() + 0.05)


if __name__ == "__main__":
    unittest.main()
