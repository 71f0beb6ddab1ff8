"""The group photos, reduced and laid side by side in pictures of 12 megapixels: small faces among others, as in crowds."""
import os

from PIL import Image

SHARES = (0.6, 0.4, 0.3, 0.22)
SIZE = (4032, 3024)
# Widths of the marked boxes, in pixels.
WIDTHS = ((10, 12), (12, 14), (14, 16), (16, 20), (20, 30), (30, 1000))


def canvases(truths, folder):
    """Yields (path, truth), `truth` as those of single photos are."""
    for share in SHARES:
        canvas, number = None, 0
        for file, truth in sorted(truths.items()):
            photo = Image.open(file).convert("RGB")
            photo = photo.resize((round(photo.width * share), round(photo.height * share)), Image.LANCZOS)
            if canvas is not None and x + photo.width > SIZE[0]:
                x, y, tall = 0, y + tall, 0
            if canvas is not None and y + photo.height > SIZE[1]:
                yield saved(canvas, folder, share, number), places
                canvas, number = None, number + 1
            if canvas is None:
                canvas, places = Image.new("RGB", SIZE, (96, 104, 90)), {"faces": [], "unclear": [], "elsewhere": []}
                x = y = tall = 0
            canvas.paste(photo, (x, y))
            for kind, boxes in places.items():
                boxes += [[b[0] * share + x, b[1] * share + y, b[2] * share, b[3] * share] for b in truth[kind]]
            x, tall = x + photo.width, max(tall, photo.height)
        yield saved(canvas, folder, share, number), places


def saved(canvas, folder, share, number):
    path = os.path.join(folder, f"reduced-{share}-{number}.png")
    canvas.save(path, compress_level=1)
    return path


def table(truths, folder, faces, counted):
    """Prints how many faces of each width are found.

    `faces` returns the faces of a photo; `counted` returns the right, wrong and missed ones among found boxes."""
    found, there, wrong = dict.fromkeys(WIDTHS, 0), dict.fromkeys(WIDTHS, 0), 0
    for path, truth in canvases(truths, folder):
        boxes = []
        for face in faces(path, "--maximum-faces", "1000"):
            b, width, height = face["bounds"], face["width"], face["height"]
            boxes.append([b["x"] * width, b["y"] * height, b["width"] * width, b["height"] * height, face["confidence"]])
        _, bad, left = counted(boxes, truth, 0.3)
        wrong += len(bad)
        for box in truth["faces"]:
            width = next((w for w in WIDTHS if w[0] <= box[2] < w[1]), None)
            if width is not None:
                there[width] += 1
                found[width] += box not in left
    print("\n| width of the face among others | "
          + " | ".join(f"{low} to {high - 1} px" if high < 1000 else f"{low} px and more" for low, high in WIDTHS)
          + " | wrong |")
    print("| --- |" + " --- |" * (len(WIDTHS) + 1))
    print("| found, as it is | " + " | ".join(f"{found[w]} of {there[w]}" for w in WIDTHS) + f" | {wrong} |", flush=True)
