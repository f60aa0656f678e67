#!/usr/bin/env python3
"""The servers nobody wants: for recordings and tests of how a player behaves when the network does not.

Usage: misbehaving-server.py --media DIR --env FILE [--live URL]

Listens on free ports of 127.0.0.1 and writes them to FILE as KEY=value lines once all are open:

  MISBEHAVING_PORT  HTTP, with a Content-Length but without ranges:
      /stall/NAME?after=BYTES&for=SECONDS   sends BYTES of the body, pauses, then sends the rest
      /break/NAME?after=BYTES[&how=reset]   sends BYTES of the body, then closes (or resets) the connection
          [&for=SECONDS]                    pauses before that
          [&ranges=yes][&times=COUNT]       with ranges: BYTES from where each of them begins; the first COUNT requests for
          [&refused=COUNT]                  this very address, then the next ones are refused (503), and then no more
      /refuse/NAME[?for=SECONDS]            with ranges: serves the whole, and refuses each part (403), or says nothing for
                                            SECONDS and breaks off
      /flv/live.flv                         the live stream at URL as endless FLV (needs --live and ffmpeg)
  SILENT_PORT       accepts connections and never says a word
  REFUSED_PORT      taken but not listening, so that connecting is refused as long as this process lives

Examples:
  Tools/support/misbehaving-server.py --media Traces/media --env /tmp/ports

Exit codes: runs until it is stopped; 1 a port cannot be opened, 2 wrong usage.
"""

import argparse
import collections
import os
import pathlib
import re
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOOPBACK = "127.0.0.1"
TYPES = {
    ".m4a": "audio/mp4",
    ".mkv": "video/x-matroska",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".ts": "video/mp2t",
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "Misbehaving"

    def do_HEAD(self):
        self.answer(body=False)

    def do_GET(self):
        try:
            self.answer(body=True)
        except (BrokenPipeError, ConnectionResetError):
            self.log_message("the client went away")

    def answer(self, body):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        self.close_connection = True
        if url.path == "/flv/live.flv" and self.server.live:
            return self.live(body)
        manner, _, name = url.path.lstrip("/").partition("/")
        file = self.server.media / name
        # Only plain names directly below the media directory: no path leads out of it.
        if manner not in ("stall", "break", "refuse") or "/" in name or not file.is_file():
            return self.send_error(404)
        try:
            after = max(0, int(query.get("after", 0)))
            pause = max(0.0, float(query.get("for", 0)))
            times = int(query.get("times", sys.maxsize))
            refused = int(query.get("refused", 0))
        except ValueError:
            return self.send_error(400)
        data = file.read_bytes()
        start = self.range_start(len(data)) if manner == "refuse" or query.get("ranges") == "yes" else None
        if manner == "refuse" and start:
            time.sleep(pause)
            return self.break_off(reset=False) if pause else self.send_error(403)
        if body:
            self.server.requests[self.path] += 1
        if times < self.server.requests[self.path] <= times + refused:
            return self.send_error(503)
        self.head(TYPES.get(file.suffix, "application/octet-stream"), len(data), start)
        data = data[start or 0 :]
        if not body:
            return None
        if self.server.requests[self.path] > times:
            self.wfile.write(data)
            return None
        if manner == "refuse":
            return self.wfile.write(data)
        self.wfile.write(data[:after])
        time.sleep(pause)
        if manner == "break":
            return self.break_off(reset=query.get("how") == "reset") if len(data) > after else None
        self.wfile.write(data[after:])
        return None

    def range_start(self, length):
        """Where the requested open-ended range begins; None if the whole is requested."""
        match = re.fullmatch(r"bytes=(\d{1,18})-", self.headers.get("Range", ""))
        return int(match[1]) if match and int(match[1]) < length else None

    def head(self, content_type, length=None, start=None):
        self.send_response(200 if start is None else 206)
        self.send_header("Content-Type", content_type)
        if length is not None:
            self.send_header("Content-Length", str(length - (start or 0)))
        if start is not None:
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("Content-Range", f"bytes {start}-{length - 1}/{length}")
        self.send_header("Connection", "close")
        self.end_headers()

    def break_off(self, reset):
        self.log_message("breaking the connection")
        if reset:
            # Lingering for zero seconds makes close() send RST instead of FIN. Data that the client has not read by
            # then is lost, so give it a moment.
            time.sleep(0.2)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
        else:
            self.connection.shutdown(socket.SHUT_WR)

    def live(self, body):
        self.head("video/x-flv")
        if not body:
            return
        command = ["ffmpeg", "-nostdin", "-v", "error", "-analyzeduration", "500000", "-i", self.server.live]
        command += ["-c", "copy", "-flush_packets", "1", "-f", "flv", "pipe:1"]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as relay:
            try:
                while chunk := relay.stdout.read1(65536):
                    self.wfile.write(chunk)
            finally:
                relay.kill()


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, media, live):
        super().__init__((LOOPBACK, 0), Handler)
        self.media = media
        self.live = live
        self.requests = collections.Counter()


def keep_silent(listener):
    """Accepts connections and reads whatever arrives, until the client gives up."""

    def swallow(connection):
        with connection:
            try:
                while connection.recv(65536):
                    pass
            except OSError:
                pass

    while True:
        connection, _ = listener.accept()
        threading.Thread(target=swallow, args=(connection,), daemon=True).start()


def write_ports(path, ports):
    # Renamed into place, so that a process that waits for the file never sees half of it.
    partial = path.with_name(path.name + ".partial")
    partial.write_text("".join(f"{key}={port}\n" for key, port in ports.items()))
    os.replace(partial, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--media", type=pathlib.Path, help="directory of the files to serve")
    parser.add_argument("--env", type=pathlib.Path, help="file to write the ports to")
    parser.add_argument("--live", help="address of a live stream to hand on as FLV")
    arguments = parser.parse_args()
    if not arguments.media or not arguments.env:
        parser.error("give --media and --env")

    silent = socket.create_server((LOOPBACK, 0))
    refused = socket.socket()
    refused.bind((LOOPBACK, 0))
    server = Server(arguments.media, arguments.live)
    threading.Thread(target=keep_silent, args=(silent,), daemon=True).start()
    write_ports(
        arguments.env,
        {
            "MISBEHAVING_PORT": server.server_port,
            "SILENT_PORT": silent.getsockname()[1],
            "REFUSED_PORT": refused.getsockname()[1],
        },
    )
    server.serve_forever()


if __name__ == "__main__":
    main()
