"""The held-out pictures and their labels.

Held out are all of celeb1k/val and fasseg_v3, and every 8th picture, sorted by name from the first, of figaro1k/train,
ccp/labelled and each set of people/; Models/training holds out the same ones.
"""
import dataclasses
import functools
import glob
import json
import os
import sys

import cv2
import numpy as np

import distant
import groups

GREY, COLOUR = cv2.IMREAD_GRAYSCALE, cv2.IMREAD_COLOR
FASSEG = np.float32([(255, 0, 0), (255, 255, 0), (127, 0, 0), (0, 0, 255), (0, 255, 255), (0, 255, 0)])  # RGB; skin 1, nose 4
CCP_SKIN, CCP_HAIR = 41, 19
NEGATIVES = {"animals": ["animals"], "drawings": ["cartoons"], "things, places": ["scenes", "paintings"]}


@dataclasses.dataclass
class Labelled:
    """Pictures with the mask of one kind."""
    title: str
    kind: str
    pairs: list
    mask_of: object
    flag: int
    unknown: tuple = ()  # values of the label without information about the kind

    def truth(self, label):
        return self.mask_of(cv2.imread(label, self.flag))

    def known(self, label):
        """The pixels where the label is valid; None for all."""
        return ~np.isin(cv2.imread(label, self.flag), self.unknown) if self.unknown else None


def listed(*parts):
    return sorted(glob.glob(os.path.join(*parts)))


def partner(path, folder, other):
    return os.path.splitext(path.replace(f"{os.sep}{folder}{os.sep}", f"{os.sep}{other}{os.sep}"))[0] + ".png"


def is_any(colours):
    """Pixels of a colour label that are nearer to one of `colours` than to the others of the set."""
    return lambda label: np.isin(((label[..., None, ::-1].astype(np.float32) - FASSEG) ** 2).sum(-1).argmin(-1), colours)


def labelled(data):
    celeb = [(p, partner(p, "image", "hair")) for p in listed(data, "celeb1k/val/image/*")]
    figaro = [(p, partner(p, "image", "hair")) for p in listed(data, "figaro1k/train/image/*")[::8]]
    ccp = [(p, partner(p, "image", "label")) for p in listed(data, "ccp/labelled/image/*")[::8]]
    ccp = [(p, q) for p, q in ccp if (cv2.imread(q, GREY) > 0).mean() > 0.01]  # one label map of the set is empty
    fasseg = [(p, partner(p, "image", "label")) for p in listed(data, "fasseg_v3/image/*/*")]
    fasseg = [(p, q) for p, q in fasseg if os.path.exists(q)]
    frontal = [(p, q) for p, q in fasseg if os.path.basename(os.path.dirname(p)) == "0"]
    return [
        Labelled("hair IoU, celeb1k/val", "hair", celeb, lambda m: m > 127, GREY),
        Labelled("hair IoU, figaro1k", "hair", figaro, lambda m: m > 127, GREY),
        Labelled("hair IoU, ccp whole photo", "hair", ccp, lambda m: m == CCP_HAIR, GREY),
        Labelled("skin IoU, fasseg_v3", "skin", fasseg, is_any([1, 4]), COLOUR),
        Labelled("skin IoU, fasseg_v3 frontal", "skin", frontal, is_any([1, 4]), COLOUR),
        Labelled("skin IoU, ccp whole photo", "skin", ccp, lambda m: m == CCP_SKIN, GREY),
        Labelled("person IoU, ccp", "portrait", ccp, lambda m: m > 0, GREY),
        Labelled("person IoU, ccp, passers-by dropped", "portrait", ccp, lambda m: m > 0, GREY),
    ]


PERSON_VALUES = (1, 2, 3, 4, 5, 9)  # of the labels of people/: clothes, skin, hair, teeth, parts of the face, any
PEOPLE = (("portrait", ("eg1800", "vikram", "pennfudan", "facesynthetics")), ("skin", ("ecu", "pratheepan", "sfa", "abdomen", "facesynthetics")), ("hair", ("facesynthetics",)))


