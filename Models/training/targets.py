"""Training targets: true labels decide inside of regions, teachers and the picture itself decide at edges.

`build(sample)` takes what labels.py stored for one picture, and the true label if there is one. It returns (target,
weight), both uint8 (H, W, 3) with the channels hair, skin, portrait. The loss ignores pixels of weight 0.
"""
import cv2
import numpy as np

# Classes of the CelebAMask-HQ parsing teacher.
SKIN, BROWS, EYES, GLASSES, EARS, NOSE, MOUTH, LIPS, NECK, HAIR, HAT = 1, (2, 3), (4, 5), 6, (7, 8), 10, 11, (12, 13), 14, 17, 18
PARTS_SKIN = (SKIN, *EARS, NOSE, NECK)
PARTS_HOLES = (*BROWS, *EYES, GLASSES, MOUTH, *LIPS)
# Classes of the CCP label maps.
CCP_SKIN, CCP_HAIR, CCP_HAT = 41, 19, 20


def box(x, r):
    return cv2.boxFilter(x, -1, (2 * r + 1, 2 * r + 1), borderType=cv2.BORDER_REFLECT)


def guided(image, mask, r, eps):
    """Colour guided filter of `mask` by `image` (float32, 0...1), which moves the mask's edge onto the picture's."""
    mean_i, mean_p = box(image, r), box(mask, r)
    cov = box(image * mask[..., None], r) - mean_i * mean_p[..., None]
    pairs = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    v = {p: box(image[..., p[0]] * image[..., p[1]], r) - mean_i[..., p[0]] * mean_i[..., p[1]] + (eps if p[0] == p[1] else 0) for p in pairs}
    a, b, c, d, e, f = (v[p] for p in pairs)
    # The inverse of the symmetric 3x3 covariance, written out.
    i00, i01, i02 = d * f - e * e, c * e - b * f, b * e - c * d
    i11, i12, i22 = a * f - c * c, b * c - a * e, a * d - b * b
    det = a * i00 + b * i01 + c * i02
    x, y, z = cov[..., 0], cov[..., 1], cov[..., 2]
    gain = np.stack([i00 * x + i01 * y + i02 * z, i01 * x + i11 * y + i12 * z, i02 * x + i12 * y + i22 * z], -1) / np.maximum(det, 1e-9)[..., None]
    offset = mean_p - (gain * mean_i).sum(-1)
    return np.clip((box(gain, r) * image).sum(-1) + box(offset, r), 0, 1)


def disc(r):
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1))


def soften(image, mask, inner, outer, r, eps, teacher=None, trust=0.5):
    """Softens a binary mask within `inner` pixels inside and `outer` outside of its edge."""
    hard = np.uint8(mask > 0.5)
    soft = guided(image, hard.astype(np.float32), r, eps)
    if teacher is not None:
        # Only where the teacher has the same edge; otherwise it would move the edge.
        agrees = np.clip(1 - 2 * cv2.GaussianBlur(np.abs(teacher - soft), (0, 0), 4), 0, 1)
        soft += (teacher - soft) * trust * agrees
    sure, possible = cv2.erode(hard, disc(inner)), cv2.dilate(hard, disc(outer))
    return np.where(sure > 0, 1.0, np.where(possible > 0, soft, 0.0)).astype(np.float32)


def lower_face(faces, shape, scale=1.0):
    """True below the noses of the faces, where a beard may be."""
    y, x = np.mgrid[:shape[0], :shape[1]]
    out = np.zeros(shape, bool)
    for f in faces:
        eyes, nose, mouth = (f[4:6] + f[6:8]) / 2, f[8:10], (f[10:12] + f[12:14]) / 2
        down = mouth - eyes
        length = max(np.hypot(*down), 1)
        along = ((x - nose[0]) * down[0] + (y - nose[1]) * down[1]) / length
        across = np.abs((x - nose[0]) * down[1] - (y - nose[1]) * down[0]) / length
        # Sideburns reach higher than the moustache.
        out |= (along > np.where(across > 0.7 * length, -0.8, 0.1) * length) & (along < 3 * length) & (across < 1.6 * length)
    return out


def beard(s):
    """The region below the nose where the parsing teacher predicts skin and PAN predicts hair."""
    return lower_face(s["faces"], s["parts"].shape) & (s["parts"] == SKIN) & (s["panhair"] > 130)


