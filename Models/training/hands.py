"""Hands at faces and in hair: of the colour of skin and long like strands, and of no set of labels at hand."""
import cv2
import numpy as np

SKIN_ALONE = np.uint8([0, 255, 255])  # a target: no hair, skin, of the person
DRESSED = np.uint8([0, 0, 255])


def hand(image, target, weight, faces, m, rng):
    """Lays a drawn hand in the colours of somebody's face on it: two to four fingers and a thumb, a palm, an arm.

    Changes all three in place. A face too small or too hidden to take a colour from stays as it is.
    """
    x, y, w, h = faces[rng.integers(len(faces))]
    middle = m @ np.array([x + w / 2, y + h / 2, 1])
    size = w * np.sqrt(abs(np.linalg.det(m[:, :2])))
    left, top = np.int32(np.maximum(0, middle - size * 0.4))
    right, bottom = np.int32(middle + size * 0.4)
    skin = image[top:bottom, left:right][target[top:bottom, left:right, 1] > 220]
    if size < 40 or len(skin) < 100:
        return
    tone = np.median(skin, 0) * rng.uniform(0.85, 1.15) * rng.uniform(0.96, 1.04, 3)
    rough = cv2.resize(rng.normal(0, 1, (8, 8)).astype(np.float32), image.shape[1::-1], interpolation=cv2.INTER_CUBIC) * rng.uniform(0.02, 0.08)

    def lay(shape, colour, kind, round_by):
        """One part on all that lies below it, darker where it turns away, with its shadow on what is below."""
        inside = cv2.distanceTransform(np.uint8(shape > 127), cv2.DIST_L2, 3)
        shade = 1 - depth * np.clip(1 - inside / max(1.0, round_by), 0, 1) ** 2 + rough
        a = (shape / np.float32(255))[..., None]
        dark = cv2.GaussianBlur(shape, (0, 0), max(1.0, round_by * 0.4))[..., None] / np.float32(255)
        below = image * (1 - 0.35 * dark)
        image[:] = np.uint8(np.clip(below + (colour * shade[..., None] - below) * a, 0, 255))
        target[:] = np.uint8(target + (kind - target.astype(np.float32)) * a)
        weight[shape > 127] = 63

    depth = rng.uniform(0.25, 0.6)
    # The hand comes from below or from the side, and its fingers end on the face or in the hair beside it.
    side = rng.choice([-1, 1])
    toward = np.deg2rad(rng.uniform(-35, 80))  # how far it leans over from upright to lying
    along = np.array([-side * np.sin(toward), -np.cos(toward)])
    across = np.array([-along[1], along[0]])
    tip = middle + size * np.array([side * rng.uniform(0.15, 0.75), rng.uniform(-0.7, 0.5)])
    length, thick = size * rng.uniform(0.4, 0.65), size * rng.uniform(0.1, 0.15)
    knuckles = tip - along * length
    wrist = knuckles - along * size * rng.uniform(0.35, 0.55)
    count, fan = int(rng.integers(2, 5)), rng.uniform(-0.1, 0.35)
    blank = np.zeros(image.shape[:2], np.uint8)

    sleeve = rng.random() < 0.5
    arm = cv2.line(blank.copy(), point(wrist), point(wrist - along * size * 3), 255, int(thick * 3.2) + 1, cv2.LINE_AA)
    if sleeve:
        lay(arm, np.float32(rng.integers(0, 256, 3)), DRESSED, thick * 1.6)
    else:
        lay(arm, tone, SKIN_ALONE, thick * 1.6)
    half = count * thick * 0.5
    palm = np.array([knuckles + across * half, knuckles - across * half, wrist - across * thick * 1.5, wrist + across * thick * 1.5])
    lay(cv2.polylines(cv2.fillPoly(blank.copy(), [np.int32(palm)], 255), [np.int32(palm)], True, 255, int(thick * 0.8) + 1, cv2.LINE_AA), tone, SKIN_ALONE, thick * 1.2)
    bend = rng.normal(0, 0.12)
    fingers = [(k - (count - 1) / 2, length * rng.uniform(0.85, 1.1), thick) for k in range(count)]
    if rng.random() < 0.5:
        fingers.append((side * (count / 2 + 0.6), length * 0.6, thick * 1.15))  # the thumb
    for place, reach, wide in fingers:
        root = knuckles + across * place * thick * 1.05
        lean = along + across * place * fan * 0.4
        joint = root + lean * reach * 0.5
        end = joint + (lean + across * bend) * reach * 0.5
        shape = cv2.polylines(blank.copy(), [np.int32([point(root), point(joint), point(end)])], False, 255, int(wide) + 1, cv2.LINE_AA)
        lay(shape, tone * rng.uniform(0.95, 1.05), SKIN_ALONE, wide * 0.5)
        if rng.random() < 0.5:  # the nail
            nail = cv2.ellipse(blank.copy(), point(end), (max(1, int(wide * 0.38)), max(1, int(wide * 0.28))), float(np.rad2deg(np.arctan2(lean[1], lean[0]))), 0, 360, 255, -1, cv2.LINE_AA)
            a = (nail / np.float32(255))[..., None] * 0.6
            image[:] = np.uint8(image + (np.clip(tone * rng.uniform(0.9, 1.25), 0, 255) - image) * a)


def point(p):
    return int(round(float(p[0]))), int(round(float(p[1])))
