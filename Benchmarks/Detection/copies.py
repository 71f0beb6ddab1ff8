"""Compares the faces in a photo with those in its rotated and mirrored copies."""
import os

from PIL import Image, ImageOps

COPIES = {"90": Image.Transpose.ROTATE_270, "180": Image.Transpose.ROTATE_180, "270": Image.Transpose.ROTATE_90,
          "mirrored": Image.Transpose.FLIP_LEFT_RIGHT}


def signed(degrees):
    return (degrees + 180) % 360 - 180


def back(face, copy):
    """A face of a copy in the photo's frame: (x, y, width, height, roll, yaw), the box in fractions."""
    b = face["bounds"]
    x, y, w, h = b["x"], b["y"], b["width"], b["height"]
    roll, yaw = face.get("roll"), face.get("yaw")
    # The copies are rotated clockwise.
    if copy == "90":
        x, y, w, h = y, 1 - x - w, h, w
    elif copy == "180":
        x, y = 1 - x - w, 1 - y - h
    elif copy == "270":
        x, y, w, h = 1 - y - h, x, h, w
    elif copy == "mirrored":
        x = 1 - x - w
        roll, yaw = (None if roll is None else -roll), (None if yaw is None else -yaw)
    turn = int(copy) if copy.isdigit() else 0
    return x, y, w, h, None if roll is None else roll - turn, yaw


def overlap(a, b):
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return 0 if min(width, height) <= 0 else width * height / (a[2] * a[3] + b[2] * b[3] - width * height)


def compared(files, faces, folder, longest=1600, detail=False):
    """{copy: [faces in both, in the photo alone, in the copy alone, differences of roll, of yaw]}."""
    rows = {copy: [0, 0, 0, [], []] for copy in COPIES}
    for file in files:
        photo = ImageOps.exif_transpose(Image.open(file)).convert("RGB")
        photo.thumbnail((longest, longest), Image.LANCZOS)
        path = os.path.join(folder, "copy.png")
        photo.save(path, compress_level=1)
        wanted = [back(face, "") for face in faces(path, "--maximum-faces", "1000")]
        for copy, method in COPIES.items():
            photo.transpose(method).save(path, compress_level=1)
            left = [back(face, copy) for face in faces(path, "--maximum-faces", "1000")]
            row, missed = rows[copy], []
            for face in wanted:
                best = max(left, key=lambda other: overlap(face, other), default=None)
                if best is None or overlap(face, best) < 0.3:
                    row[1] += 1
                    missed.append([round(v, 3) for v in face[:4]])
                    continue
                left.remove(best)
                row[0] += 1
                if face[4] is not None and best[4] is not None:
                    row[3].append(abs(signed(face[4] - best[4])))
                if face[5] is not None and best[5] is not None:
                    row[4].append(abs(signed(face[5] - best[5])))
                if detail and row[3] and row[4] and (row[3][-1] > 5 or row[4][-1] > 5):
                    print(os.path.basename(file), copy, [round(v, 3) for v in face[:4]], "roll", face[4], best[4], "yaw",
                          face[5], best[5], flush=True)
            row[2] += len(left)
            if detail and (missed or left):
                print(os.path.basename(file), copy, "in the photo alone", missed, "in the copy alone",
                      [[round(v, 3) for v in face[:4]] for face in left], flush=True)
    return rows


def table(rows):
    print("\n| copy | faces in both | in the photo alone | in the copy alone | roll: mean, worst | by more than 5 degrees | "
          "yaw: mean, worst | by more than 5 degrees |")
    print("| --- |" + " --- |" * 7)
    for copy, (both, photo, alone, rolls, yaws) in rows.items():
        cells = []
        for errors in (rolls, yaws):
            errors = errors or [0]
            cells += [f"{sum(errors) / len(errors):.2f}, {max(errors):.1f}", f"{sum(e > 5 for e in errors)} of {len(errors)}"]
        print(f"| {copy} | {both} | {photo} | {alone} | " + " | ".join(cells) + " |", flush=True)
