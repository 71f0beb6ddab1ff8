"""Affine maps of pictures: 3x3 matrices between pixels; (0, 0) is the corner of the first pixel."""
import cv2
import numpy as np


def matrix(scale, roll, from_point, to_point):
    """Scales, and rotates clockwise, in degrees, around `from_point`, which is mapped to `to_point`."""
    c, s = scale * np.cos(np.radians(roll)), scale * np.sin(np.radians(roll))
    return np.float64([[c, -s, to_point[0] - c * from_point[0] + s * from_point[1]],
                       [s, c, to_point[1] - s * from_point[0] - c * from_point[1]], [0, 0, 1]])


def shift(x, y):
    return np.float64([[1, 0, x], [0, 1, y], [0, 0, 1]])


def moved(points, m):
    return np.float64(points) @ m[:2, :2].T + m[:2, 2]


def warped(image, m, size):
    """The picture mapped by `m`, with cubic interpolation, on a canvas of `size` (width, height); 0 outside of it."""
    # The centre of a pixel is at +0.5 here, and at integers in OpenCV.
    m = shift(-0.5, -0.5) @ m @ shift(0.5, 0.5)
    return cv2.warpAffine(image, m[:2], size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT)
