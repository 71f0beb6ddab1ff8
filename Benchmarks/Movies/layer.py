"""A person in a movie: the position at a time, and the pixels there."""
import cv2
import numpy as np

from movies import RATE, SIZE
from geometry import matrix, moved, shift, warped

SEEN = 0.05  # a person is cut off if alpha at a photo's edge is above this


class Layer:
    def __init__(self, subject, actor, movie):
        self.subject, self.path, self.movie = subject, actor.path, movie
        self.height, self.width = subject.pixels.shape[:2]
        # Reduced once by area averaging: the warp alone would alias.
        tallest = max(state[2] for i in range(round(movie.seconds * RATE)) if (state := actor.path(i / RATE)))
        k = min(1, tallest / self.height)
        self.pixels = subject.pixels
        if k < 1:
            self.pixels = cv2.resize(subject.pixels, (round(self.width * k), round(self.height * k)), interpolation=cv2.INTER_AREA)
        self.reduction = np.diag([self.pixels.shape[1] / self.width, self.pixels.shape[0] / self.height, 1])

    def matrix(self, t, camera):
        """The matrix from pixels of the subject to those of the movie at a time, or None while the person is absent."""
        state = self.path(t)
        if state is None:
            return None
        x, y, height, roll = state
        m = camera @ matrix(height / self.height, roll, (self.width / 2, self.height), (x, y))
        self.check(m, t)
        return m

    def check(self, m, t):
        """Checks that the edge of a person's photo is not visible in the movie."""
        w, h, alpha = self.width, self.height, self.subject.pixels[..., 3]
        edges = {"left": ((0, 0), (0, h), alpha[:, 0]), "right": ((w, 0), (w, h), alpha[:, -1]),
                 "top": ((0, 0), (w, 0), alpha[0]), "bottom": ((0, h), (w, h), alpha[-1])}
        for edge in self.subject.open_edges:
            start, end, line = edges[edge]
            shares = np.nonzero(line > SEEN)[0][:, None] / (len(line) - 1)
            places = moved(np.float64(start) + (np.float64(end) - start) * shares, m)
            inside = ((places > 1) & (places < np.float64(SIZE) - 1)).all(1)
            if inside.any():
                x, y = places[inside][0]
                raise ValueError(f"{self.movie.name} shows the {edge} edge of {self.subject.name} at {t:.2f} s, pixel {x:.0f}, {y:.0f}")

    def draw(self, m, canvas, alpha):
        """Draws the person over the canvas, and over its alpha."""
        corners = moved([(0, 0), (self.width, 0), (0, self.height), (self.width, self.height)], m)
        x0, y0 = (int(v) for v in np.clip(np.floor(corners.min(0)) - 2, 0, SIZE))
        x1, y1 = (int(v) for v in np.clip(np.ceil(corners.max(0)) + 2, 0, SIZE))
        if x0 >= x1 or y0 >= y1:
            return
        part = np.clip(warped(self.pixels, shift(-x0, -y0) @ m @ np.linalg.inv(self.reduction), (x1 - x0, y1 - y0)), 0, 1)
        over = part[..., 3:]
        canvas[y0:y1, x0:x1] = np.minimum(part[..., :3], over) + canvas[y0:y1, x0:x1] * (1 - over)
        alpha[y0:y1, x0:x1] = over[..., 0] + alpha[y0:y1, x0:x1] * (1 - over[..., 0])

    def face(self, m, above):
        """The person's face in the movie: box, points, and the fraction of the box's central half within the movie that
        the alphas `above` do not cover; None if no face was found in the photo."""
        known = self.subject.face
        if not known:
            return None
        x, y, w, h = known["box"]
        middle = moved([(x + w / 2, y + h / 2)], m)[0]
        w, h = (side * np.sqrt(abs(np.linalg.det(m[:2, :2]))) for side in (w, h))
        left, top, right, bottom = (round(float(v)) for v in (
            middle[0] - w / 4, middle[1] - h / 4, middle[0] + w / 4, middle[1] + h / 4))
        inside = np.s_[max(0, top):max(0, min(SIZE[1], bottom)), max(0, left):max(0, min(SIZE[0], right))]
        shown = np.ones(SIZE[::-1], np.float32)[inside]
        for alpha in above:
            shown = shown * (1 - alpha[inside])
        area = max(1, right - left) * max(1, bottom - top)
        return {"subject": self.subject.name, "box": [round(float(v), 2) for v in (middle[0] - w / 2, middle[1] - h / 2, w, h)],
                "points": np.round(moved(known["points"], m), 2).tolist(), "visible": round(float(shown.sum()) / area, 3)}
