"""Reads the sample pictures of zxing-cpp (its folder test/samples) with zxing-cpp itself, zbar, OpenCV's detectors and
mattetool in one run, rotated by 0, 90, 180 and 270 degrees: how many codes each reads, and how many texts are wrong.

    python3 corpus.py SAMPLES [--tool .build/release/mattetool] [--effort thorough] [--only qrcode] [--rotations 0,90]

A folder passes if mattetool reads as many codes as zxing-cpp's own test requires ("slow"), and no wrong text. The exit
status is 1 if one fails. zbar and OpenCV are left out if their Python packages (pyzbar, opencv-python) are missing.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import cv2
import numpy as np
import zxingcpp

try:
    from pyzbar import pyzbar
except ImportError:
    pyzbar = None

# Folder: mattetool's type, zxing-cpp's format, and the minimum of its test with all options, at 0, 90, 180 and 270
# degrees (test/blackbox/BlackboxTestRunner.cpp); None for rotations that it does not test.
FOLDERS = {
    "aztec-1": ("aztec", "Aztec", 32, 32, 32, 32), "aztec-2": ("aztec", "Aztec", 16, 16, 16, 16),
    "datamatrix-1": ("dataMatrix", "DataMatrix", 30, 28, 28, 28),
    "datamatrix-2": ("dataMatrix", "DataMatrix", 13, 13, 13, 13),
    "datamatrix-3": ("dataMatrix", "DataMatrix", 27, 27, 27, 27),
    "datamatrix-4": ("dataMatrix", "DataMatrix", 21, 21, 21, 21),
    "codabar-1": ("codabar", "Codabar", 11, None, 11, None), "codabar-2": ("codabar", "Codabar", 4, None, 4, None),
    "code39-1": ("code39", "Code39", 6, None, 6, None), "code39-3": ("code39", "Code39", 5, None, 5, None),
    "code93-1": ("code93", "Code93", 3, None, 3, None),
    "code128-1": ("code128", "Code128", 6, None, 6, None), "code128-2": ("code128", "Code128", 14, None, 14, None),
    "code128-3": ("code128", "Code128", 2, None, 2, None),
    "ean8-1": ("ean8", "EAN8", 9, None, 9, None), "ean13-1": ("ean13", "EAN13", 14, None, 14, None),
    "ean13-2": ("ean13", "EAN13", 6, None, 6, None), "ean13-3": ("ean13", "EAN13", 8, None, 8, None),
    "ean13-4": ("ean13", "EAN13", 12, None, 12, None),
    "itf-1": ("itf", "ITF", 14, None, 14, None), "itf-2": ("itf", "ITF", 6, None, 6, None),
    "upca-1": ("ean13", "UPCA", 5, None, 5, None), "upca-2": ("ean13", "UPCA", 16, None, 16, None),
    "upca-3": ("ean13", "UPCA", 6, None, 6, None), "upca-4": ("ean13", "UPCA", 9, None, 9, None),
    "upca-5": ("ean13", "UPCA", 9, None, 9, None),
    "upce-1": ("upce", "UPCE", 3, None, 3, None), "upce-2": ("upce", "UPCE", 10, None, 10, None),
    "upce-3": ("upce", "UPCE", 7, None, 7, None),
    "rss14-1": ("gs1DataBar", "DataBarOmni", 11, None, 11, None),
    "rss14-2": ("gs1DataBar", "DataBarStk", 6, None, 6, None),
    "rssexpanded-1": ("gs1DataBarExpanded", "DataBarExp", 37, None, 37, None),
    "rssexpanded-2": ("gs1DataBarExpanded", "DataBarExp", 7, None, 7, None),
    "rssexpanded-3": ("gs1DataBarExpanded", "DataBarExp", 118, None, 118, None),
    "rssexpandedstacked-1": ("gs1DataBarExpanded", "DataBarExpStk", 62, None, 62, None),
    "rssexpandedstacked-2": ("gs1DataBarExpanded", "DataBarExpStk", 2, None, 2, None),
    "databarltd-1": ("gs1DataBarLimited", "DataBarLtd", 2, None, 2, None),
    "qrcode-1": ("qr", "QRCode", 8, 8, 8, 8), "qrcode-2": ("qr", "QRCode", 53, 54, 53, 53),
    "qrcode-3": ("qr", "QRCode", 18, 18, 18, 18), "qrcode-4": ("qr", "QRCode", 15, 15, 15, 15),
    "qrcode-5": ("qr", "QRCode", 16, 16, 16, 16), "qrcode-6": ("qr", "QRCode", 15, 15, 15, 15),
    "microqrcode-1": ("microQR", "MicroQRCode", 15, 14, 14, 15),
    "rmqrcode-1": ("rectangularMicroQR", "RMQRCode", 3, 3, 3, 3),
    "pdf417-1": ("pdf417", "PDF417", 17, 17, 17, 17), "pdf417-2": ("pdf417", "PDF417", 25, 25, 25, 25),
    "pdf417-3": ("pdf417", "PDF417", 16, 16, 16, 16),
    "micropdf417-1": ("microPDF417", "MicroPDF417", 9, 9, 9, 9),
    "falsepositives-1": ("all", None, 0, 0, 0, 0), "falsepositives-2": ("all", None, 0, 0, 0, 0),
}
# zbar's names of the types; it cannot read the others.
ZBAR = {"qr": "QRCODE", "ean13": "EAN13", "ean8": "EAN8", "upce": "UPCE", "code39": "CODE39", "code93": "CODE93",
        "code128": "CODE128", "itf": "I25", "codabar": "CODABAR", "gs1DataBar": "DATABAR",
        "gs1DataBarExpanded": "DATABAR_EXP"}
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")


def plain(text):
    """A text as it is compared: without control characters, parentheses, and leading zeros of numbers."""
    text = "".join(c for c in text if c.isprintable() and c not in "() ")
    return text.lstrip("0") if text.isdigit() else text


def upce(text):
    """The number that the eight digits of a UPC-E expand to."""
    if len(text) != 8:
        return text
    system, six, check = text[0], text[1:7], text[7]
    last = six[5]
    if last in "012":
        middle = six[:2] + last + "0000" + six[2:5]
    elif last == "3":
        middle = six[:3] + "00000" + six[3:5]
    elif last == "4":
        middle = six[:4] + "00000" + six[4]
    else:
        middle = six[:5] + "0000" + last
    return system + middle + check


def expected(picture):
    text, data = picture.with_suffix(".txt"), picture.with_suffix(".bin")
    if text.exists():
        return text.read_bytes().decode("utf-8", "replace").rstrip("\r\n")
    return data.read_bytes() if data.exists() else None


def matches(found, wanted, kind):
    """Whether one of the (text, bytes) is the expected one."""
    if isinstance(wanted, bytes):
        return any(data == wanted for _, data in found)
    options = {plain(wanted)} | ({plain(upce(wanted))} if kind == "upce" else set())
    return any({plain(text), plain(upce(text)) if kind == "upce" else plain(text)} & options for text, _ in found)


def by_library(kind, name):
    formats = [getattr(zxingcpp.BarcodeFormat, name)] if name else None

    def read(picture):
        found = zxingcpp.read_barcodes(picture, **({"formats": formats} if formats else {}))
        return [(code.text, code.bytes) for code in found]
    return read


def by_zbar(kind, name):
    if pyzbar is None or (name and kind not in ZBAR):
        return None
    symbols = [getattr(pyzbar.ZBarSymbol, ZBAR[kind])] if name else None

    def read(picture):
        return [(code.data.decode("utf-8", "replace"), code.data) for code in pyzbar.decode(picture, symbols=symbols)]
    return read


def by_opencv(kind, name):
    if name is None or kind not in ("qr", "ean13", "ean8", "upce"):
        return None
    detector = cv2.QRCodeDetector() if kind == "qr" else cv2.barcode.BarcodeDetector()

    def read(picture):
        try:
            result = detector.detectAndDecodeMulti(picture)
        except cv2.error:
            return []
        return [(text, text.encode()) for text in result[1] or () if text]
    return read


def by_mattetool(tool, kind, effort, folder):
    """All pictures of a folder in one process: {file name: codes}."""
    command = [tool, "codes", "--json", "--types", kind, "--effort", effort, "--maximum-codes", "50", str(folder)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"corpus: {' '.join(command)}: {run.stderr.strip()}")
    import base64
    found = {}
    for line in run.stdout.splitlines():
        report = json.loads(line)
        found[pathlib.Path(report["file"]).stem] = [
            (code["text"], base64.b64decode(code["bytes"])) for code in report["codes"] if code.get("text") is not None]
    return found


def luma(path):
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        sys.exit(f"corpus: {path} cannot be read")
    if picture.dtype != np.uint8:
        picture = (picture // 257).astype(np.uint8)
    if picture.ndim == 3 and picture.shape[2] == 4:
        # Transparent parts are shown on white.
        alpha = picture[:, :, 3:].astype(np.float32) / 255
        picture = (picture[:, :, :3] * alpha + 255 * (1 - alpha)).round().astype(np.uint8)
    return picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", type=pathlib.Path)
    parser.add_argument("--tool", default=".build/release/mattetool")
    parser.add_argument("--effort", default="thorough")
    parser.add_argument("--only", default="", help="only folders whose name begins so")
    parser.add_argument("--rotations", default="0,90,180,270")
    options = parser.parse_args()
    rotations = [int(turn) for turn in options.rotations.split(",")]
    readers = ["zxing-cpp", "zbar", "OpenCV", "mattetool"]
    totals, failed, seen = {reader: [0, 0, 0.0] for reader in readers}, [], 0
    print("| folder | pictures | turned | asked for | " + " | ".join(readers) + " |")
    print("| --- | --- | --- | --- |" + " --- |" * len(readers))
    for name, (kind, library_format, *asked) in FOLDERS.items():
        folder = options.samples / name
        if not name.startswith(options.only) or not folder.is_dir():
            continue
        pictures = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
        seen += len(pictures)
        for turn in rotations:
            wanted_count = asked[turn // 90]
            turned = {path.stem: np.ascontiguousarray(np.rot90(luma(path), -turn // 90)) for path in pictures}
            cells = []
            with tempfile.TemporaryDirectory() as scratch:
                for stem, picture in turned.items():
                    cv2.imwrite(f"{scratch}/{stem}.png", picture)
                for reader in readers:
                    read = {"zxing-cpp": by_library, "zbar": by_zbar, "OpenCV": by_opencv}.get(reader)
                    read = read(kind, library_format) if read else None
                    if read is None and reader != "mattetool":
                        cells.append("-")
                        continue
                    start = time.process_time()
                    if reader == "mattetool":
                        found = by_mattetool(options.tool, kind, options.effort, scratch)
                    else:
                        found = {stem: read(picture) for stem, picture in turned.items()}
                    right = wrong = 0
                    for path in pictures:
                        codes, wanted = found.get(path.stem, []), expected(path)
                        if library_format is None or wanted is None:
                            wrong += len(codes) if library_format is None else 0
                            continue
                        is_right = matches(codes, wanted, kind)
                        right += is_right
                        wrong += bool(codes) and not is_right
                    totals[reader][0] += right
                    totals[reader][1] += wrong
                    totals[reader][2] += time.process_time() - start
                    cells.append(f"{right}" + (f" ({wrong} wrong)" if wrong else ""))
                    if reader == "mattetool" and (wrong or right < (wanted_count or 0)):
                        failed.append(f"{name} at {turn}: {right} of {wanted_count}, {wrong} wrong")
            asked_for = "" if wanted_count is None else wanted_count
            print(f"| {name} | {len(pictures)} | {turn} | {asked_for} | " + " | ".join(cells) + " |", flush=True)
    if not seen:
        sys.exit(f"corpus: {options.samples} holds none of the folders of test/samples, such as qrcode-1")
    print("| all | | | | " + " | ".join(f"{r} ({w} wrong)" for r, w, _ in totals.values()) + " |")
    for line in failed:
        print(f"falls short: {line}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
