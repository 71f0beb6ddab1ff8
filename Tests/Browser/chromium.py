"""Chromium without a window, driven by the DevTools protocol over two pipes, so that nothing but Python is needed.

Source: https://chromedevtools.github.io/devtools-protocol/
"""
import base64
import json
import os
import select
import subprocess
import time

# What a page may ask for beside its own address: what it has made itself.
OWN = ("blob:", "data:", "about:")

# In order: name of a key, code, number and text.
KEYS = {
    "Tab": ("Tab", 9, ""), "Enter": ("Enter", 13, "\r"), " ": ("Space", 32, " "), "ArrowRight": ("ArrowRight", 39, ""),
    "ArrowLeft": ("ArrowLeft", 37, ""), "ArrowDown": ("ArrowDown", 40, ""), "End": ("End", 35, ""), "Home": ("Home", 36, ""),
}


class Chromium:
    """A browser with a profile in a folder of its own. It resolves no name, so that it reaches this machine alone."""

    def __init__(self, folder, program="chromium"):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        arguments = [
            program, "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
            "--force-color-profile=srgb", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", f"--user-data-dir={folder}/profile",
        ]
        if os.getuid() == 0:
            arguments.append("--no-sandbox")
        # Chromium reads from descriptor 3 and writes to 4.
        self.log = open(f"{folder}/chromium.log", "wb")
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "chromium", *arguments],
            pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            env={**os.environ, "HOME": folder})
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.received, self.answers, self.pages = 0, b"", {}, {}
        self.downloads = {}
        self.call("Browser.getVersion")

    def close(self):
        try:
            self.call("Browser.close", seconds=10)
        except (OSError, TimeoutError):
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.input)
        os.close(self.output)
        self.log.close()

    def call(self, method, session=None, seconds=60, **parameters):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        end = time.monotonic() + seconds
        while number not in self.answers:
            if time.monotonic() > end:
                raise TimeoutError(f"chromium does not answer {method} within {seconds} s")
            self.read(1)
        answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def read(self, seconds):
        """Takes in what chromium says, for a time at most."""
        if not select.select([self.input], [], [], seconds)[0]:
            return
        data = os.read(self.input, 1 << 20)
        if not data:
            raise OSError(f"chromium has ended: {open(self.log.name, errors='replace').read()[-2000:]}")
        *messages, self.received = (self.received + data).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
            elif message["method"].startswith("Browser.download"):
                self.downloads.setdefault(message["params"]["guid"], {}).update(message["params"])
            elif message.get("sessionId") in self.pages:
                self.pages[message["sessionId"]].event(message["method"], message["params"])

    def page(self, width, height, dark=False, phone=False):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Page(self, target, session, width, height, dark, phone)

    def save_downloads_in(self, folder):
        self.call("Browser.setDownloadBehavior", behavior="allowAndName", downloadPath=folder, eventsEnabled=True)

    def downloaded(self, folder, seconds=60):
        """The name and bytes of the one download, which is forgotten then."""
        end = time.monotonic() + seconds
        while True:
            for identifier, download in list(self.downloads.items()):
                if download.get("state") == "completed":
                    del self.downloads[identifier]
                    with open(os.path.join(folder, identifier), "rb") as file:
                        return download["suggestedFilename"], file.read()
            if time.monotonic() > end:
                raise TimeoutError(f"nothing was downloaded within {seconds} s: {self.downloads}")
            self.read(1)


class Page:
    """One tab, of a size and a color scheme. Notes what the console says and what is asked for."""

    def __init__(self, browser, target, session, width, height, dark, phone):
        self.browser, self.target, self.session = browser, target, session
        self.complaints, self.requests = [], []
        browser.pages[session] = self
        for domain in ("Page", "Runtime", "Log", "Network", "DOM", "Accessibility"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if phone else 1,
                  mobile=phone)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def event(self, method, parameters):
        if method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.complaints.append(str([part.get("value", part.get("description")) for part in parameters["args"]]))
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.complaints.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def open(self, url, seconds=60):
        error = self.call("Page.navigate", url=url).get("errorText")
        if error:
            raise RuntimeError(f"{url}: {error}")
        self.wait_for("document.readyState === 'complete' && location.href !== 'about:blank'", f"{url} to open", seconds)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
        del self.browser.pages[self.session]

    def evaluate(self, script):
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait_for(self, condition, what, seconds=120):
        end = time.monotonic() + seconds
        while True:
            try:
                if self.evaluate(condition):
                    return
            except RuntimeError:
                # The page of before may just be leaving.
                pass
            if time.monotonic() > end:
                raise TimeoutError(f"waited {seconds} s for {what}; {self.evaluate('document.body.innerText')[:500]!r}")
            self.browser.read(0.05)

    def press(self, key, shift=False):
        code, number, text = KEYS[key]
        event = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": 8 if shift else 0}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def click(self, selector):
        place = self.evaluate(f"""(() => {{
          const element = document.querySelector({json.dumps(selector)});
          element.scrollIntoView({{ block: "center" }});
          const box = element.getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2];
        }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def choose_file(self, selector, path):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[path])

    def drop(self, path, x, y):
        data = {"items": [], "files": [path], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def screenshot(self, path, whole=False):
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))

    def foreign_requests(self, origin):
        return [url for url in self.requests if not url.startswith((origin, *OWN))]
