"""The mattes of a movie as a folder of gray PNG files, one per frame, in the order of their names."""
import glob
import os
import sys

import cv2
import numpy as np


def read(folder, count, size=None):
    """float32 (frames, height, width) in 0...1, resized to `size` (width, height) by area averaging."""
    inner = os.path.join(folder, "portrait")
    folder = inner if os.path.isdir(inner) else folder
    paths = sorted(glob.glob(os.path.join(glob.escape(folder), "*.png")))
    if len(paths) != count:
        sys.exit(f"bench-movies: {folder} has {len(paths)} PNG files for a movie of {count} frames")
    planes = []
    for path in paths:
        plane = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
        if plane is None:
            sys.exit(f"bench-movies: cannot read {path}")
        if size and plane.shape[::-1] != size:
            plane = cv2.resize(plane, size, interpolation=cv2.INTER_AREA if plane.shape[1] > size[0] else cv2.INTER_LINEAR)
        planes.append(plane)
    return np.stack(planes).astype(np.float32) / 255


def write(folder, index, alpha, size):
    """Writes alpha in 0...1, resized to `size`, as frame `index`."""
    if alpha.shape[::-1] != size:
        alpha = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA if alpha.shape[1] > size[0] else cv2.INTER_LINEAR)
    cv2.imwrite(os.path.join(folder, f"{index:06}.png"), np.uint8(np.clip(alpha, 0, 1) * 255 + 0.5))