def seen_through(image, lenses, skin):
    """The part of `lenses` (the parsing teacher's class for a pair of glasses) that has the colour of the `skin` around
    it. The rest is frames, eyes, brows, reflections or dark glass."""
    around = (cv2.dilate(np.uint8(lenses), disc(24)) > 0) & (cv2.erode(np.uint8(skin), disc(2)) > 0)
    if around.sum() < 200:
        return np.zeros_like(lenses, np.float32)
    tone = image[around]
    inverse = np.linalg.inv(np.cov(tone.T) + 1e-3 * np.eye(3))
    off = image[lenses] - tone.mean(0)
    distance = np.sqrt(np.einsum("ij,jk,ik->i", off, inverse, off))
    light = image[lenses].mean(-1) / np.median(tone.mean(-1))
    out = np.zeros(lenses.shape, np.float32)
    out[lenses] = np.clip(3.5 - distance, 0, 1) * np.clip(5 * light - 3, 0, 1)
    return out


def skin_of_parts(s, image, hair, alpha):
    """Skin without a true label: the parsing teacher inside faces, PAN elsewhere; without brows, eyes, lips and beards."""
    parts, pan = s["parts"], s["skin"] / 255.0
    known = parts > 0
    lenses = (parts == GLASSES) & (alpha > 0.5)
    through = seen_through(image, lenses, parts == SKIN) * (1 - hair)
    face = np.float32(np.isin(parts, PARTS_SKIN) | (through > 0.5))
    skin = guided(image, face, 2, 2e-3) * (cv2.dilate(np.uint8(face), disc(3)) > 0)
    skin[cv2.erode(np.uint8(face), disc(3)) > 0] = 1
    elsewhere = pan * (1 - hair) * alpha
    value = np.where(np.isin(parts, (0, 16, 15, 18)), np.maximum(elsewhere, skin), skin * (1 - 0.95 * hair))
    weight = np.ones_like(value)
    value = np.where(lenses, through, value)
    weight[parts == GLASSES] = 0.6
    weight[lenses & (through > 0.3) & np.isin(parts_of_points(s["faces"], parts.shape), BROWS)] = 0  # fair brows are taken for skin
    bearded = s["panhair"] / 255.0
    low = lower_face(s["faces"], parts.shape) & (parts == SKIN)
    value = np.where(low, np.minimum(value, np.clip(np.maximum(pan - bearded, 0.15 * value), 0, 1)), value)
    weight[low & (pan < 0.5) & (bearded < 0.3)] = 0.25
    weight[np.isin(parts, (15, 16, 18)) & (pan > 0.2)] = 0.3
    weight[(parts == 0) & (np.abs(pan - 0.5) < 0.3)] = 0.4
    weight[(face > 0) & ~low & (pan < 0.3) & (hair > 0.5)] = 0.3
    if not known.any():
        weight *= 0.5
    return value.astype(np.float32), weight.astype(np.float32)


def parts_of_points(faces, shape):
    """The parsing teacher's classes, drawn from a face's five points: on small heads this is more accurate than the
    teacher."""
    parts = np.zeros(shape, np.uint8)
    for f in faces:
        eyes, nose, mouth = f[4:8].reshape(2, 2), f[8:10], f[10:14].reshape(2, 2)
        between = max(np.hypot(*(eyes[1] - eyes[0])), 0.4 * f[2])
        tilt = np.degrees(np.arctan2(*(eyes[1] - eyes[0])[::-1]))
        up = (eyes.mean(0) - mouth.mean(0)) / max(np.hypot(*(eyes.mean(0) - mouth.mean(0))), 1)

        def ellipse(at, width, height, part):
            axes = [max(0, int(round(8 * between * v / 2))) for v in (width, height)]
            cv2.ellipse(parts, [int(round(8 * v)) for v in at], axes, tilt, 0, 360, part, -1, cv2.LINE_8, 3)

        ellipse(nose, 1.9, 2.7, SKIN)
        for eye, brow, inside in zip(eyes, BROWS, EYES):
            ellipse(eye, 0.42, 0.2, inside)
            ellipse(eye + 0.3 * between * up, 0.55, 0.12, brow)
        ellipse(mouth.mean(0), max(0.5, 1.1 * np.hypot(*(mouth[1] - mouth[0])) / between), 0.3, MOUTH)
    return parts


def permissive(s):
    """The predictions without those of teachers whose terms exclude commercial use."""
    return {**s, "parts": np.zeros(s["image"].shape[:2], np.uint8), "alpha": s["u2"]}


