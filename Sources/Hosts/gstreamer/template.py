#!/usr/bin/python3
"""A minimal engine for TapeDeck over GStreamer's playbin3: copy it, and replace playbin3 with your own engine.

    engine = Engine(sources={1: "/media/clip.mp4"})
    engine.perform("open", 1, {"item": 1})
    for report in engine.reports(timeout=1.0):
        print(report.name, report.epoch, report.fields)

Commands go in and reports come out; there are no decisions, time-outs or user interface. Everything but `wake` is called
on one thread. Positions are microseconds of media time, rates are thousandths. The documentation of the protocol
`Engine` in PlayerRuntime defines the rules. When run as a program, it is driven by `tapedeck certify`.
"""

import os
import select
import threading
import time
from collections import namedtuple

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst  # noqa: E402

Report = namedtuple("Report", "name epoch fields at")
Report.__doc__ = "What happened, to which opening, the fields by name, and when: microseconds on the clock of the engine."

FAILURES = {"resource": "io", "stream": "invalidData", "core": "formatUnsupported"}
# `closed` is due within 100 ms, whatever the source does.
CLOSING = 0.05
NEVER = float("inf")


class Engine:
    """Plays what it is told to.

    `sources` maps the number of an item to a path or an address, and may grow. `make_sinks` returns the properties of a
    playbin3 that determine where sound and picture go: `real_sinks` for people, `fake_sinks` for tests. `clock` returns
    microseconds; the default clock begins at 0.
    """

    def __init__(self, sources, make_sinks=None, clock=None):
        Gst.init(None)
        # Loads their plugins now, not while the first opening must be closed in time.
        for name in ("playbin3", "filesrc", "souphttpsrc", "typefind", "parsebin", "queue2", "volume", "videoconvert"):
            Gst.ElementFactory.make(name)
        self.identity = "GStreamer %d.%d.%d" % Gst.version()[:3]
        self.sources = sources
        self.make_sinks = make_sinks or real_sinks
        started = time.monotonic_ns()
        self.clock = clock or (lambda: (time.monotonic_ns() - started) // 1000)
        self._bell = os.eventfd(0)
        self.playbacks = {}
        self.reported = []
        self._threads = []

    def make_playback(self, epoch, source):
        return Playback(self, epoch, source)

    def perform(self, command, epoch, fields):
        """Carries out a command by its name without `engine.`; what follows is reported. Unknown epochs are ignored."""
        if command == "open":
            self.playbacks[epoch] = self.make_playback(epoch, self.sources.get(fields["item"], ""))
        elif epoch in self.playbacks:
            self.playbacks[epoch].perform(command, fields)

    def reports(self, timeout=None):
        """Waits until there is something to report, `wake` was called, or `timeout` seconds have passed (`None`: never).
        Returns the reports, in the order in which things happened."""
        end = NEVER if timeout is None else time.monotonic() + timeout
        is_over = False
        while not self.reported and not is_over:
            nap = min([end - time.monotonic(), *(playback.nap() for playback in self.playbacks.values())])
            buses = [playback.bus.get_pollfd().fd for playback in self.playbacks.values()]
            is_woken = self._bell in select.select([self._bell, *buses], [], [], max(0, nap) if nap < NEVER else None)[0]
            if is_woken:
                os.eventfd_read(self._bell)
            for playback in list(self.playbacks.values()):
                playback.tick()
            is_over = is_woken or time.monotonic() >= end
        reports, self.reported = self.reported, []
        return reports

    def wake(self):
        """Makes `reports` return. Any thread may call it."""
        os.eventfd_write(self._bell, 1)

    def shut_down(self):
        """Releases everything. Waits at most a second per source; one not released by then ends with the process."""
        for playback in self.playbacks.values():
            playback.release()
        for thread in self._threads:
            thread.join(1.0)
        self.playbacks.clear()
        self.reported.clear()

    def aside(self, work):
        """Runs what may take long on a separate thread; the playback checks for its result in `tick`."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        self._threads.append(threading.Thread(target=lambda: (work(), self.wake()), daemon=True))
        self._threads[-1].start()


class Playback:
    """One opening of one source: a playbin3, and what is known about it. `do_…` are commands."""

    def __init__(self, engine, epoch, source):
        self.engine, self.epoch, self.source = engine, epoch, source
        self.is_local = "://" not in source or source.startswith("file:")
        self.is_open = self.is_moving = self.is_starting = self.has_ended = self.has_failed = False
        self.closing = None  # since when it closes
        self.duration = None
        self.zero = 0  # where the media starts, in nanoseconds of the pipeline: MPEG-TS does not start at zero
        self.rest = 0  # where the playhead rests, or was last observed
        self.rate = 1000
        self.flush = self.next_flush = None  # the seek in progress, and the newest one that waits for it
        self.after_flush = None  # the rate of a play that waits for it
        self.percent = 100  # how full the buffer is
        self.gives_ranges = self.is_local
        self.presented = set()
        self.pipeline = Gst.ElementFactory.make("playbin3")
        # A separate bus tells whose message it is: a failing element may have left its pipeline when it is read.
        self.bus = self.pipeline.get_bus()
        self.set_up()
        self.pipeline.set_property("uri", source if "://" in source else GLib.filename_to_uri(os.path.abspath(source)))
        self.pipeline.set_state(Gst.State.PAUSED)

    def set_up(self):
        for name, value in self.engine.make_sinks().items():
            self.pipeline.set_property(name, value)
        if self.source.startswith("http"):
            # Data in a ring can be read again: a nearby seek, or another rate, needs no request to the server.
            self.pipeline.set_property("ring-buffer-max-size", 64 << 20)
            # The engine does not decide whether to retry.
            self.pipeline.connect("source-setup", lambda _, source: source.set_property("retries", 0))

    def report(self, name, **fields):
        self.engine.reported.append(Report(name, self.epoch, fields, self.engine.clock()))

    # Commands.

    def perform(self, command, fields):
        """Carries out a command. One that needs open media does nothing until then; after a failure, only `close` works."""
        is_heard = command == "close" or command.startswith("set") or self.is_open
        if is_heard and self.closing is None and (command == "close" or not self.has_failed):
            getattr(self, "do_" + command, lambda fields: None)(fields)

    def do_play(self, fields):
        rate = fields["rate"]
        if self.flush:
            self.after_flush = rate
        elif self.has_ended:
            self.report("ended", position=self.rest)
        elif self.is_moving and rate == self.rate:
            self.report("playbackStarted", position=self.look(), rate=rate)
        elif self.is_dry():
            if self.is_moving:
                self.starve()
            self.report("starved", position=self.rest)
        elif rate != self.rate:
            self.change_rate(rate)
        elif not self.is_starting:
            self.is_starting = True
            self.pipeline.set_state(Gst.State.PLAYING)
            self.start_if_playing()

    def do_pause(self, fields):
        self.after_flush = None
        self.halt()
        self.report("playbackStopped", position=self.rest)

    def do_seek(self, fields):
        self.after_flush = None
        self.halt()
        if self.can_seek():
            self.begin(fields)
        else:
            self.finish(fields, is_finished=False)

    def do_reportPosition(self, fields):
        self.report("positionReported", position=self.look())

    def do_setVolume(self, fields):
        # playbin3 has one volume for both channels.
        self.pipeline.set_property("volume", max(fields["left"], fields["right"]) / 1000)
        self.pipeline.set_property("mute", bool(fields["isMuted"]))

    def do_captureStill(self, fields):
        self.report("stillCaptured", serial=fields["serial"], isCaptured=False)

    def do_selectTrack(self, fields):
        self.report("warned", failure="formatUnsupported", detail=0, text="Renditions cannot be selected")

    def do_close(self, fields):
        self.closing = time.monotonic()
        if not self.has_failed:
            self.release()

    def release(self):
        """Sets the pipeline to NULL on a separate thread: a source may block that for as long as it likes."""
        self.engine.aside(lambda: self.pipeline.set_state(Gst.State.NULL))

    # Time.

    def nap(self):
        """The number of seconds until the next check, if nothing happens before."""
        return NEVER if self.closing is None else self.closing + CLOSING - time.monotonic()

    def tick(self):
        """Handles the pipeline's messages, and checks what no message announces."""
        while message := self.bus.pop():
            if self.closing is None and not self.has_failed:
                self.take(message)
        if self.closing is not None and (self.has_settled(Gst.State.NULL) or self.nap() <= 0):
            self.report("closed")
            del self.engine.playbacks[self.epoch]

    # The position of the playhead.

    def look(self):
        """The current position; while the playhead rests or flushes, where it rests."""
        if self.is_moving:
            self.ask_position()
        return self.rest

    def ask_position(self):
        if (position := self.pipeline_position()) is not None:
            self.rest = max(0, position - self.zero) // 1000

    def pipeline_position(self):
        is_known, position = self.pipeline.query_position(Gst.Format.TIME)
        return position if is_known and position >= 0 else None

    def halt(self):
        """Stops the playhead, and remembers where. Does nothing if it already rests."""
        if self.is_moving or self.is_starting:
            self.pipeline.set_state(Gst.State.PAUSED)
            self.is_moving, self.is_starting = True, False
            self.look()
            self.is_moving = False

    # The available data.

    def is_dry(self):
        """Whether the playhead must wait for data. GStreamer advises to play only when the buffer is full."""
        return self.percent < 100

    def starve(self):
        self.halt()
        self.report("starved", position=self.rest)

    def report_supply(self):
        if self.is_local and self.duration is not None:
            self.report("buffered", until=self.duration, isSaturated=True)
        else:
            self.report("supplyChanged", supply="stalled" if self.is_dry() else "playable+playThrough")

    def fill(self, percent):
        was_dry, self.percent = self.is_dry(), percent
        if self.is_open and not self.flush and self.is_dry() != was_dry:
            if self.is_moving or self.is_starting:
                self.starve()
            self.report_supply()

    # Seeking: one flush at a time; the newest request waits for it.

    def can_seek(self):
        query = Gst.Query.new_seeking(Gst.Format.TIME)
        return self.gives_ranges and self.pipeline.query(query) and query.parse_seeking()[1]

    def begin(self, wanted):
        if self.flush:
            self.next_flush = wanted
            return
        # To a key frame where that is sure to be allowed; elsewhere none may be near enough.
        is_rough = wanted.get("toleranceBefore", 0) >= 60_000_000
        how = Gst.SeekFlags.KEY_UNIT | Gst.SeekFlags.SNAP_BEFORE if is_rough else Gst.SeekFlags.ACCURATE
        place = max(0, wanted["target"] if self.duration is None else min(wanted["target"], self.duration))
        if self.pipeline.seek(
                self.rate / 1000, Gst.Format.TIME, Gst.SeekFlags.FLUSH | how, Gst.SeekType.SET, place * 1000 + self.zero,
                Gst.SeekType.NONE, 0):
            self.flush, self.has_ended = wanted, False
        else:
            self.finish(wanted, is_finished=False)

    def change_rate(self, rate):
        # playbin3 changes the rate only with a seek. The playhead does not move until that is done.
        self.halt()
        self.rate = self.after_flush = rate
        self.begin({"serial": None, "target": self.rest})

    def land(self):
        wanted, waiting = self.flush, self.next_flush
        self.flush = self.next_flush = None
        if waiting:
            self.begin(waiting)
        else:
            self.ask_position()
            self.finish(wanted)

    def finish(self, wanted, is_finished=True):
        if wanted["serial"] is not None:
            self.report("seekCompleted", serial=wanted["serial"], position=self.rest, isFinished=is_finished)
            self.report_supply()
        rate, self.after_flush = self.after_flush, None
        if rate is not None:
            self.do_play({"rate": rate})

    # Messages.

    def take(self, message):
        """A message of this pipeline, or of an element inside."""
        kind, is_mine = message.type, message.src is self.pipeline
        if kind == Gst.MessageType.ERROR:
            self.fail(**self.failure(message.parse_error()[0]))
        elif kind == Gst.MessageType.ASYNC_DONE and is_mine:
            # It may be older than the seek that it seems to answer.
            if self.has_settled(Gst.State.PAUSED, Gst.State.PLAYING):
                self.land() if self.flush else self.is_open or self.open()
        elif kind == Gst.MessageType.STATE_CHANGED and is_mine:
            self.start_if_playing()
        elif kind == Gst.MessageType.EOS and is_mine:
            self.end()
        elif kind == Gst.MessageType.BUFFERING:
            self.fill(message.parse_buffering())
        elif kind == Gst.MessageType.ELEMENT and message.has_name("http-headers"):
            self.hear_server(message.get_structure())

    def has_settled(self, *states):
        """Whether the pipeline has reached one of these states, and is not changing to another."""
        result, state, _ = self.pipeline.get_state(0)
        return state in states and result in (Gst.StateChangeReturn.SUCCESS, Gst.StateChangeReturn.NO_PREROLL)

    def start_if_playing(self):
        if self.is_starting and self.has_settled(Gst.State.PLAYING):
            self.is_starting, self.is_moving = False, True
            self.report("playbackStarted", position=self.look(), rate=self.rate)
            for kind in sorted(self.shown_kinds() - self.presented):
                self.report("firstFrame", kind=kind, position=self.rest)
                self.presented.add(kind)

    def end(self):
        self.halt()
        self.has_ended = True
        self.report("ended", position=self.rest)

    def failure(self, error):
        """The fields of `failed` for a `GLib.Error`."""
        kind = FAILURES.get(error.domain.removeprefix("gst-").removesuffix("-error-quark"), "unknown")
        if error.matches(Gst.ResourceError.quark(), Gst.ResourceError.NOT_FOUND):
            kind = "notFound"
        return {"failure": kind, "detail": error.code, "text": error.message}

    def fail(self, failure, detail=0, text=""):
        self.has_failed = True
        self.is_moving = self.is_starting = False
        self.report("failed", failure=failure, detail=detail, text=text)
        self.release()

    # The content of the media.

    def open(self):
        kinds = self.shown_kinds()
        if not kinds:
            return self.fail("formatUnsupported")
        self.duration = self.ask_duration()
        if self.duration is not None:
            self.zero = self.pipeline_position() or 0
        self.is_open = True
        self.report(
            "opened", duration=self.duration, seekable=bool(self.can_seek()), audio="audio" in kinds, video="video" in kinds)
        self.report_supply()

    def ask_duration(self):
        is_known, duration = self.pipeline.query_duration(Gst.Format.TIME)
        return duration // 1000 if is_known and duration >= 0 else None

    def caps(self, kind):
        """The format that reaches a sink; `None` when nothing does."""
        sink = self.pipeline.get_property(kind + "-sink")
        pad = sink.get_static_pad("sink") if sink else None
        return pad.get_current_caps() if pad else None

    def shown_kinds(self):
        return {kind for kind in ("audio", "video") if self.caps(kind)}

    def hear_server(self, answer):
        # playbin3 reports everything as seekable.
        headers = answer.get_value("response-headers")
        ranges = headers.get_string("Accept-Ranges") if headers else None
        self.gives_ranges |= answer.get_uint("http-status-code")[1] == 206 or (ranges or "").lower() == "bytes"


def real_sinks():
    """Loudspeakers and a window, as found by GStreamer; other rates preserve the pitch."""
    return {"audio-filter": Gst.ElementFactory.make("scaletempo")}


def fake_sinks():
    """No picture and no sound, but in real time."""
    return {name: Gst.parse_launch("fakesink sync=true") for name in ("audio-sink", "video-sink")}


if __name__ == "__main__":
    import pipe

    pipe.run(lambda sources, clock: Engine(sources, fake_sinks, clock))
