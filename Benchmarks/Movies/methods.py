"""Methods that make the mattes of a movie: MatteKit in its qualities, for movies and single frames, and its peers. Each
writes a folder of gray PNG files, one per frame, at half the movie's size, which is kept until the method's program
changes."""
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

import cv2
from PIL import Image

import matte_frames
import movie_file
import sharing
from measuring import ROOT, TOOL
from recurrent_matting import RecurrentMatting

MEDIAPIPE = os.path.join(ROOT, ".build/bench-mattes/mediapipe/bin/python")


class Recurrent:
    """RVM. `ratio` None is its converter's own choice."""

    def __init__(self, data, ratio=None):
        self.data, self.ratio = data, ratio
        self.version = f"{ratio}"

    def write(self, movie, folder):
        width, height, _ = movie_file.known(movie)
        network = RecurrentMatting(self.data, width, height, self.ratio)
        for index, rgb in enumerate(movie_file.frames(movie)):
            matte_frames.write(folder, index, network.alpha(rgb), (width // 2, height // 2))


class Selfie:
    """MediaPipe's selfie segmenter, in an environment of its own."""
    version = "0.10.21"

    def write(self, movie, folder):
        if not os.path.exists(MEDIAPIPE):
            sys.exit("bench-movies: MediaPipe is not installed: start this by Benchmarks/Movies/run, which does")
        subprocess.run([MEDIAPIPE, os.path.join(sharing.HERE, "selfie.py"), movie, folder], check=True, stderr=subprocess.DEVNULL)


class OfTool:
    """`mattetool` at one quality."""

    def __init__(self, quality):
        self.quality = quality

    @property
    def version(self):
        sharing.check_tool()
        with open(TOOL, "rb") as f:
            return hashlib.file_digest(f, "sha256").hexdigest()


class Stream(OfTool):
    """The movie as a whole."""

    def write(self, movie, folder):
        subprocess.run([TOOL, "mattes", movie, "--kinds", "portrait", "--format", "png", "--matte-quality", self.quality, "-o", folder], check=True)


class SingleFrames(OfTool):
    """Each frame as a photo. A photo without people has no matte; that frame's matte is empty."""

    def write(self, movie, folder):
        width, height, _ = movie_file.known(movie)
        with tempfile.TemporaryDirectory() as work:
            frames, mattes = os.path.join(work, "frames"), os.path.join(work, "mattes")
            os.mkdir(frames)
            count = 0
            for rgb in movie_file.frames(movie):
                Image.fromarray(rgb).save(os.path.join(frames, f"{count:06}.png"), compress_level=1)
                count += 1
            subprocess.run([TOOL, "batch", "mattes", frames, "--kinds", "portrait", "--matte-quality", self.quality, "-o", mattes],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for index in range(count):
                matte, out = os.path.join(mattes, f"{index:06}.portrait.png"), os.path.join(folder, f"{index:06}.png")
                if os.path.exists(matte):
                    shutil.move(matte, out)
                else:
                    Image.new("L", ((width + 1) // 2, (height + 1) // 2)).save(out)


class Given:
    """A folder of another program's results: FOLDER/MOVIE/*.png or FOLDER/MOVIE/portrait/*.png."""

    def __init__(self, folder):
        self.folder = folder


def known(data):
    """Methods by the names that columns have."""
    return {
        "rvm": Recurrent(data), "rvm-0.6": Recurrent(data, 0.6), "mediapipe": Selfie(),
        "fast": Stream("fast"), "balanced": Stream("balanced"), "accurate": Stream("accurate"),
        "fast-single": SingleFrames("fast"), "balanced-single": SingleFrames("balanced"),
    }


def answers(method, name, movie_folder):
    """The folder of a method's mattes of a movie, made now if it is missing or of another version."""
    if isinstance(method, Given):
        return os.path.join(method.folder, os.path.basename(movie_folder))
    movie, folder = os.path.join(movie_folder, "movie.mp4"), os.path.join(movie_folder, "answers", name)
    made_from = f"{method.version} {os.path.getsize(movie)} {os.path.getmtime(movie)}"
    stamp = os.path.join(folder, "version")
    if os.path.exists(stamp):
        with open(stamp) as f:
            if f.read() == made_from:
                return folder
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    cv2.setNumThreads(2)
    method.write(movie, folder)
    with open(stamp, "w") as f:
        f.write(made_from)
    return folder
