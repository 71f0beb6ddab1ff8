"""The pages of `batch --sheet` and `report merge --sheet` as somebody browses them: python3 sheet_pages.py TOOL PHOTO FOLDER.

PHOTO is a JPEG with a face; pictures of the pages are left in FOLDER, to be looked at. ROWS is the number of rows (10000).
"""
import functools
import http.server
import json
import os
import shutil
import subprocess
import sys
import threading
import urllib.parse

from accessibility import faint_texts, nameless, tab_stops
from chromium import Chromium

tool, photo, folder = sys.argv[1:4]
count = int(os.environ.get("ROWS", "10000"))
failures = []


def check(condition, what):
    print(("ok    " if condition else "FAILED ") + what, flush=True)
    if not condition:
        failures.append(what)


def sound(page, what):
    check(not (faint := faint_texts(page)), f"{what}: every text stands out from its ground {faint or ''}")
    check(not (wrong := nameless(page)), f"{what}: every link and picture has a name {wrong or ''}")
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    check(width <= 0, f"{what}: nothing is wider than the window ({width})")


def clean(page, origin, what):
    check(not page.complaints, f"{what}: the console is silent {page.complaints or ''}")
    check(not page.foreign_requests(origin), f"{what}: no request leaves {page.foreign_requests(origin) or ''}")


HEADINGS = "[...document.querySelectorAll('h3')].map((heading) => heading.textContent)"
PICTURES = "[...document.images].filter((image) => image.complete && image.naturalWidth > 0).length"
SEEN_PICTURES = ("[...document.images].filter((image) => { const box = image.getBoundingClientRect();"
                 " return box.top < innerHeight && box.bottom > 0; }).every((image) => image.complete && image.naturalWidth > 0)")

# A run as somebody makes it: photos in folders, one of them damaged, one of nobody, names of all kinds.
strange = [b"quote\"s'.jpg", b"<img src=x onerror=alert(1)>.jpg", "\u05e9\u05dc\u05d5\u05dd \u0639\u0631\u0628\u064a.jpg".encode(),
           b"no-utf8-\xff\xfe.jpg", b"%41 #?&.jpg", "turned-\u202egpj.exe.jpg".encode(), b"a-very-long-name-" * 12 + b".jpg"]
source = os.path.join(folder, "photos").encode()
os.makedirs(os.path.join(source, b"below"))
with open(photo, "rb") as file:
    portrait = file.read()
for number, name in enumerate(strange):
    with open(os.path.join(source, b"below" if number % 2 else b"", name), "wb") as file:
        file.write(portrait)
with open(os.path.join(source, b"damaged.jpg"), "wb") as file:
    file.write(portrait[:2000])
subprocess.run(["convert", "-size", "400x300", "gradient:#204060-#c0a080", os.path.join(source, b"nobody.jpg")], check=True)
subprocess.run(["convert", photo, "-rotate", "90", "-resize", "300x", os.path.join(source, b"turned.png")], check=True)
run = subprocess.run(
    [tool, "batch", "blur-background", "-r", os.fsdecode(source), "-o", f"{folder}/made", "--sheet", f"{folder}/sheet",
     "--matte-quality", "fast", "--progress", "none"], capture_output=True, text=True)
check(run.returncode == 1 and "damaged.jpg" in run.stderr, f"a run in which one photo of {len(strange) + 3} is damaged")

browser = Chromium(folder)
origin = f"file://{folder}/"
page = browser.page(1280, 800)
page.open(f"{origin}sheet/index.html")
page.wait_for(SEEN_PICTURES, "pictures")
headings = page.evaluate(HEADINGS)
check(headings[0] == "damaged.jpg", f"what failed stands first: {headings[:3]}")
expected = {name.decode(errors="replace").replace("\u202e", "\ufffd") for name in strange}
check(expected <= set(headings), f"names of all kinds are shown {expected - set(headings) or ''}")
check(page.evaluate("document.scripts.length") == 0 and page.evaluate("document.querySelectorAll('[onerror]').length") == 0,
      "names are no code")
links = page.evaluate("[...document.querySelectorAll('article a')].map((link) => link.href)")
paths = [urllib.parse.unquote_to_bytes(urllib.parse.urlsplit(link).path) for link in links]
check(len(links) == 2 * (len(strange) + 3) - 1 and all(map(os.path.exists, paths)), f"{len(links)} links lead to files")
page.screenshot(f"{folder}/sheet-wide.png")
page.screenshot(f"{folder}/sheet-whole.png", whole=True)
sound(page, "wide")
stops = tab_stops(page)
check(len(stops) == len(links) + 1 and all(stop["shows"] for stop in stops), f"Tab comes to {len(stops)} links, and each shows it")
clean(page, origin, "wide")
page.close()
for name, width, height, dark, phone in (("dark", 1280, 800, True, False), ("phone", 390, 844, False, True), ("phone-dark", 390, 844, True, True)):
    page = browser.page(width, height, dark, phone)
    page.open(f"{origin}sheet/index.html")
    page.wait_for(SEEN_PICTURES, "pictures")
    page.screenshot(f"{folder}/sheet-{name}.png")
    page.screenshot(f"{folder}/sheet-{name}-whole.png", whole=True)
    sound(page, name)
    clean(page, origin, name)
    page.close()

