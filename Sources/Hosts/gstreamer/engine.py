"""TapeDeck's engine contract over GStreamer's playbin3: commands in, reports out, no decision and no user interface.

    engine = Engine(sources={1: "/media/clip.mp4"})
    engine.perform("open", 1, {"item": 1})
    for report in engine.reports(timeout=1.0):
        print(report.name, report.epoch, report.fields)

Everything is called on one thread, but `wake`. Positions are microseconds of the media, rates are thousandths. The rules
are in the documentation of the protocol `Engine` of PlayerRuntime.
"""

import os
import select
import threading
import time
from collections import namedtuple

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402

from playback import Playback  # noqa: E402

Report = namedtuple("Report", "name epoch fields at")
Report.__doc__ = "What happened, to which opening, the fields by name, and when: microseconds on the clock of the engine."

_LOOK, _WAKE = b"l", b"w"
MESSAGES = (
    Gst.MessageType.ASYNC_DONE | Gst.MessageType.BUFFERING | Gst.MessageType.CLOCK_LOST | Gst.MessageType.ELEMENT
    | Gst.MessageType.EOS | Gst.MessageType.ERROR | Gst.MessageType.REQUEST_STATE | Gst.MessageType.STATE_CHANGED
    | Gst.MessageType.STREAM_COLLECTION | Gst.MessageType.STREAMS_SELECTED | Gst.MessageType.TAG | Gst.MessageType.TOC
    | Gst.MessageType.DURATION_CHANGED
)


class Engine:
    """Plays what it is told to.

    `sources` maps the number of an item to a path or an address, and may grow. `make_sinks` gives the properties of a
    playbin3 that say where sound and picture go: `real_sinks` for people, `fake_sinks` for tests. `clock` gives
    microseconds; by itself it begins at 0. `on_still(serial, png)` takes pictures.
    """

    def __init__(self, sources, make_sinks=None, clock=None, on_still=None):
        Gst.init(None)
        # Their plugins are loaded now: not while the first opening is to be closed in time.
        for name in ("playbin3", "filesrc", "souphttpsrc", "typefind", "parsebin", "queue2", "volume", "videoconvert"):
            Gst.ElementFactory.make(name)
        self.identity = "GStreamer %d.%d.%d" % Gst.version()[:3]
        self.sources = sources
        self.make_sinks = make_sinks or real_sinks
        started = time.monotonic_ns()
        self.clock = clock or (lambda: (time.monotonic_ns() - started) // 1000)
        self.on_still = on_still
        self._bell, self._ring = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._playbacks = {}
        self._reports = []
        self._threads = []

    def perform(self, command, epoch, fields):
        """Carries out a command by its name without `engine.`; what follows is reported. Unknown epochs are ignored."""
        playback = self._playbacks.get(epoch)
        if command == "open":
            if fields.get("keepsBuffer"):
                for other in self._playbacks.values():
                    other.read_no_more()
            self._playbacks[epoch] = Playback(self, epoch, self.sources.get(fields["item"], ""))
        elif playback is not None and not (playback.is_closing or playback.has_failed and command != "close"):
            playback.perform(COMMANDS[command], fields)

    def reports(self, timeout=None):
        """Waits until there is something to report, `wake` was called, or `timeout` seconds have passed (`None`: never).
        Returns the reports, in the order in which things happened."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self._reports:
            naps = [playback.nap() for playback in self._playbacks.values()]
            if deadline is not None:
                naps.append(max(0, deadline - time.monotonic()))
            nap = min((nap for nap in naps if nap is not None), default=None)
            woken = self._wait(nap)
            for playback in list(self._playbacks.values()):
                playback.take_messages(MESSAGES)
                playback.tick()
            if woken or deadline is not None and time.monotonic() >= deadline:
                break
        reports, self._reports = self._reports, []
        return reports

    def wake(self):
        """Lets `reports` return. Any thread may call it."""
        self._ring_bell(_WAKE)

    def shut_down(self):
        """Releases everything. Waits for a second at most; a source that does not let go by then ends with the process."""
        for playback in list(self._playbacks.values()):
            playback.release()
        for thread in self._threads:
            thread.join(1.0)
        self._playbacks.clear()
        self._reports.clear()

    # For playbacks.

    def report(self, name, epoch, **fields):
        self._reports.append(Report(name, epoch, fields, self.clock()))

    def forget(self, epoch):
        del self._playbacks[epoch]

    def aside(self, work):
        """Does what may take long on a thread of its own; the playback looks for its result when it ticks."""

        def run():
            work()
            self._ring_bell(_LOOK)

        self._threads = [thread for thread in self._threads if thread.is_alive()]
        self._threads.append(threading.Thread(target=run, daemon=True))
        self._threads[-1].start()

    def _ring_bell(self, tone):
        try:
            os.write(self._ring, tone)
        except BlockingIOError:
            pass  # It rings.

    def _wait(self, nap):
        """Waits for a message or a bell, `nap` seconds at most; returns whether `wake` was called."""
        buses = [playback.bus_descriptor for playback in self._playbacks.values()]
        select.select([self._bell, *buses], [], [], nap)
        try:
            return _WAKE in os.read(self._bell, 4096)
        except BlockingIOError:
            return False


COMMANDS = {
    "close": "close",
    "play": "play",
    "pause": "pause",
    "seek": "seek",
    "setVolume": "set_volume",
    "selectTrack": "select_track",
    "setPresentation": "set_presentation",
    "setVideoEnabled": "set_video_enabled",
    "captureStill": "capture_still",
    "reportPosition": "report_position",
    "catchUp": "catch_up",
}


def real_sinks():
    """Loudspeakers and a window, as GStreamer finds them; other rates keep the pitch."""
    return {"audio-filter": Gst.ElementFactory.make("scaletempo")}


def fake_sinks():
    """Nothing to see and nothing to hear, in the time that it would take."""
    sinks = {}
    for name in ("audio-sink", "video-sink"):
        sinks[name] = Gst.ElementFactory.make("fakesink")
        # Without this, time flies.
        sinks[name].set_property("sync", True)
    return sinks
