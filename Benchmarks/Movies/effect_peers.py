"""Blurs the background of a movie with peers' mattes and OpenCV, from file to file, with the sound copied.

    effect_peers.py rvm|selfie MOVIE OUT DATA

FFmpeg decodes and encodes in processes of its own, so that both overlap with the network; libx264 at veryfast, rate
factor 20. The Gaussian has the variance of the disc of blur-background's defaults.
"""
import subprocess
import sys

import cv2
import numpy as np

import movie_file

RADIUS = 0.012  # of the longer side, as blur-background's default


def selfie():
    """MediaPipe's selfie segmenter, which enlarges its mask to the frame itself."""
    import mediapipe
    segmenter = mediapipe.solutions.selfie_segmentation.SelfieSegmentation(model_selection=0)
    return lambda rgb: segmenter.process(rgb).segmentation_mask


def main():
    name, movie, out, data = sys.argv[1:]
    cv2.setNumThreads(2)
    width, height, _ = movie_file.known(movie)
    if name == "rvm":
        from recurrent_matting import RecurrentMatting
        matte = RecurrentMatting(data, width, height).alpha
    else:
        matte = selfie()
    sigma = RADIUS * max(width, height) / 2
    coder = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", movie_file.rate(movie),
         "-i", "-", "-i", movie, "-map", "0:v", "-map", "1:a", "-c:a", "copy", "-vf", movie_file.BT709, "-c:v", "libx264",
         "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p", *movie_file.TAGS, out], stdin=subprocess.PIPE)
    for rgb in movie_file.frames(movie):
        alpha = np.clip(matte(rgb), 0, 1)
        coder.stdin.write(cv2.blendLinear(rgb, cv2.GaussianBlur(rgb, (0, 0), sigma), alpha, 1 - alpha).data)
    coder.stdin.close()
    sys.exit(coder.wait())


if __name__ == "__main__":
    main()
