"""A contact sheet of a movie: at some of its times the frame, the true matte, each method's, the frame cut out by them,
and their errors."""
import cv2
import numpy as np

import movie_file

WIDTH = 400
TIMES = 4
GREEN = (70, 170, 0)


def cell(image, text):
    image = cv2.resize(np.ascontiguousarray(image), (WIDTH, round(WIDTH * image.shape[0] / image.shape[1])), interpolation=cv2.INTER_AREA)
    image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if image.ndim == 2 else image.copy()
    for color, thick in (((0, 0, 0), 3), ((255, 255, 255), 1)):
        cv2.putText(image, text, (5, image.shape[0] - 7), cv2.FONT_HERSHEY_SIMPLEX, 0.45, color, thick, cv2.LINE_AA)
    return image


def difference(alpha, truth):
    """Alpha that is too high in red, too low in blue, on the darkened matte."""
    base = alpha * 0.35
    over, under = np.clip(alpha - truth, 0, 1), np.clip(truth - alpha, 0, 1)
    return np.uint8(255 * np.clip(np.dstack([base + under, base, base + over]), 0, 1) + 0.5)


def cut_out(rgb, alpha):
    """The frame over green through the matte."""
    over = cv2.resize(alpha, rgb.shape[1::-1], interpolation=cv2.INTER_LINEAR)[..., None]
    return np.uint8(rgb[..., ::-1] * over + np.float32(GREEN) * (1 - over) + 0.5)


def write(path, movie, truth, mattes):
    """`mattes` are (frames, height, width) by name, in the order of columns."""
    chosen = [round((i + 0.5) * len(truth) / TIMES) for i in range(TIMES)]
    rows = []
    for index, rgb in enumerate(movie_file.frames(movie)):
        if index not in chosen:
            continue
        blank = np.zeros((round(WIDTH * rgb.shape[0] / rgb.shape[1]), WIDTH, 3), np.uint8)
        upper, middle, lower = [cell(rgb[..., ::-1], f"frame {index}")], [blank], [blank, blank]
        for name, alpha in {"truth": truth, **mattes}.items():
            upper.append(cell(np.uint8(alpha[index] * 255), name))
            middle.append(cell(cut_out(rgb, alpha[index]), "over green"))
        lower += [cell(difference(alpha[index], truth[index]), "red: too much, blue: too little") for alpha in mattes.values()]
        rows += [np.hstack(row) for row in (upper, middle, lower)]
    cv2.imwrite(path, np.vstack(rows))
