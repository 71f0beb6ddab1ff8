"""Composed movies for testing alone: with other people and backgrounds than those of movies.py.

The thresholds of MatteKit's streams were chosen on movies.py. These movies test them, so no threshold may be chosen on
them. The kinds are the same.
"""
from movies import Actor, Movie, passing
from paths import hand_held, standing, swinging, walking

TAN_SUIT, SCARF, CARDIGAN, BLACK_COAT, STRIPES = "ccp/0254", "ccp/0431", "ccp/0767", "ccp/0926", "ccp/0226"
YELLOW, SUN_HAT, LEATHER, CORAL, PINK = "ccp/0674", "ccp/0524", "ccp/0898", "ccp/0412", "ccp/0776"
NAVY, BLUE_FUR, GRAY_LAYERS, SHORTS = "ccp/0347", "ccp/0543", "ccp/0356", "ccp/0935"
WHITE_SKIRT, SHIRT, TEAL, FLOWERS = "ccp/0907", "ccp/0944", "ccp/0692", "ccp/0814"
WOOL_SCARF, WHITE_HAIR = "p3m/p_51c916fc", "p3m/p_71bcce3a"

HELD_OUT = [
    Movie("still-4", "palaisdesPapes", [Actor(TAN_SUIT, standing(520, 700, 640))]),
    Movie("still-5", "Aitzol_Berasategi", [Actor(SCARF, standing(760, 710, 670))]),
    Movie("walk-4", "charminar", [Actor(CARDIGAN, walking((1120, 706, 630), (160, 706, 630), [(0.2, 1.4), (1.9, 3.2)]))], 3.6),
    Movie("walk-5", "meidumPyramid", [Actor(BLACK_COAT, walking((200, 690, 540), (1080, 715, 680), [(0.1, 2.9)], sway=3))]),
    Movie("walk-6", "castillodeSanMarcos", [Actor(STRIPES, walking((300, 708, 650), (940, 708, 650), [(0.2, 2.8)], bob=7))]),
    Movie("fast-4", "palaisdesPapes", [Actor(YELLOW, swinging(640, 704, 650, 380, 2.2, roll=4))], exposures=12),
    Movie("fast-5", "charminar", [Actor(SUN_HAT, walking((1400, 705, 640), (-120, 705, 640), [(0.1, 0.9), (0.9, 1.7)]))], 2.4,
         exposures=16),
    Movie("fast-6", "skimage_data_rocket", [Actor(LEATHER, swinging(600, 708, 660, 330, 1.6, roll=3))], exposures=16),
    Movie("shake-3", "meidumPyramid", [Actor(CORAL, standing(700, 700, 640))], camera=hand_held(9), exposures=4),
    Movie("shake-4", "castillodeSanMarcos", [Actor(PINK, standing(560, 690, 630))], camera=hand_held(22), exposures=6),
    Movie("hair-4", "palaisdesPapes", [Actor(WHITE_HAIR, swinging(1000, 860, 800, 30, 3))], is_gray=True),
    Movie("hair-5", "Aitzol_Berasategi", [Actor(WOOL_SCARF, swinging(1020, 850, 890, 30, 2.5))], is_gray=True),
    Movie("two-3", "charminar", [
        Actor(NAVY, walking((140, 695, 610), (1140, 695, 610), [(0.1, 2.9)])),
        Actor(BLUE_FUR, walking((1130, 712, 650), (150, 712, 650), [(0.1, 2.9)]))]),
    Movie("two-4", "castillodeSanMarcos", [
        Actor(GRAY_LAYERS, standing(700, 690, 600)),
        Actor(SHORTS, swinging(600, 712, 660, 260, 3))]),
    Movie("appear-3", "Aitzol_Berasategi", [Actor(WHITE_SKIRT, passing(705, 650, 1.0, 1.9, 3.3))], 4),
    Movie("appear-4", "meidumPyramid", [Actor(SHIRT, passing(700, 640, 1.0, 1.6, 2.8))], 3.6, exposures=8),
    Movie("pan-3", "palaisdesPapes", [Actor(TEAL, standing(660, 705, 660))], pan=120, exposures=4),
    Movie("pan-4", "charminar", [Actor(FLOWERS, standing(600, 705, 650))], pan=180, exposures=6),
]
