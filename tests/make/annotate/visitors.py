"""A study on a real server, and visitors who fill in its forms over HTTP."""

import http.client
import os
import re
import signal
import subprocess
import sys
import time
from html import unescape
from pathlib import Path
from urllib.parse import urlencode, urlsplit

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
RADIO = re.compile(r'<input type="radio" name="(\w+)" value="(-?\d+)"')
SERVING = re.compile(r"at (http://[\d.]+:\d+);")
PAGE = re.compile(r"(http://\S+/researcher/\S+)")
SOURCE = Path(__file__).resolve().parents[3] / "src"


class Server:
    """`idioprobe annotate serve` in a process of its own, to be killed at will."""

    def __init__(self, study, port=0):
        command = [sys.executable, "-m", "idioprobe", "annotate", "serve", str(study), "--port", str(port)]
        environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        said = ""
        while not PAGE.search(said):
            line = self.process.stdout.readline()
            assert line, f"the server has ended: {said}"
            said += line
        self.url = SERVING.search(said)[1]
        self.port = urlsplit(self.url).port
        self.page = PAGE.search(said)[1]

    def kill(self):
        """End it at once, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()
        self.process.stdout.close()


class Response:
    """A response that was read."""

    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode()

    @property
    def form(self):
        """The hidden fields of the form in a page."""
        return {name: unescape(value) for name, value in HIDDEN.findall(self.text)}

    @property
    def questions(self):
        """The names of the questions on a scale, in their order."""
        return list(dict.fromkeys(name for name, _ in RADIO.findall(self.text)))


class Visitor:
    """One connection to a server."""

    def __init__(self, url, timeout=30):
        parts = urlsplit(url)
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=timeout)

    def get(self, path, headers=None):
        """Ask for a page."""
        return self._ask("GET", path, None, headers or {})

    def post(self, path, fields, headers=None):
        """Send a form."""
        body = fields if isinstance(fields, bytes) else urlencode(fields)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, body, {**form, **(headers or {})})

    def _ask(self, method, path, body, headers):
        self.connection.request(method, path, body, headers)
        return Response(self.connection.getresponse())

    def close(self):
        """Hang up."""
        self.connection.close()


def wait_for(condition, seconds=20):
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