def people(data):
    """The sets of people/, by kind."""
    value = {"portrait": PERSON_VALUES, "skin": (2,), "hair": (3,)}
    for kind, sets in PEOPLE:
        title = "person" if kind == "portrait" else kind
        for name in sets:
            pairs = [(p, partner(p, "image", "label")) for p in listed(data, "people", name, "image/*")[::8]]
            yield Labelled(f"{title} IoU, {name}", kind, pairs, lambda m, v=value[kind]: np.isin(m, v), GREY, (255,))


@functools.cache
def far_away(data, negative_folder, folder, every=1):
    """Composed pictures of people far away, written to `folder`."""
    people = next(t.pairs for t in labelled(data) if t.kind == "portrait")
    pairs = distant.pairs(people, listed(negative_folder, "scenes", "*.jpg"), folder)
    return Labelled("person IoU, far away (composed)", "portrait", pairs[::every], lambda m: m > 127, GREY)


def in_groups(data, negative_folder, folder, every=1):
    """Composed pictures of groups, written to `folder`."""
    people = next(t.pairs for t in labelled(data) if t.kind == "portrait")
    pairs = groups.pairs(people, listed(negative_folder, "scenes", "*.jpg"), folder)
    return Labelled("person IoU, groups (composed)", "portrait", pairs[::every], lambda m: m > 127, GREY)


def with_people(data):
    """Held-out pictures in which a person fills at least `LARGE` of the picture."""
    paths = [p for test in labelled(data)[:2] for p, _ in test.pairs]  # heads that fill the picture
    for test in [next(t for t in labelled(data) if t.kind == "portrait"), *people(data)]:
        if test.kind != "hair":  # skin alone fills less than the person does
            paths += [p for p, q in test.pairs if test.truth(q).mean() >= LARGE]
    return list(dict.fromkeys(paths))


LARGE = 0.05


def named_kinds():
    """Kinds of people on which mattes are often poor: each has pictures in named.json, and is measured and inspected
    separately."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "named.json")) as f:
        return list(json.load(f))


def named(data, kind):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "named.json")) as f:
        return [os.path.join(data, path) for path in json.load(f)[kind]]


def named_hair(data):
    """The pictures of each kind that have a label of hair."""
    truth = {p: (p, q) for test in labelled(data)[:2] for p, q in test.pairs}
    for kind in named_kinds():
        pairs = [truth[p] for p in named(data, kind) if p in truth]
        if pairs:
            yield Labelled(f"hair IoU, {kind}", "hair", pairs, lambda m: m > 127, GREY)


def portraits(data):
    """(picture, alpha that P3M-Net predicted: a strong reference, not the truth)."""
    return [(p, partner(p, "image", "predicted_alpha")) for p in listed(data, "p3m_demo/image/*")]


def iphone_photos(data):
    return listed(data, "apple/fidmaa_heic_*.heic")[::-1]  # the face before the depth, as in the aims


def negatives(folder, names):
    """Pictures without people, from the folders that Models/training/negatives/first_set.py made."""
    return [p for name in names for p in listed(folder, name, "*.jpg")]


def gathered_kinds(folder):
    """The kinds of pictures that Models/training/negatives/gather.py held out."""
    return [os.path.basename(p) for p in listed(folder, "*")]


def check(data, negative_folder):
    """Exits with a message if the data is missing."""
    needed = ("celeb1k/val", "figaro1k/train", "ccp/labelled", "fasseg_v3", "p3m_demo", "apple", "photos", "teachers")
    missing = [n for n in needed if not os.path.isdir(os.path.join(data, n))]
    if missing:
        sys.exit(f"bench-mattes: no folder {missing[0]} in {data}: name the folder of picture sets, make bench-mattes DATA=...")
    if not os.path.isdir(os.path.join(negative_folder, "animals")):
        sys.exit(f"bench-mattes: no pictures in {negative_folder}: run Models/training/negatives/first_set.py --data {data} --out "
                 f"{negative_folder.removesuffix('-held-out')}")
