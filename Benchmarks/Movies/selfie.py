"""MediaPipe's selfie segmenter over a film, frame by frame; runs where MediaPipe is installed.

    selfie.py FILM OUT          # gray PNG files of half the film's size
"""
import sys

import mediapipe
import numpy as np

import matte_frames
import movie_file

if __name__ == "__main__":
    film, out = sys.argv[1:]
    width, height, _ = movie_file.known(film)
    segmenter = mediapipe.solutions.selfie_segmentation.SelfieSegmentation(model_selection=0)
    for index, rgb in enumerate(movie_file.frames(film)):
        mask = segmenter.process(np.ascontiguousarray(rgb)).segmentation_mask
        matte_frames.write(out, index, mask, (width // 2, height // 2))
