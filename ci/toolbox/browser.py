"""A browser, driven by WebDriver (https://www.w3.org/TR/webdriver2/) over HTTP: chromium and its chromedriver."""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

WAY_OUT = "apt-get install chromium chromium-driver"
# What WAY_OUT does, for a machine that has just been set up.
INSTALL = (["apt-get", "update", "-q"],
           ["apt-get", "install", "-q", "-y", "--no-install-recommends", "chromium", "chromium-driver"])
# Names of the programs in Debian, in other distributions, and of Chrome.
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
START_SECONDS = 20
REPLY_SECONDS = 60


class BrowserError(Exception):
    """The browser did not do what it was asked to."""


def programs():
    """(browser, driver) as paths; None for one that is not there."""
    found = [shutil.which(name) for name in BROWSERS]
    return next((path for path in found if path), None), shutil.which("chromedriver")


def why_not():
    """Why there is no browser to drive, or None if there is one."""
    browser, driver = programs()
    missing = [name for name, path in (("chromium", browser), ("chromedriver", driver)) if not path]
    return "no {}. Way out: {}".format(" and no ".join(missing), WAY_OUT) if missing else None


class Browser:
    """A window of a browser without a screen; use it in a `with`."""

    def __init__(self, width=1400, height=1000, scale=1, dark=False):
        browser, driver = programs()
        if not browser or not driver:
            raise BrowserError(why_not())
        self._profile = tempfile.TemporaryDirectory(prefix="nexusq-browser-")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self._base = "http://127.0.0.1:{}".format(port)
        self._driver = subprocess.Popen(
            [driver, "--port={}".format(port)], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self._wait_for_driver()
            self._session = self._start(browser, width, height, scale, dark)
        except BaseException:
            self._end()
            raise

    def _wait_for_driver(self):
        end = time.monotonic() + START_SECONDS
        while True:
            try:
                if self._send("GET", "/status", None)["ready"]:
                    return
            except (OSError, BrowserError):
                pass
            if self._driver.poll() is not None or time.monotonic() > end:
                raise BrowserError("chromedriver did not start")
            time.sleep(0.05)

    def _start(self, browser, width, height, scale, dark):
        arguments = ["--headless=new", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                     "--disable-background-networking", "--disable-dev-shm-usage",
                     "--window-size={},{}".format(width, height),
                     "--force-device-scale-factor={}".format(scale),
                     "--user-data-dir={}".format(self._profile.name)]
        if os.getuid() == 0:
            # Chromium's sandbox refuses to work for root.
            arguments.append("--no-sandbox")
        capabilities = {
            "browserName": "chrome",
            "goog:chromeOptions": {"binary": browser, "args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        answer = self._send("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self._session = answer["sessionId"]
        self.devtools("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        return self._session

    def _send(self, method, path, body):
        data = None if body is None else json.dumps(body).encode("utf-8")
        request = urllib.request.Request(self._base + path, data=data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=REPLY_SECONDS) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise BrowserError(json.load(error)["value"]["message"].splitlines()[0]) from error

    def command(self, method, path, body=None):
        """One command of the session."""
        body = {} if body is None and method == "POST" else body
        return self._send(method, "/session/{}{}".format(self._session, path), body)

    def devtools(self, name, parameters):
        """One command of the browser's own protocol."""
        return self.command("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def open(self, path):
        """Opens a file."""
        self.command("POST", "/url", {"url": Path(path).resolve().as_uri()})

    def script(self, text, *arguments):
        """The value that a function body returns in the page; it finds its arguments in `arguments`."""
        return self.command("POST", "/execute/sync", {"script": text, "args": list(arguments)})

    def _element(self, selector):
        found = self.command("POST", "/element", {"using": "css selector", "value": selector})
        return next(iter(found.values()))

    def click(self, selector):
        """Clicks as a person does: the element must be there to be clicked."""
        # To the middle: what is at the edge of the window may lie under a bar that stays there.
        self.script("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' });", selector)
        self.command("POST", "/element/{}/click".format(self._element(selector)))

    def type(self, selector, text):
        """Types into an element; keys without a letter have code points of WebDriver, as in `ENTER`."""
        self.command("POST", "/element/{}/value".format(self._element(selector)), {"text": text})

    def keys(self, text):
        """Presses keys, wherever the focus is."""
        presses = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.command("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": presses}]})

    def log(self, kind):
        """What was logged since last asked: `browser` is the console, `performance` the network too."""
        return self.command("POST", "/se/log", {"type": kind})

    def size(self, width, height):
        """Makes the page see a window of that size, as a phone would have it if it is narrow."""
        self.devtools("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 0, "mobile": width < 600})

    def picture(self, path):
        """Writes what is seen as PNG."""
        Path(path).write_bytes(base64.b64decode(self.command("GET", "/screenshot")))

    def paper(self, path):
        """Writes the page as PDF, as its own style for paper wants it."""
        answer = self.devtools("Page.printToPDF", {"preferCSSPageSize": True, "printBackground": False})
        Path(path).write_bytes(base64.b64decode(answer["data"]))

    def _end(self):
        self._driver.terminate()
        try:
            self._driver.wait(10)
        except subprocess.TimeoutExpired:
            self._driver.kill()
            self._driver.wait()
        self._profile.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        try:
            self.command("DELETE", "")
        except (OSError, BrowserError):
            pass
        self._end()
