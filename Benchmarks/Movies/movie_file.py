"""Reads and writes frames of movies through the ffmpeg command."""
import json
import os
import re
import shutil
import subprocess
import sys

import numpy as np

TAGS = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv"]
BT709 = "scale=out_color_matrix=bt709:out_range=tv"


def check():
    if not shutil.which("ffmpeg") or not shutil.which("ffprobe"):
        sys.exit("bench-movies: no ffmpeg or ffprobe command: install Debian's package ffmpeg")


def composed_names(folder, only=""):
    """The names of the composed movies in a folder that match, in order."""
    found = [n for n in sorted(os.listdir(folder)) if os.path.exists(os.path.join(folder, n, "movie.json"))] if os.path.isdir(folder) else []
    found = [n for n in found if re.search(only, n)]
    if not found:
        sys.exit(f"bench-movies: no composed movie {only!r} in {folder}: Benchmarks/Movies/run compose makes them")
    return found


def known(path):
    """(width, height, frames) of a movie's first video stream; all frames are counted."""
    answer = json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries",
         "stream=width,height,nb_read_packets", "-of", "json", path], capture_output=True, check=True).stdout)
    if not answer.get("streams"):
        sys.exit(f"bench-movies: {path} has no video")
    stream = answer["streams"][0]
    return stream["width"], stream["height"], int(stream["nb_read_packets"])


def rate(path):
    """The frame rate as FFmpeg writes it: "25/1"."""
    return subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=r_frame_rate", "-of", "csv=p=0", path],
                          capture_output=True, text=True, check=True).stdout.strip().rstrip(",")


def frames(path, limit=None):
    """RGB uint8 (H, W, 3) of each frame, none dropped or repeated."""
    width, height, _ = known(path)
    few = ["-frames:v", str(limit)] if limit else []
    process = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-i", path, "-map", "0:v:0", *few, "-fps_mode", "passthrough", "-vf",
         "scale=in_color_matrix=bt709", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], stdout=subprocess.PIPE)
    size, is_whole = width * height * 3, False
    try:
        while len(data := process.stdout.read(size)) == size:
            yield np.frombuffer(data, np.uint8).reshape(height, width, 3)
        is_whole = True
    finally:
        if not is_whole:
            process.kill()
        process.stdout.close()
        if process.wait() != 0 and is_whole:
            sys.exit(f"bench-movies: ffmpeg cannot read all of {path}")


class Writer:
    """Encodes frames as H.264, 4:2:0, BT.709. Rate factor 10 preserves the sensor's noise."""

    def __init__(self, path, size, rate, factor=10, preset="fast"):
        self.process = subprocess.Popen(
            ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}", "-r", str(rate),
             "-i", "-", "-vf", BT709, "-c:v", "libx264", "-preset", preset, "-crf", str(factor), "-pix_fmt", "yuv420p", *TAGS,
             path], stdin=subprocess.PIPE)

    def write(self, rgb):
        self.process.stdin.write(np.ascontiguousarray(rgb).data)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.process.stdin.close()
        if self.process.wait() != 0 and failure[0] is None:
            sys.exit(f"bench-movies: ffmpeg ended with status {self.process.returncode}")
