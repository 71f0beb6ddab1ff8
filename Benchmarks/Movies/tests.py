"""Tests the measures on cases with known results: Benchmarks/Movies/run tests."""
import tempfile
import unittest

import cv2
import numpy as np

import geometry
import hidden_faces
import light
import measures
import paths
import sticker_motion


def square(left, size=40, shape=(90, 160), top=20):
    plane = np.zeros(shape, np.float32)
    plane[top:top + size, max(0, left):max(0, left + size)] = 1
    return plane


class MeasureTests(unittest.TestCase):
    moving = np.stack([square(10 + 8 * i) for i in range(10)])

    def test_perfect_answer_has_no_error(self):
        values = measures.all_of(self.moving, self.moving)
        self.assertEqual((values["MAD"], values["dtSSD"], values["trail 1"], values["trail 1, worst frame"]), (0, 0, 0, 0))

    def test_mad_is_in_thousandths(self):
        self.assertAlmostEqual(measures.mad(np.clip(self.moving + 0.1, 0, 1), self.moving), 100 * float(1 - self.moving.mean()), places=3)

    def test_constant_error_has_no_temporal_error(self):
        still = np.stack([square(10)] * 5)
        self.assertEqual(measures.dtssd(still * 0.5, still), 0)

    def test_dtssd_of_a_flash(self):
        """One of two frames is wrong by 0.2 everywhere: the root of the mean square is 0.2."""
        truth = np.zeros((2, 10, 10), np.float32)
        alpha = np.stack([truth[0], truth[1] + np.float32(0.2)])
        self.assertAlmostEqual(measures.dtssd(alpha, truth), 20, places=4)

    def test_late_matte_leaves_a_trail_as_long_as_it_is_late(self):
        late = np.concatenate([self.moving[:1], self.moving[:1], self.moving[:-2]])
        found = measures.trails(late, self.moving)
        self.assertGreater(found[2][0], 200)
        self.assertLess(found[5][0], found[2][0])
        self.assertEqual(measures.trails(self.moving, self.moving)[2], (0, 0))

    def test_worst_frame_of_a_trail(self):
        alpha = self.moving.copy()
        alpha[5] = np.maximum(alpha[5], 0.5 * square(10, size=60, top=10))
        mean, worst = measures.trails(alpha, self.moving)[3]
        self.assertGreater(worst, 3 * mean)

    def test_false_positives(self):
        truth = np.zeros((3, 10, 10), np.float32)
        alpha = truth.copy()
        alpha[1, :5] = 1
        share, worst = measures.false_positives(alpha, truth)
        self.assertAlmostEqual(share, 100 / 6, places=4)
        self.assertAlmostEqual(worst, 127.5, places=4)
        self.assertIsNone(measures.false_positives(self.moving, self.moving))


class HiddenFaceTests(unittest.TestCase):
    box = (40, 30, 40, 48)

    def setUp(self):
        random = np.random.default_rng(1)
        coarse = cv2.resize(random.uniform(60, 200, (12, 16, 3)).astype(np.float32), (160, 120), interpolation=cv2.INTER_CUBIC)
        self.source = np.uint8(np.clip(coarse, 0, 255))
        self.random = random

    def count(self, hidden, found):
        faces = hidden_faces.HiddenFaces([[{"id": 1, "box": self.box, "visible": 1.0}]] * len(hidden), found)
        for index, picture in enumerate(hidden):
            faces.add(index, self.source, picture)
        return faces

    def test_coding_noise_hides_nothing(self):
        noisy = np.uint8(np.clip(self.source + self.random.normal(0, 4, self.source.shape), 0, 255))
        self.assertEqual(len(self.count([noisy], [[self.box]]).seen_promised), 1)

    def test_blur_and_fill_hide(self):
        blurred = cv2.GaussianBlur(self.source, (0, 0), 12)
        filled = self.source.copy()
        filled[30:78, 40:80] = (51, 51, 56)
        self.assertEqual(self.count([blurred, filled], [[self.box]] * 2).seen, [])

    def test_only_what_is_found_within_a_second_is_promised(self):
        frames = hidden_faces.WITHIN + 2
        faces = self.count([self.source] * frames, [[self.box]] + [[]] * (frames - 1))
        self.assertEqual((len(faces.seen), len(faces.seen_promised)), (frames, frames - 1))

    def test_spans(self):
        self.assertEqual(hidden_faces.spans([(1, 3), (1, 4), (1, 7), (2, 5)]), "face 1: 3-4, 7; face 2: 5")


class StickerMotionTests(unittest.TestCase):
    def movie(self, offsets):
        """Centres and truths of a disc that is displaced by `offsets` on a face that moves and rotates."""
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            sticker_motion.disc(file.name, 100)
            sticker = cv2.imread(file.name, cv2.IMREAD_UNCHANGED)[..., [2, 1, 0, 3]].astype(np.float32)
        points = np.float64([(-15, -10), (15, -10), (0, 0), (-10, 15), (10, 15)])
        middles, faces = [], []
        for index, (dx, dy) in enumerate(offsets):
            m = geometry.matrix(1, 3 * index, (0, 0), (100.3 + 4.7 * index, 80.6 + 1.3 * index))
            place = geometry.matrix(0.15, 0, (50, 50), (100.3 + 4.7 * index + dx, 80.6 + 1.3 * index + dy))
            part = geometry.warped(cv2.GaussianBlur(sticker, (0, 0), 3), place, (200, 160))
            source = np.full((160, 200, 3), 120, np.float32)
            alpha = np.clip(part[..., 3:] / 255, 0, 1)
            result = np.uint8(source * (1 - alpha) + np.float32(sticker_motion.COLOR) * alpha + 0.5)
            x, y = m[:2, 2]
            faces.append({"box": (x - 25, y - 30, 50, 60), "points": geometry.moved(points, m)})
            middles.append(sticker_motion.middle(np.uint8(source), result, faces[-1]["box"])[:2])
        return middles, faces

    def test_disc_that_holds_on_does_not_move(self):
        self.assertLess(sticker_motion.motion(*self.movie([(0, 0)] * 6))[1], 0.2)

    def test_known_trembling_is_measured(self):
        deviation, greatest, missing = sticker_motion.motion(*self.movie([(0, 0.5), (0, -0.5)] * 3))
        self.assertAlmostEqual(deviation, 1, delta=0.15)
        self.assertEqual(missing, 0)

    def test_missing_disc_is_counted(self):
        middles, faces = self.movie([(0, 0)] * 4)
        self.assertEqual(sticker_motion.motion([None, *middles[1:]], faces)[2], 1)


class ComposingTests(unittest.TestCase):
    def test_light_goes_to_codes_and_back(self):
        quiet = type("Quiet", (), {"standard_normal": staticmethod(lambda shape, dtype: np.zeros(shape, dtype))})
        codes = np.arange(256, dtype=np.uint8).reshape(16, 16)
        self.assertTrue((light.seen(light.linear(codes / np.float32(255)), quiet) == codes).all())

    def test_walk_begins_and_ends_where_it_says_and_stands_between(self):
        path = paths.walking((0, 100, 50), (200, 100, 60), [(0, 1), (2, 3)])
        self.assertEqual((path(0)[0], path(1.5)[0], path(4)[0]), (0, 100, 200))
        self.assertEqual(path(1.2)[:2], path(1.9)[:2])


if __name__ == "__main__":
    unittest.main()
