"""MediaPipe's selfie segmenter over a movie, frame by frame; runs where MediaPipe is installed.

    selfie.py MOVIE OUT          # gray PNG files of half the movie's size
"""
import sys

import mediapipe
import numpy as np

import matte_frames
import movie_file

if __name__ == "__main__":
    movie, out = sys.argv[1:]
    width, height, _ = movie_file.known(movie)
    segmenter = mediapipe.solutions.selfie_segmentation.SelfieSegmentation(model_selection=0)
    for index, rgb in enumerate(movie_file.frames(movie)):
        mask = segmenter.process(np.ascontiguousarray(rgb)).segmentation_mask
        matte_frames.write(out, index, mask, (width // 2, height // 2))
