"""Reads pictures upright, HEIC too; the last one is cached, since every column reads the same one in turn."""
import functools
import sys

import cv2
import numpy as np

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)  # it warns about every picture that a detector is created for


@functools.lru_cache(2)
def picture(path):
    """BGR uint8 (H, W, 3)."""
    if path.endswith(".heic"):
        import pillow_heif
        from PIL import Image, ImageOps
        pillow_heif.register_heif_opener()
        upright = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
        return np.ascontiguousarray(np.asarray(upright)[..., ::-1])
    bgr = cv2.imread(path)
    if bgr is None:
        sys.exit(f"bench-mattes: cannot read {path}")
    return bgr
