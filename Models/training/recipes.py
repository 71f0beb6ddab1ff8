"""Recipes: which pictures a network is trained on, and in which proportions."""
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Recipe:
    encoder: str  # one of network.ENCODERS
    frozen: int  # the number of first blocks that stay frozen, and the stem with them: three save half of the time
    labels: str  # the source of its targets: the teachers (labels.py) or the shipped networks (distilled.py)
    near: float  # fraction of close-ups of heads; the others are whole pictures
    share: dict  # of the sets
    composed: float  # fraction of composed examples
    negatives: float  # fraction of the others that show no person
    mosaic: float  # of several pictures side by side
    hats: float
    thrown_back: float  # of heads thrown back
    from_behind: float  # of heads drawn as if from behind
    kept: float  # that keep their background
    plain: float  # on a plain colour; the others are put in front of another picture
    alike: float  # of those that keep their background: with it in the hair's colour
    things_behind: float
    statue: float
    hidden_faces: float
    silhouette: float
    against_light: float
    # (start as a fraction of the time, the target's reduction, shapes): small views first, then the sizes of inference.
    # The decoder ends at half the size, so a loss there costs a quarter and teaches the same except for the last pixel
    # of an edge.
    plan: tuple


WHOLE = Recipe(
    encoder="lite0", frozen=3, labels="teachers", near=0.0,
    share={"celeb": 0.31, "figaro": 0.24, "ccp": 0.36, "ccpu": 0.05, "utk": 0.05, "none": 0.05},
    composed=0.0, negatives=0.06, mosaic=0.06, hats=0.13, thrown_back=0.03, from_behind=0.0, kept=0.55, plain=0.15, alike=0.14,
    things_behind=0.04, statue=0.012, hidden_faces=0.07, silhouette=0.03, against_light=0.07,
    plan=(
        (0.0, 2, ((256, 256, 12), (320, 224, 11), (224, 320, 11), (320, 320, 8))),
        (0.35, 2, ((256, 256, 12), (384, 256, 8), (256, 384, 8), (352, 352, 6), (384, 384, 5))),
        (0.65, 2, ((384, 384, 6), (512, 352, 5), (352, 512, 5), (256, 256, 12), (512, 512, 4))),
        (0.92, 1, ((384, 384, 6), (512, 352, 5), (352, 512, 5), (512, 512, 4))),
    ),
)

HEADS = Recipe(
    encoder="lite0", frozen=3, labels="teachers", near=1.0,
    share={"celeb": 0.5, "figaro": 0.33, "ccp": 0.1, "utk": 0.05, "none": 0.02},
    composed=0.0, negatives=0.02, mosaic=0.0, hats=0.13, thrown_back=0.0, from_behind=0.0, kept=0.72, plain=0.18, alike=0.12,
    things_behind=0.0, statue=0.0, hidden_faces=0.03, silhouette=0.0, against_light=0.03,
    plan=(
        (0.0, 2, ((256, 256, 12), (320, 320, 8), (352, 288, 9), (288, 352, 9))),
        (0.4, 2, ((384, 384, 6), (320, 320, 8), (384, 320, 7), (320, 384, 7))),
        (0.85, 1, ((384, 384, 6), (320, 320, 8), (384, 320, 7), (320, 384, 7))),
    ),
)

# Without sets of portraits or of people from behind, both are made of small heads.
PERMISSIVE = replace(WHOLE, near=0.4, from_behind=0.14, mosaic=0.04)

# Photos and movies of whole people anywhere, and all negatives. Training continues from the weights of WHOLE.
ANYWHERE = replace(
    WHOLE,
    labels="networks",
    share={"celeb": 0.17, "figaro": 0.14, "ccp": 0.22, "ccpu": 0.03, "utk": 0.03, "none": 0.14, "eg1800": 0.16, "ecu": 0.04,
           "pratheepan": 0.03, "sfa": 0.02, "abdomen": 0.02, "vikram": 0.03, "pennfudan": 0.02, "facesynthetics": 0.02},
    composed=0.5, negatives=0.03, mosaic=0.05, hats=0.04, kept=0.72, plain=0.08, things_behind=0.03,
    plan=(
        (0.0, 2, ((256, 256, 12), (224, 384, 9), (320, 224, 11), (224, 320, 11), (288, 384, 7))),
        (0.6, 2, ((384, 384, 6), (512, 352, 5), (352, 512, 5), (224, 384, 9), (288, 512, 5))),
        (0.95, 1, ((384, 384, 6), (512, 352, 5), (352, 512, 5), (224, 384, 9))),
    ),
)

# Photos, near and whole, by a larger network that begins with ImageNet alone.
PHOTOS = replace(
    ANYWHERE,
    encoder="lite2", frozen=0, near=0.3,
    share={"celeb": 0.2, "figaro": 0.18, "ccp": 0.23, "ccpu": 0.03, "utk": 0.03, "none": 0.1, "eg1800": 0.15, "ecu": 0.04,
           "pratheepan": 0.03, "sfa": 0.02, "abdomen": 0.03, "vikram": 0.03, "pennfudan": 0.02, "facesynthetics": 0.02},
    composed=0.25, hats=0.06, kept=0.68, plain=0.08,
    plan=(
        (0.0, 2, ((256, 256, 12), (320, 224, 11), (224, 320, 11), (320, 320, 8), (288, 384, 7))),
        (0.5, 2, ((384, 384, 6), (512, 352, 5), (352, 512, 5), (256, 256, 12), (384, 288, 7))),
        (0.9, 1, ((384, 384, 6), (512, 352, 5), (352, 512, 5), (384, 288, 7))),
    ),
)

RECIPES = {  # by the network and its terms
    ("mattes", "research"): WHOLE,
    ("people", "research"): ANYWHERE,
    ("heads", "research"): HEADS,
    ("photos", "research"): PHOTOS,
    ("mattes", "permissive"): PERMISSIVE,
}
