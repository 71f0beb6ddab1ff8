"""Movies for timing effects: composed movies one after the other, with sound, H.264 and AAC in MP4."""
import os
import subprocess
import sys
import tempfile

import movie_file

PARTS = ("walk-1", "hair-3", "two-1", "shake-1", "walk-2", "fast-1", "still-3", "pan-1")
FRAMES = 500
LONG = 3000
SIZES = {"1280x720": None, "1920x1080": "scale=1920:1080:flags=lanczos,noise=alls=4:allf=t"}


def source(movies, size, frames=FRAMES):
    """The path of a movie of a size, made at first use. Enlarged movies get grain, which enlarging removes."""
    path = os.path.join(movies, "speed", f"{size}-{frames}.mp4")
    if os.path.exists(path):
        return path
    os.makedirs(os.path.dirname(path), exist_ok=True)
    parts = [os.path.abspath(os.path.join(movies, name, "movie.mp4")) for name in PARTS]
    for part in parts:
        if not os.path.exists(part):
            sys.exit(f"bench-movies: no {part}: composing.py makes it")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        once = sum(movie_file.known(part)[2] for part in parts)
        listed.writelines(f"file '{part}'\n" for part in parts * -(-frames // once))
        listed.flush()
        scaled = ["-vf", SIZES[size]] if SIZES[size] else []
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "concat", "-safe", "0", "-i", listed.name, "-f", "lavfi", "-i",
             "sine=frequency=440:sample_rate=48000", *scaled, "-frames:v", str(frames), "-shortest", "-c:v", "libx264", "-preset",
             "fast", "-crf", "18", "-pix_fmt", "yuv420p", *movie_file.TAGS, "-c:a", "aac", "-b:a", "128k", path + ".part.mp4"], check=True)
    os.rename(path + ".part.mp4", path)
    return path
