"""Finds faces in a movie that are still visible although they should be hidden."""
import numpy as np

SMALLEST = 16  # pixels of width
CLEAR = 0.7  # a face that is less visible is ignored
# A face counts as not hidden if its centre has changed by less than this fraction of its contrast. Encoding again at
# rate factor 20 changes at most 0.45 of it, in grainy faces of 16 pixels, and 0.05 to 0.2 in larger ones; a blur as
# wide as a quarter of the face changes 0.8 to 2.8.
SAME = 0.6
WITHIN = 25  # frames: one second


def found_ids(truth, found):
    """True faces with a detection: the centre of either lies in the other."""
    ids = set()
    for face in truth:
        x, y, w, h = face["box"]
        for a, b, c, d in found:
            if a <= x + w / 2 <= a + c and b <= y + h / 2 <= b + d and x <= a + c / 2 <= x + w and y <= b + d / 2 <= y + h:
                ids.add(face["id"])
    return ids


def change(source, hidden, box):
    """The mean absolute difference in the central half of a box, as a fraction of the source's mean absolute deviation
    there; None if that part is outside the picture."""
    x, y, w, h = box
    x0, x1 = (int(np.clip(round(v), 0, source.shape[1])) for v in (x + w / 4, x + w * 0.75))
    y0, y1 = (int(np.clip(round(v), 0, source.shape[0])) for v in (y + h / 4, y + h * 0.75))
    if x1 - x0 < 3 or y1 - y0 < 3:
        return None
    before = source[y0:y1, x0:x1].astype(np.float32)
    contrast = np.abs(before - before.mean((0, 1))).mean()
    return float(np.abs(before - hidden[y0:y1, x0:x1]).mean() / max(1, contrast))


class HiddenFaces:
    """Counts over a movie. `found` are the boxes of each frame (x, y, width, height) of `mattetool track`."""

    def __init__(self, truth, found):
        self.truth = truth
        self.frames_found = {}
        for index, (faces, boxes) in enumerate(zip(truth, found)):
            for name in found_ids(faces, boxes):
                self.frames_found.setdefault(name, []).append(index)
        self.total = self.promised = 0
        self.seen, self.seen_promised, self.changes = [], [], []

    def add(self, index, source, hidden):
        for face in self.truth[index]:
            if face["visible"] < CLEAR or face["box"][2] < SMALLEST:
                continue
            value = change(source, hidden, face["box"])
            if value is None:
                continue
            is_promised = any(abs(index - i) <= WITHIN for i in self.frames_found.get(face["id"], ()))
            self.total += 1
            self.promised += is_promised
            self.changes.append(value)
            if value < SAME:
                self.seen.append((face["id"], index))
                if is_promised:
                    self.seen_promised.append((face["id"], index))


def spans(pairs):
    """"face 3: 40-43, 51" of (face, frame) pairs."""
    texts = []
    for face in dict.fromkeys(f for f, _ in pairs):
        runs = []
        for frame in sorted(i for f, i in pairs if f == face):
            if runs and frame == runs[-1][1] + 1:
                runs[-1][1] = frame
            else:
                runs.append([frame, frame])
        texts.append(f"face {face}: " + ", ".join(f"{a}-{b}" if b > a else f"{a}" for a, b in runs))
    return "; ".join(texts)
