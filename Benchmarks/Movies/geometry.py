"""Moves of pictures: matrices 3x3 between pixels, the first of which has its corner at (0, 0)."""
import cv2
import numpy as np


def matrix(scale, roll, from_point, to_point):
    """Scales and turns clockwise, in degrees, about `from_point`, which goes to `to_point`."""
    c, s = scale * np.cos(np.radians(roll)), scale * np.sin(np.radians(roll))
    return np.float64([[c, -s, to_point[0] - c * from_point[0] + s * from_point[1]],
                       [s, c, to_point[1] - s * from_point[0] - c * from_point[1]], [0, 0, 1]])


def shift(x, y):
    return np.float64([[1, 0, x], [0, 1, y], [0, 0, 1]])


def moved(points, m):
    return np.float64(points) @ m[:2, :2].T + m[:2, 2]


def warped(image, m, size):
    """The image moved by `m`, cubic, on a canvas of `size` (width, height); 0 where there is none of it."""
    # The middle of a pixel is at +0.5 here, at whole numbers in OpenCV.
    m = shift(-0.5, -0.5) @ m @ shift(0.5, 0.5)
    return cv2.warpAffine(image, m[:2], size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT)
