"""The errors of mattes over a movie. Mattes and truth are float32 (frames, height, width) in 0...1.

MAD and dtSSD are those of the paper of RVM (Lin et al., "Robust High-Resolution Video Matting with Temporal Guidance",
WACV 2022), as its evaluation/evaluate_lr.py computes them: N pixels per frame, alpha a and its truth a*,

    MAD   = 1000 * mean over frames t of  1/N sum |a_t - a*_t|
    dtSSD =  100 * mean over frames t of  sqrt(1/N sum ((a_t - a_(t-1)) - (a*_t - a*_(t-1)))^2)

dtSSD is by Erofeev et al., "Perceptually Motivated Benchmark for Video Matting", BMVC 2015. RVM's script counts the
first frame with a dtSSD of 0; here it is left out.
"""
import cv2
import numpy as np

MARGIN = 4  # pixels of the matte around the person that are excluded from trails
WAS_PERSON = 0.95
LEAST_TRAIL = 100  # a frame with fewer pixels where the person was is left out
STEPS = (1, 2, 3, 4, 5)  # frames


def mad(alpha, truth):
    return 1000 * float(np.abs(alpha - truth).mean(dtype=np.float64))


def edge_mad(alpha, truth):
    """MAD of the pixels within MARGIN of those that the person covers partly."""
    total = count = 0
    for a, t in zip(alpha, truth):
        near = cv2.dilate(np.uint8((t > 0.02) & (t < 0.98)), np.ones((2 * MARGIN + 1,) * 2, np.uint8)) > 0
        total += np.abs(a - t)[near].sum(dtype=np.float64)
        count += near.sum()
    return 1000 * float(total / count) if count else None


def dtssd(alpha, truth):
    errors = [np.sqrt((((alpha[i] - alpha[i - 1]) - (truth[i] - truth[i - 1])) ** 2).mean(dtype=np.float64)) for i in range(1, len(alpha))]
    return 100 * float(np.mean(errors))


def change(alpha):
    """The mean change from a frame to the next, of 255."""
    return 255 * float(np.abs(np.diff(alpha, axis=0)).mean(dtype=np.float64))


def trails(alpha, truth):
    """For each k of STEPS the mean alpha, of 255, where the person was k frames ago and is no more, over all frames and
    in the worst of them: {k: (mean, worst)}. A k without a frame of LEAST_TRAIL such pixels is left out."""
    clear = [cv2.dilate(t, np.ones((2 * MARGIN + 1,) * 2, np.uint8)) == 0 for t in truth]
    found = {}
    for k in STEPS:
        frames = []
        for i in range(k, len(alpha)):
            left = clear[i] & (truth[i - k] >= WAS_PERSON)
            if left.sum() >= LEAST_TRAIL:
                frames.append((255 * float(alpha[i][left].mean(dtype=np.float64)), int(left.sum())))
        if frames:
            values, sizes = np.transpose(frames)
            found[k] = float((values * sizes).sum() / sizes.sum()), float(values.max())
    return found


def false_positives(alpha, truth):
    """Over the frames without people: the percentage of their pixels in which the matte is above one half, and the mean
    alpha, of 255, in the worst of them; None if all frames show a person."""
    empty = [a for a, t in zip(alpha, truth) if t.max() == 0]
    if not empty:
        return None
    return 100 * float(np.mean([(a > 0.5).mean() for a in empty])), 255 * max(float(a.mean()) for a in empty)


def all_of(alpha, truth, is_still=False):
    """All measures of a movie by name; those that do not apply are omitted. `is_still`: nothing moves in it but
    the sensor's noise."""
    values = {"MAD": mad(alpha, truth), "edge MAD": edge_mad(alpha, truth), "dtSSD": dtssd(alpha, truth)}
    if is_still:
        values["change"] = change(alpha)
    for k, (mean, worst) in trails(alpha, truth).items():
        values[f"trail {k}"], values[f"trail {k}, worst frame"] = mean, worst
    empty = false_positives(alpha, truth)
    if empty:
        values["false positives, % of pixels"], values["false positives, worst frame"] = empty
    return {name: value for name, value in values.items() if value is not None}