def build(s, truth=None, kind=""):
    """`s`: the arrays of labels.py. `truth`: hair mask (celeb, figaro), label map (ccp) or None."""
    image = s["image"].astype(np.float32) / 255
    h, w = image.shape[:2]
    alpha, soft_hair = s["alpha"] / 255.0, s["hair"] / 255.0
    one = np.ones((h, w), np.float32)
    if kind == "ccp":
        s = {**s, "parts": parts_of_points(s["faces"], (h, w))}
        truth = cv2.resize(truth, (w, h), interpolation=cv2.INTER_NEAREST)
        person = soften(image, truth > 0, 3, 3, 4, 1e-3)
        hair = soften(image, truth == CCP_HAIR, 2, 3, 4, 1e-3)
        skin = soften(image, truth == CCP_SKIN, 2, 2, 3, 1e-3)
        holes = np.isin(s["parts"], (*BROWS, *EYES, MOUTH, *LIPS)).astype(np.float32)
        skin *= 1 - cv2.GaussianBlur(holes, (0, 0), 0.7)
        low = lower_face(s["faces"], (h, w)) & (s["parts"] == SKIN)
        skin = np.where(low, np.minimum(skin, 1 - 0.85 * (s["panhair"] / 255.0)), skin)
        # Passers-by are not labelled: skin, hair or a face that a teacher predicts away from the person is unknown.
        away = cv2.dilate(np.uint8(truth > 0), disc(8)) == 0
        other = np.uint8(away & (np.maximum(s["skin"], s["panhair"]) > 150))
        unknown = cv2.dilate(other, disc(12))
        for f in s["faces"]:
            x, y, fw, fh = f[:4]
            if away[int(np.clip(y + fh / 2, 0, h - 1)), int(np.clip(x + fw / 2, 0, w - 1))]:
                cv2.rectangle(unknown, (int(x - fw), int(y - fh)), (int(x + 2 * fw), int(y + 8 * fh)), 1, -1)
        weights = [np.where(away & (unknown > 0), 0.0, 1.0)] * 3
    else:
        if truth is not None:
            truth = cv2.resize(truth, (w, h), interpolation=cv2.INTER_AREA) / 255.0
            hair = soften(image, truth, 4, 6, 6, 5e-4, teacher=soft_hair * alpha)
            hair_weight = one
        else:
            head = np.isin(s["parts"], (SKIN, *BROWS, *EYES, *EARS, NOSE, MOUTH, *LIPS, NECK))
            near = cv2.dilate(np.uint8(s["parts"] > 0), disc(9)) > 0 if s["parts"].any() else s["panhair"] > 60
            hair = np.maximum(soft_hair * ~head, guided(image, np.float32(s["parts"] == HAIR), 4, 1e-3)) * alpha * near
            hair_weight = np.where(np.abs(s["panhair"] / 255.0 - hair) > 0.5, 0.2, 0.6)
        skin, skin_weight = skin_of_parts(s, image, hair, alpha)
        person = np.maximum(alpha, np.maximum(hair, 0))
        person_weight = one.copy()
        if kind == "utk":  # the crop's edge cuts off hair, necks and hats
            hair_weight[hair < 0.5] = 0.3
            person_weight[:] = 0.3
        elif kind != "celeb":
            person_weight[np.abs(s["u2"] / 255.0 - alpha) > 0.6] = 0.3
        weights = [hair_weight, skin_weight, person_weight]
    if kind != "celeb":  # some labels of the other sets count beards as hair, some do not
        weights[0] = np.where(beard(s) & (hair > 0.2), 0.0, weights[0])
    to8 = lambda planes: np.uint8(np.clip(np.stack(planes, -1), 0, 1) * 255 + 0.5)
    return to8([hair, skin, person]), to8(weights)


def free_columns(s, target):
    """The widest run of columns without a pixel of a person, as (first, last + 1)."""
    busy = (np.maximum(np.maximum(target.max(-1), s["skin"]), s["panhair"]) > 100).any(0)
    best, start = (0, 0), None
    for i, b in enumerate([*busy, True]):
        if not b and start is None:
            start = i
        if b and start is not None:
            best, start = max(best, (start, i), key=lambda r: r[1] - r[0]), None
    return best


def clean_colours(image, alpha):
    """The person's own colours where they cover pixels partly (Forte, Approximate Fast Foreground Colour Estimation,
    2021)."""
    picture, alpha = image.astype(np.float32), alpha[..., None].astype(np.float32)
    front, back = picture, picture
    for radius in (45, 4):
        box = lambda v: cv2.blur(v, (2 * radius + 1,) * 2).reshape(v.shape)
        shown, hidden = box(alpha), box(1 - alpha)
        near = box(front * alpha) / (shown + 1e-5)
        far = box(back * (1 - alpha)) / (hidden + 1e-5)
        front = np.clip(near + alpha * (picture - alpha * near - (1 - alpha) * far), 0, 255)
        back = far
    return np.uint8(np.where(alpha > 0.995, picture, front))
