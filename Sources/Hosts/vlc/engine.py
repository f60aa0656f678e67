"""TapeDeck's engine contract over libvlc, as far as libvlc supports it. Written by following ../README.md.

libvlc does not report how far it has read (it judges its buffer itself: `supplyChanged`), that it ran dry (it falls
silent until there is more data), or why something failed.
"""

import collections
import ctypes
import http.client
import os
import threading
import time
import urllib.request

import vlc

Report = collections.namedtuple("Report", "name epoch fields at")

_EVENTS = {
    vlc.EventType.MediaPlayerBuffering: "buffering", vlc.EventType.MediaPlayerPlaying: "playing",
    vlc.EventType.MediaPlayerEndReached: "end",
    vlc.EventType.MediaPlayerEncounteredError: "error", vlc.EventType.MediaPlayerTimeChanged: "time",
}
_KINDS = {vlc.TrackType.audio: "audio", vlc.TrackType.video: "video", vlc.TrackType.ext: "subtitle"}
# A moving playhead is reported every half second: silence for this long, in microseconds, is a stall.
_SILENCE = 1_200_000
# A server that does not answer within these seconds is asked nothing more.
_PATIENCE = 5
# This many bytes after a stall justify another attempt.
_MORE = 16_384
# VLC ends when its outputs have everything; its dummies drop the last second.
_HELD = 1_000_000
_CLOSING = 0.03
_END = 50_000


class _Event(ctypes.Structure):
    """The content of an event, which the vlc module does not expose."""

    class _Value(ctypes.Union):
        _fields_ = [("percent", ctypes.c_float), ("milliseconds", ctypes.c_int64)]

    _fields_ = [("kind", ctypes.c_int), ("object", ctypes.c_void_p), ("value", _Value)]


