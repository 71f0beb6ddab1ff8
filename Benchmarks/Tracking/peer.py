"""MediaPipe's face mesh over the frames of an .npy file: processor time per frame, and the number of faces that it
follows.

peer.py FRAMES.npy
"""
import sys
import time

import mediapipe as mp
import numpy as np


def main():
    frames = np.load(sys.argv[1], mmap_mode="r")
    mesh = mp.solutions.face_mesh.FaceMesh(static_image_mode=False, max_num_faces=5, refine_landmarks=False)
    times, found = [], []
    for frame in frames:
        frame = np.ascontiguousarray(frame)
        start = time.process_time()
        faces = mesh.process(frame).multi_face_landmarks or []
        times.append(1000 * (time.process_time() - start))
        found.append(len(faces))
    rest = sorted(times[1:])
    print(f"processor time a frame: median {rest[len(rest) // 2]:.1f} ms, mean {sum(rest) / len(rest):.1f} ms, "
          f"most {rest[-1]:.1f} ms; follows {sum(found[1:]) / len(rest):.1f} faces in the mean")


if __name__ == "__main__":
    main()
