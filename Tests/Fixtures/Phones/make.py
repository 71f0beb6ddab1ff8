#!/usr/bin/env python3
"""Cuts phones' photos down to what may be shipped: make.py FOLDER-OF-ORIGINALS [FOLDER]

Reads the five originals and writes a file of the same name for each. Needs what `Scripts/setup --test` unpacks:
PYTHONPATH=.dependencies/python.
"""

import pathlib
import sys

import heic
import jpeg
from drawing import Drawing

# What is reduced to which size and size of its disparity, and where the figure's head is.
FILES = {
    "fidmaa_heic_depth_data.heic": ((300, 400), (72, 96), (0.48, 0.4, 0.3, 0.28)),
    "fidmaa_heic_face_data.heic": ((300, 400), (72, 96), (0.52, 0.38, 0.34, 0.32)),
    "pillow_pug.heic": ((496, 372), (96, 72), None),
    # Where the regions of the file's XMP say that a face is.
    "fidmaa_jpeg_depth_data.jpg": ((300, 400), (72, 96), (0.505, 0.395, 0.33, 0.21)),
    "shu223_image-with-matte.jpg": ((372, 496), (72, 96), (0.5635, 0.1465, 0.119, 0.089)),
}


def main():
    originals = pathlib.Path(sys.argv[1])
    target = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path(__file__).parent
    for name, (size, depth_size, head) in FILES.items():
        data = (originals / name).read_bytes()
        reduce = jpeg.reduced if name.endswith(".jpg") else heic.reduced
        result = reduce(data, size, depth_size, Drawing(head))
        (target / name).write_bytes(result)
        print(f"{name}: {len(data)} bytes, now {len(result)}")


if __name__ == "__main__":
    main()