class Engine:
    def __init__(self, sources, clock=None):
        self.sources, self.clock = sources, clock or (lambda: time.monotonic_ns() // 1000)
        self.identity = "VLC " + vlc.libvlc_get_version().decode().split()[0]
        self._vlc = vlc.Instance("--intf=dummy", "--vout=dummy", "--aout=dummy", "--quiet", "--no-lua")
        self.events = collections.deque()
        self.bell = threading.Event()
        self._playbacks, self._reports, self._is_woken = {}, [], False

    def perform(self, command, epoch, fields):
        if command == "open":
            source = self.sources.get(fields["item"], "")
            self._playbacks[epoch] = Playback(self, epoch, self._vlc, source)
        elif epoch in self._playbacks:
            self._playbacks[epoch].perform(command, fields)

    def reports(self, timeout=None):
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            self.bell.clear()
            while self.events:
                epoch, kind, value, at = self.events.popleft()
                if epoch in self._playbacks:
                    self._playbacks[epoch].take(kind, value, at)
            for playback in list(self._playbacks.values()):
                playback.tick()
            if self._reports or self._is_woken or deadline is not None and time.monotonic() >= deadline:
                break
            self.bell.wait(0.02 if self._playbacks else None if deadline is None else deadline - time.monotonic())
        self._is_woken = False
        reports, self._reports = self._reports, []
        return reports

    def wake(self):
        self._is_woken = True
        self.bell.set()

    def shut_down(self):
        for playback in self._playbacks.values():
            playback.release()
        self._playbacks.clear()

    def report(self, name, epoch, **fields):
        self._reports.append(Report(name, epoch, fields, self.clock()))

    def forget(self, epoch):
        del self._playbacks[epoch]


class Playback:
    def __init__(self, engine, epoch, instance, source):
        self.engine, self.epoch, self.source = engine, epoch, source
        self.stage = "opening"
        self.rest, self.rate, self.since, self.is_moving = 0, 1000, 0, False
        self.starting = None
        self.seek, self.next_seek, self.play_after = None, None, None
        self.has_ended = self.is_ending = self.is_restarting = self.is_held = self.is_filling = False
        self.asked, self.heard, self.had, self.shown, self.closing, self.is_released = 0, 0, 0, set(), 0, False
        self.duration, self.opened_at = None, engine.clock()
        self.media = instance.media_new(source if "://" in source else os.path.abspath(source))
        self.media.add_option(":start-paused")
        self.player = instance.media_player_new()
        self.player.set_media(self.media)
        for kind in _EVENTS:
            # Runs on VLC's threads, which must not call into VLC.
            self.player.event_manager().event_attach(kind, self._hear, _EVENTS[kind])
        self.player.play()
        self.gives_ranges = True
        self.asking = threading.Thread(target=self._ask, daemon=True)
        self.asking.start()

    def _ask(self):
        """Asks a server for the first byte: VLC takes each for one with ranges, and never answers a seek where there are none."""
        if not self.source.startswith(("http://", "https://")):
            return
        try:
            request = urllib.request.Request(self.source, headers={"Range": "bytes=0-0"})
            with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
                # The parts of a playlist are files of their own.
                is_list = any(word in answer.headers.get_content_type() for word in ("mpegurl", "dash+xml"))
                self.gives_ranges = answer.status == 206 or is_list
        # Not an answer, or not an address for this library: what VLC says holds.
        except (OSError, ValueError, http.client.HTTPException):
            pass

    def can_seek(self):
        return self.gives_ranges and bool(self.player.is_seekable())

    def _hear(self, event, kind):
        value = _Event.from_address(ctypes.addressof(event)).value
        number = value.percent if kind == "buffering" else value.milliseconds * 1000
        self.engine.events.append((self.epoch, kind, number, self.engine.clock()))
        self.engine.bell.set()

    def report(self, name, **fields):
        self.engine.report(name, self.epoch, **fields)

    # Commands.

    def perform(self, command, fields):
        if command == "close":
            self.stage, self.closing = "closing", time.monotonic()
            self.release()
        elif self.stage == "open" and (method := getattr(self, "do_" + command, None)):
            method(fields)

    def do_play(self, fields):
        if self.seek:
            self.play_after = fields["rate"]
        elif self.is_ending:
            self.rest, self.rate = self.position(), fields["rate"]
            self.move(self.rest, self.engine.clock())
            self.report("playbackStarted", position=self.rest, rate=self.rate)
        elif self.has_ended:
            self.report("ended", position=self.rest)
        else:
            position, self.rate = self.position(), fields["rate"]
            if self.is_moving:
                self.player.set_rate(self.rate / 1000)
                self.move(position, self.engine.clock())
                self.report("playbackStarted", position=position, rate=self.rate)
            elif self.starting is None:
                self.starting, self.is_held, self.asked = self.rest, False, self.engine.clock()
                self.player.set_pause(0)

    def do_pause(self, fields):
        self.play_after = None
        self.halt()
        self.report("playbackStopped", position=self.rest)

    def do_seek(self, fields):
        self.play_after = None
        self.halt()
        if not self.can_seek():
            self.report("seekCompleted", serial=fields["serial"], position=self.rest, isFinished=False)
            self.report("supplyChanged", supply="stalled" if self.is_held else "playable+playThrough")
        elif self.seek:
            self.next_seek = fields
        else:
            self.begin(fields)

    def do_reportPosition(self, fields):
        self.report("positionReported", position=self.position())

    def do_captureStill(self, fields):
        self.report("stillCaptured", serial=fields["serial"], isCaptured=False)

    def do_selectTrack(self, fields):
        self.report("warned", failure="unknown", detail=0, text="this host selects no renditions")

    def do_setVolume(self, fields):
        self.player.audio_set_volume(max(fields["left"], fields["right"]) // 10)
        self.player.audio_set_mute(bool(fields["isMuted"]))

    def release(self):
        def work():
            self.player.stop()
            self.is_released = True
            self.engine.bell.set()

        threading.Thread(target=work, daemon=True).start()

    # The playhead: VLC reports it twice a second, and it is computed in between.

    def position(self):
        if not self.is_moving:
            return self.rest
        position = self.rest + (self.engine.clock() - self.since) * self.rate // 1000
        return position if self.duration is None else min(position, self.duration)

    def move(self, position, at):
        self.rest, self.since, self.is_moving = position, at, True

    def halt(self):
        if self.is_moving or self.starting is not None:
            self.player.set_pause(1)
        self.rest, self.is_moving, self.starting = self.position(), False, None

    def begin(self, fields):
        target = max(0, fields["target"])
        self.has_ended = self.is_ending = self.is_held = False
        self.heard = self.engine.clock()
        if self.duration is not None and target >= self.duration - _END:
            # There VLC would end, and accept no further seek.
            self.seek = fields
            self.land(self.duration)
            return
        self.seek = fields
        if self.player.get_state() in (vlc.State.Ended, vlc.State.Stopped):
            self.is_restarting = True
            self.player.stop()
            self.player.play()
        else:
            self.set_time(target)

    def set_time(self, target):
        self.is_filling = False
        self.player.set_time(target // 1000)

    def land(self, position):
        if self.next_seek:
            fields, self.next_seek, self.seek = self.next_seek, None, None
            return self.begin(fields)
        fields, self.seek, self.rest = self.seek, None, position
        self.has_ended = self.duration is not None and position == self.duration
        self.report("seekCompleted", serial=fields["serial"], position=position, isFinished=True)
        self.report("supplyChanged", supply="playable+playThrough")
        rate, self.play_after = self.play_after, None
        if rate is not None:
            self.do_play({"rate": rate})

    # VLC's events.

    def take(self, kind, value, at):
        if self.stage in ("closing", "failed"):
            return
        if kind == "error" or kind == "end" and self.stage == "opening":
            known = os.path.exists(self.source) or "://" in self.source
            self.fail("invalidData" if kind == "end" else "io" if known else "notFound")
        elif kind == "buffering":
            self.heard = at
            # Each filling begins at 0 and reports 100 twice: the first value after a seek may be an earlier filling's.
            self.is_filling = value < 100 or self.is_filling
            if value >= 100 and (self.is_filling or not self.seek):
                self.full()
            elif value < 100 and self.is_moving and not self.seek:
                # It ran dry a while ago, and reports so once there is more: on its own it would resume.
                self.starve()
        elif self.stage == "open" and not self.seek:
            self.follow(kind, value, at)

    def full(self):
        if self.stage == "opening":
            self.asking.join()
            self.open()
        elif self.is_restarting:
            self.is_restarting = False
            self.set_time(max(0, self.seek["target"]))
        elif self.seek:
            self.land(max(0, self.seek["target"]))
        elif self.is_held:
            self.let_go()

    def starve(self):
        """Holds a playhead that has not moved since VLC last reported its position."""
        was, said = self.position(), self.player.get_time() * 1000
        self.halt()
        if self.rest - 2_000_000 * self.rate // 1000 < said < was - 100_000:
            self.rest = said
            self.report("positionReported", position=said)
        self.is_held, self.had = True, self.bytes_read()
        self.report("starved", position=self.rest)
        self.report("supplyChanged", supply="stalled")

    def let_go(self):
        self.is_held = False
        self.report("supplyChanged", supply="playable+playThrough")

    def bytes_read(self):
        stats = vlc.MediaStats()
        self.media.get_stats(stats)
        return stats.read_bytes

    def follow(self, kind, value, at):
        if kind == "playing" and self.starting is not None:
            self.starting, self.heard = None, at
            # When the rate is set during a pause, VLC's clock includes the pause.
            self.player.set_rate(self.rate / 1000)
            self.move(self.rest, at)
            self.report("playbackStarted", position=self.position(), rate=self.rate)
            for found in sorted(self.kinds - self.shown):
                self.report("firstFrame", kind=found, position=self.position())
            self.shown |= self.kinds
        elif kind == "time" and self.is_moving:
            self.heard = at
            # After a seek VLC's times are wrong at other rates: they include the pause.
            if self.rate == 1000 and abs(value - (self.rest + (at - self.since) * self.rate // 1000)) > 250_000:
                self.move(value, at)
                self.report("positionReported", position=self.position())
        elif kind == "end" and self.is_moving:
            # VLC may be this far ahead of what was presented: the data it still holds, at the current rate.
            left = 0 if self.duration is None else self.duration - self.position()
            if left > _HELD + _HELD * self.rate // 1000:
                self.halt()
                return self.fail("io")
            self.is_ending = True

    def open(self):
        self.stage = "open"
        length = self.player.get_length()
        self.duration = length * 1000 if length > 0 else None
        self.kinds = set()
        for track in self.media.tracks_get() or []:
            if track.type in _KINDS:
                self.kinds |= {_KINDS[track.type]} & {"audio", "video"}
                self.report("trackFound", kind=_KINDS[track.type], track=track.id, language="", title="")
        self.report(
            "opened", duration=self.duration, seekable=self.can_seek(), audio="audio" in self.kinds,
            video="video" in self.kinds)
        self.report("supplyChanged", supply="playable+playThrough")

    def fail(self, kind):
        self.stage = "failed"
        self.report("failed", failure=kind, detail=0, text="")

    def is_near_end(self):
        return self.duration is not None and self.seek["target"] > self.duration - 1_500_000

    def tick(self):
        now = self.engine.clock()
        if self.stage == "closing":
            if self.is_released or time.monotonic() - self.closing > _CLOSING:
                self.report("closed")
                self.engine.forget(self.epoch)
        elif self.stage == "opening" and now - self.opened_at > 200_000:
            # Media without streams neither plays nor fails while paused.
            if self.player.get_state() == vlc.State.Paused and not list(self.media.tracks_get() or []):
                self.player.set_pause(0)
        elif self.seek and self.is_near_end() and now - self.heard > 150_000:
            # This close to the end there is not enough left to fill the buffer.
            self.full()
        elif self.starting is not None:
            # VLC sends no event for a pause that ended before it took effect, while VLC was waiting for data.
            if now - self.asked > 200_000 and self.player.get_state() == vlc.State.Playing:
                self.follow("playing", 0, now)
        elif self.is_ending:
            if self.is_moving and (self.duration is None or self.position() >= self.duration):
                self.halt()
                self.is_ending, self.has_ended = False, True
                self.report("ended", position=self.rest)
        elif self.is_moving and now - self.heard > _SILENCE:
            self.starve()
        elif self.is_held and not self.is_moving and self.bytes_read() >= self.had + _MORE:
            # During a pause it may not report that it is full.
            self.let_go()
