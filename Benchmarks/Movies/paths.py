"""Paths of people and cameras: functions of the time in seconds.

A person's path gives (x, y, height, roll): the middle of the cut-out's lower edge and its height, in pixels of the
movie, and its rotation in degrees, clockwise. A camera's gives (dx, dy, roll, zoom) of the whole picture.
"""
import math


def eased(t, start, end):
    """0 before `start`, 1 after `end`, smooth between."""
    s = min(1, max(0, (t - start) / (end - start)))
    return s * s * (3 - 2 * s)


def standing(x, y, height):
    return lambda t: (x, y, height, 0)


def walking(begin, end, stops, bob=5, sway=1.5, steps=1.9):
    """From `begin` to `end`, each (x, y, height), at constant speed, standing during the intervals `stops` ((from, to),
    ...); up and down by `bob` pixels and to the sides by `sway` degrees, `steps` times per second."""
    def path(t):
        share = sum(eased(t, *stop) for stop in stops) / len(stops)
        # There is no bobbing while standing.
        pace = sum(eased(t, a, a + 0.2) * (1 - eased(t, b - 0.2, b)) for a, b in stops)
        x, y, height = (p + share * (q - p) for p, q in zip(begin, end))
        phase = 2 * math.pi * steps * t
        return x, y - pace * bob * abs(math.sin(phase / 2)), height, pace * sway * math.sin(phase / 2)
    return path


def swinging(x, y, height, reach, period, roll=0, growth=0):
    """Swings by `reach` pixels to each side, rotated by `roll` degrees, and scaled by `growth`."""
    def path(t):
        s = math.sin(2 * math.pi * t / period)
        return x + reach * s, y, height * (1 + growth * math.sin(1.3 * math.pi * t / period)), roll * s
    return path


def still_camera(t):
    return 0, 0, 0, 1


def hand_held(strength):
    """A hand-held camera: slow drift, and a tremor of a few hertz. `strength`: the pixels of the largest component."""
    def path(t):
        turn = 2 * math.pi * t
        dx = math.sin(0.7 * turn) + 0.45 * math.sin(2.3 * turn + 1) + 0.2 * math.sin(5.9 * turn + 2)
        dy = 0.8 * math.sin(0.9 * turn + 2) + 0.4 * math.sin(2.9 * turn) + 0.25 * math.sin(6.7 * turn + 1)
        return strength * dx, strength * dy, strength / 24 * math.sin(1.1 * turn + 0.5), 1 + strength / 1200 * math.sin(0.5 * turn)
    return path
