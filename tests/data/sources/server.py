"""A small web server whose bad days can be ordered in advance."""

import threading
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote


class Server:
    """Serves `files` by path; `plan[path]` holds what goes wrong with the next answers.

    A plan entry is a status code, `drop` (half of it, then silence), `no range`, or `moved`
    (a continuation from the wrong place).
    """

    def __init__(self, files):
        self.files = files
        self.plan = defaultdict(list)
        self.requests = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(outer):  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                path = unquote(self.path)
                wanted = self.headers.get("Range")
                outer.requests.append((path, wanted))
                trouble = outer.plan[path].pop(0) if outer.plan[path] else None
                content = outer.files.get(path)
                if isinstance(trouble, int) or content is None:
                    self.send_error(trouble or 404)
                    return
                start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and trouble != "no range" else 0
                if start >= len(content) > 0:
                    self.send_error(416)
                    return
                self.send_response(206 if start else 200)
                if start:
                    told = start + 1 if trouble == "moved" else start
                    self.send_header("Content-Range", f"bytes {told}-{len(content) - 1}/{len(content)}")
                body = content[start:]
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body[: len(body) // 2] if trouble == "drop" else body)

        return Handler