# Many rows: a report as batches write them, of photos that are links to a few.
many = os.path.join(folder, "many")
samples = []
for number in range(4):
    os.makedirs(f"{many}/in/{number}")
    os.makedirs(f"{many}/out/{number}")
    sample = (f"{many}/{number}.jpg", f"{many}/{number}-made.jpg")
    subprocess.run(["convert", photo, "-resize", f"{160 + 20 * number}x", sample[0]], check=True)
    subprocess.run([tool, "apply-effect", "blur-background", *sample[:1], "-o", sample[1], "--matte-quality", "fast"], check=True)
    samples.append(sample)
suspicious, damaged = count * 2 // 3, count - 1
with open(f"{many}/report.jsonl", "w") as report:
    for number in range(count):
        own = f"{number % 4}/{number}.jpg"
        for original, place in zip(samples[number % 4], ("in", "out")):
            os.link(original, f"{many}/{place}/{own}")
        line = {"media": "photo", "input": f"{many}/in/{own}", "output": f"{many}/out/{own}", "status": "done", "warnings": [],
                "milliseconds": {}, "faceCount": 1, "mattes": ["hair", "skin", "portrait"], "bytes": 20000}
        if number == suspicious:
            line["suspicious"] = ["the mattes cover hardly any of the face"]
        if number == damaged:
            line.update(status="failed", error=f"{many}/in/{own}: damaged")
        report.write(json.dumps(line) + "\n")
subprocess.run([tool, "report", "merge", f"{many}/report.jsonl", "-o", f"{many}/all.jsonl", "--sheet", f"{many}/sheet"], check=True,
               stdout=subprocess.DEVNULL)
pages = -(-count // 200)
page = browser.page(1280, 800)
page.open(f"{origin}many/sheet/index.html")
page.wait_for(SEEN_PICTURES, "pictures")
timing = "performance.getEntriesByType('navigation')[0]"
milliseconds = page.evaluate(f"{timing}.loadEventEnd - {timing}.startTime")
size = os.path.getsize(f"{many}/sheet/index.html")
check(milliseconds < 5000, f"{count} rows: the first of {pages} pages opens in {milliseconds:.0f} ms, {size // 1024} KiB")
check(page.evaluate(HEADINGS)[:3] == [f"{damaged}.jpg", f"{suspicious}.jpg", "0.jpg"], f"first what failed, then what is suspicious: {page.evaluate(HEADINGS)[:3]}")
check(page.evaluate("[...document.querySelectorAll('h2')].map((title) => title.textContent)")[:2] == ["Failed", "Suspicious"], "each below its title")
page.screenshot(f"{folder}/sheet-many.png")
sound(page, f"{count} rows")
# By the keyboard: the first stop leads past the pages' links.
page.press("Tab")
page.press("Enter")
page.wait_for("location.hash === '#files' && scrollY > 0 || location.hash === '#files'", "the way past the links")
for step, (name, number) in enumerate((("next", 2), ("next", 3), ("prev", 2))):
    page.click(f"nav a[rel={name}]")
    page.wait_for(f"document.title.endsWith(', page {number} of {pages}') && document.readyState === 'complete'", f"page {number}")
first = page.evaluate(HEADINGS)
check(len(first) == 200 and first[0] == "198.jpg", f"page 2 has 200 rows from {first[0]}")
check(page.evaluate("document.querySelector('nav [aria-current=page]').textContent") == "2", "the page that is open is marked")
page.screenshot(f"{folder}/sheet-many-2.png")
# To the middle by the links that are there.
goal, clicks = pages // 2 + 3, 0
place = 2
while place != goal and clicks < 10:
    offered = page.evaluate("[...document.querySelectorAll('nav')[0].querySelectorAll('a:not([rel])')].map((link) => Number(link.textContent))")
    place = min(offered, key=lambda number: abs(number - goal))
    page.evaluate(f"[...document.querySelectorAll('nav a')].find((link) => link.textContent === '{place}').click()")
    page.wait_for(f"document.title.endsWith(', page {place} of {pages}') && document.readyState === 'complete'", f"page {place}")
    clicks += 1
check(place == goal, f"{clicks} clicks from page 2 to page {goal}")
page.evaluate("scrollTo(0, document.body.scrollHeight)")
page.wait_for(SEEN_PICTURES, "pictures at the end")
check(page.evaluate(PICTURES) < 600, f"pictures are fetched where they are seen: {page.evaluate(PICTURES)} of 600")
clean(page, origin, f"{count} rows")
page.close()

# From a server, as in a company's network.
class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def copyfile(self, source, outputfile):
        try:
            super().copyfile(source, outputfile)
        except BrokenPipeError:
            pass  # A page that is closed does not wait for its pictures.


with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as web:
    threading.Thread(target=web.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{web.server_port}/"
    page = browser.page(1280, 800)
    page.open(f"{origin}sheet/index.html")
    page.wait_for(SEEN_PICTURES, "pictures")
    # A browser asks for an icon by itself.
    complaints = [text for text in page.complaints if "favicon.ico" not in text]
    check(not complaints and not page.foreign_requests(origin), f"from a server: {len(page.requests)} requests, the console is silent {complaints or ''}")
    page.close()
    web.shutdown()
browser.close()
shutil.rmtree(many)
sys.exit(bool(failures))
