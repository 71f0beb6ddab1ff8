"""The composed movies: people, their paths, and backgrounds. All are 1280x720 at 25 frames per second."""
import dataclasses

from paths import hand_held, standing, still_camera, swinging, walking

SIZE = (1280, 720)
RATE = 25


@dataclasses.dataclass(frozen=True)
class Actor:
    subject: str
    path: object


@dataclasses.dataclass(frozen=True)
class Movie:
    name: str
    background: str  # a picture among the held-out scenes of Models/training/negatives/first_set.py, by the end of its name
    actors: list  # back to front
    seconds: float = 3
    camera: object = still_camera
    pan: float = 0  # the speed of the background alone to the left, in pixels per second
    exposures: int = 1  # the exposures of a frame: motion blur of half a frame's time
    is_gray: bool = False

    @property
    def kind(self):
        return self.name.rpartition("-")[0]


def seen_between(start, end, path):
    """`path`, with the person absent before and after."""
    return lambda t: path(t) if start <= t < end else None


def passing(y, height, start, stop, end):
    """In from the left at `start`, a stop in the middle, and out to the right before `end`."""
    away = walking((-260, y, height), (1540, y, height), [(start, stop), (stop + 0.5, end)])
    return seen_between(start, end, away)


MAN, WOMAN, DRESS, DENIM = "ccp/0123", "ccp/0160", "ccp/0730", "ccp/0375"
CURLS, SKIRT, JEANS, LEOPARD, RED = "ccp/0384", "ccp/0627", "ccp/0618", "ccp/0739", "ccp/0888"
CAP, LONG_HAIR, TUFT, PROFILE = "p3m/p_07141906", "p3m/p_09ba26b4", "p3m/p_22fc0130", "p3m/p_514ca06a"
SINGER, GRAY_HAIR, TEE = "p3m/p_818e689d", "p3m/p_71bcce3a", "iphone/shu223_image-with-matte"
BEARD = "iphone/fidmaa_heic_face_data.heic"

MOVIES = [
    Movie("still-1", "aulaPalatina", [Actor(MAN, standing(600, 705, 660))]),
    Movie("still-2", "chateaudeChenonceau", [Actor(LONG_HAIR, standing(560, 790, 740))]),
    Movie("still-3", "aloeL", [Actor(TEE, standing(680, 1190, 1130))]),
    Movie("walk-1", "hawaMahal", [Actor(WOMAN, walking((140, 708, 640), (1140, 708, 640), [(0.2, 1.4), (2.0, 3.2)]))], 3.6),
    Movie("walk-2", "Dune", [Actor(CAP, walking((780, 850, 660), (480, 980, 840), [(0.2, 2.8)], bob=7))]),
    Movie("walk-3", "rangGhar", [Actor(DENIM, walking((1150, 690, 560), (120, 715, 680), [(0.1, 2.9)], sway=3))]),
    Movie("fast-1", "navajo", [Actor(CURLS, swinging(640, 700, 650, 400, 2.4, roll=4))], exposures=12),
    Movie("fast-2", "machuPicchu", [Actor(SINGER, swinging(640, 830, 800, 330, 1.5, roll=5))], exposures=16),
    Movie("fast-3", "schwerinPalace", [Actor(RED, walking((-120, 705, 650), (1400, 705, 650), [(0.1, 0.9), (0.9, 1.7)]))], 2.4,
         exposures=16),
    Movie("shake-1", "schwerinPalace", [Actor(TEE, standing(560, 1150, 1080))], camera=hand_held(9), exposures=4),
    Movie("shake-2", "chateaudeChenonceau", [Actor(JEANS, standing(720, 690, 630))], camera=hand_held(22), exposures=6),
    Movie("hair-1", "Dune", [Actor(TUFT, swinging(640, 928, 900, 60, 3, roll=2))]),
    Movie("hair-2", "RainDrops", [Actor(PROFILE, swinging(640, 820, 790, 50, 2.5, roll=2, growth=0.03))], is_gray=True),
    Movie("hair-3", "aloeL", [Actor(LONG_HAIR, swinging(600, 1190, 1130, 90, 3, roll=2))]),
    Movie("two-1", "aulaPalatina", [
        Actor(LEOPARD, walking((1150, 690, 600), (150, 690, 600), [(0.1, 2.9)])),
        Actor(DRESS, walking((160, 712, 650), (1140, 712, 650), [(0.1, 2.9)]))]),
    Movie("two-2", "rangGhar", [
        Actor(SKIRT, standing(560, 690, 600)),
        Actor(CAP, swinging(720, 890, 840, 260, 3.2))]),
    Movie("appear-1", "hawaMahal", [Actor(MAN, passing(705, 650, 1.0, 1.9, 3.3))], 4),
    Movie("appear-2", "machuPicchu", [Actor(CURLS, passing(700, 640, 1.0, 1.6, 2.8))], 3.6, exposures=8),
    Movie("pan-1", "schwerinPalace", [Actor(BEARD, standing(640, 1040, 1000))], pan=120, exposures=4),
    Movie("pan-2", "aulaPalatina", [Actor(SKIRT, standing(620, 705, 660))], pan=180, exposures=6),
]
