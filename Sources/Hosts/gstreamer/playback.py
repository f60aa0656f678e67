"""One opening of one source: a playbin3, and what is known of it."""

import os
import time

from gi.repository import GLib, Gst

from buffer import Buffer
from failures import failure
from media import Media

# How much may be read ahead from a server, of the media and in memory, and by how much it is short before more is read.
_AHEAD = 20 * Gst.SECOND
_RING = 64 << 20
# Playback is held so long before the data ends, which is looked for so often.
_MARGIN = 60 * Gst.MSECOND
_LOOK_OFTEN, _LOOK = 0.02, 0.1
# A source that ends so long before its duration was cut off.
_MISSING = Gst.SECOND
# `closed` is due after 100 ms, whatever the source does.
_CLOSING = 0.05
_FLAG_TEXT = 0x4


class Playback:
    def __init__(self, engine, epoch, source):
        self.engine, self.epoch = engine, epoch
        self.is_closing = self.has_failed = False
        self._is_open = self._is_moving = self._has_ended = self._reads_no_more = self._is_blocked = False
        self._is_local = "://" not in source or source.startswith("file:")
        self._zero = 0  # where the media begins, in nanoseconds of the pipeline: MPEG-TS does not begin at zero
        self._rest = 0  # where the playhead rests, or was last seen
        self._rate = 1000
        self._starting = None  # the rate of a play that is on its way
        self._flush_since = 0.0
        self._flush = self._next_flush = None  # the seek that is on its way, and the newest that waits for it
        self._after_flush = None  # the rate of a play that waits for it
        self._duration = None
        self._kept = None  # up to where the ring has data that is read again after a change of the rate
        self._reported = None  # the last `buffered`
        self._is_saturated = False
        self._percent = None
        self._presented = set()
        self._stills = []
        self._silent_looks = 0
        self._is_releasing = self._is_released = False
        self._closing_since = None

        self.pipeline = Gst.ElementFactory.make("playbin3")
        self._buffer = Buffer(self.pipeline)
        self._media = Media(self.pipeline, self._report, self._is_local)
        # A bus of its own says whose message it is: an element that fails may have left its pipeline when it is read.
        self._bus = self.pipeline.get_bus()
        self.bus_descriptor = self._bus.get_pollfd().fd
        self.pipeline.set_property("flags", int(self.pipeline.get_property("flags")) & ~_FLAG_TEXT)
        self._sinks = engine.make_sinks()
        for name, element in self._sinks.items():
            self.pipeline.set_property(name, element)
        if source.startswith("http"):
            # In a ring, what was read can be read again: a seek nearby, or another rate, asks the server for nothing.
            self.pipeline.set_property("ring-buffer-max-size", _RING)
            self.pipeline.set_property("buffer-duration", _AHEAD)
            self.pipeline.connect("source-setup", self._set_up_source)
        self.pipeline.set_property("uri", source if "://" in source else GLib.filename_to_uri(os.path.abspath(source)))
        self.pipeline.set_state(Gst.State.PAUSED)

    @staticmethod
    def _set_up_source(_pipeline, source):
        # Whether to try again is not the engine's decision.
        if source.find_property("retries"):
            source.set_property("retries", 0)

    def _report(self, name, **fields):
        self.engine.report(name, self.epoch, **fields)

    # Commands.

    def perform(self, command, fields):
        """A command; those that need open media do nothing before it is open."""
        if self._is_open or command in ("close", "set_volume", "set_presentation", "set_video_enabled"):
            getattr(self, command)(fields)

    def play(self, fields):
        rate = fields["rate"]
        if self._flush:
            self._after_flush = rate
        elif self._has_ended:
            self._report("ended", position=self._rest)
        elif self._is_moving and rate == self._rate:
            self._report("playbackStarted", position=self._look(), rate=rate)
        elif self._is_dry():
            if self._is_moving:
                self._starve()
            self._report("starved", position=self._rest)
        elif rate != self._rate and not self._is_blocked:
            # playbin3 takes another rate with a seek only. The playhead stands for as long as that takes.
            self._halt()
            self._kept = self._until()
            self._rate = rate
            self._after_flush = rate
            self._begin_flush(None, self._rest, 0, 0)
        elif self._starting is None:
            self._starting = self._rate
            self.pipeline.set_state(Gst.State.PLAYING)
            self._start_if_playing()

    def pause(self, fields):
        self._after_flush = None
        self._halt()
        self._report("playbackStopped", position=self._rest)

    def seek(self, fields):
        self._after_flush = None
        self._halt()
        serial, target = fields["serial"], fields["target"]
        if not self._can_seek() or self._reads_no_more:
            self._report("seekCompleted", serial=serial, position=self._rest, isFinished=False)
            return
        self._kept = None
        self._begin_flush(serial, target, fields.get("toleranceBefore", 0), fields.get("toleranceAfter", 0))

    def report_position(self, fields):
        self._report("positionReported", position=self._look())

    def catch_up(self, fields):
        if self._can_seek() and not self._flush:
            self._after_flush = self._rate if self._is_moving else None
            self._halt()
            self._kept = None
            self._begin_flush(None, fields["position"], 0, 0)

    def set_volume(self, fields):
        # playbin3 has one volume for both sides.
        self.pipeline.set_property("volume", max(fields["left"], fields["right"]) / 1000)
        self.pipeline.set_property("mute", bool(fields["isMuted"]))

    def set_presentation(self, fields):
        sink = self.pipeline.get_property("video-sink")
        if sink is not None and sink.find_property("force-aspect-ratio"):
            sink.set_property("force-aspect-ratio", fields["scaling"] != "fill")

    def set_video_enabled(self, fields):
        """Pictures are decoded in any case: playbin3 does not take up again what it has let go without a gap."""

    def capture_still(self, fields):
        serial = fields["serial"]

        def capture():
            caps = Gst.Caps.from_string("image/png")
            self._stills.append((serial, self.pipeline.emit("convert-sample", caps)))

        self.engine.aside(capture)

    def select_track(self, fields):
        self._media.select(fields["kind"], fields["track"])

    def close(self, fields):
        self.is_closing = True
        self._closing_since = time.monotonic()
        self.release()
        self.tick()

    def release(self):
        """To NULL, on a thread: a source may hold it up for as long as it likes."""

        def work():
            self.pipeline.set_state(Gst.State.NULL)
            self._is_released = True

        if not self._is_releasing:
            self._is_releasing = True
            self.engine.aside(work)

    def read_no_more(self):
        """A standby opening begins: what is read is played out."""
        self._reads_no_more = True
        self._block()

    def _block(self):
        # A seek on its way would never land.
        if self._reads_no_more and not self._is_blocked and not self._is_local and not self._flush:
            self._is_blocked = True
            self._buffer.read_no_more()

    # Time.

    def nap(self):
        """In how many seconds there is something to look at, if nothing happens."""
        if self.is_closing:
            return max(0, self._closing_since + _CLOSING - time.monotonic())
        if self.has_failed:
            return None
        if not self._is_open:
            return _LOOK
        if self._is_local or self._buffer.is_complete():
            return _LOOK if self._is_moving or self._flush else None
        return _LOOK_OFTEN if self._is_moving else _LOOK

    def tick(self):
        """Looks at what announces itself by no message."""
        if self.is_closing:
            if self._is_released or time.monotonic() >= self._closing_since + _CLOSING:
                self._report("closed")
                self.engine.forget(self.epoch)
            return
        if self.has_failed:
            return
        if not self._is_open:
            self._look_for_silent_failure()
            return
        while self._stills:
            serial, sample = self._stills.pop(0)
            self._hand_over(serial, sample)
        if self._flush:
            self._look_for_seek_past_data()
            return
        self._media.note_size()
        self._report_buffer()
        if self._is_moving and self._is_dry():
            self._starve()

    def _look_for_silent_failure(self):
        # parsebin loses the error of a demuxer that fails before it has been put in its place: then nothing reads, and
        # nothing says so.
        if self._buffer.is_given_up():
            self._silent_looks += 1
            if self._silent_looks > 2:
                self._fail({"failure": "invalidData", "detail": 0, "text": "The demuxer found no streams"})
        else:
            self._silent_looks = 0

    def _look_for_seek_past_data(self):
        # Where the last stream of a file has ended before its duration, tsdemux finds nothing and says nothing.
        serial, target = self._flush[:2]
        isLate = time.monotonic() - self._flush_since > 1
        if not isLate or not self._is_local or self._duration is None or target < self._duration - 500_000:
            return
        if self._next_flush:
            self._land()
            return
        self._flush, self._rest, self._has_ended = None, min(target, self._duration), True
        if serial is not None:
            self._report("seekCompleted", serial=serial, position=self._rest, isFinished=True)
            self._report_buffer(isAsked=True)
        self._play_after_flush()

    def _hand_over(self, serial, sample):
        if sample is not None and self.engine.on_still:
            data = sample.get_buffer()
            self.engine.on_still(serial, data.extract_dup(0, data.get_size()))
        self._report("stillCaptured", serial=serial, isCaptured=sample is not None)

    # Where the playhead is.

    def _look(self):
        """The position now; while it rests or flushes, where it rests."""
        if self._is_moving:
            self._ask_position()
        return self._rest

    def _ask_position(self):
        isKnown, position = self.pipeline.query_position(Gst.Format.TIME)
        if isKnown and position >= 0:
            # A broken connection lets playbin3 jump to its duration: nothing is beyond the data.
            end = self._buffer.end()
            self._rest = max(0, (position if end is None else min(position, end)) - self._zero) // 1000

    def _halt(self):
        """Stops the playhead, and remembers where. Asks for nothing if it rests."""
        if not self._is_moving and self._starting is None:
            return
        self.pipeline.set_state(Gst.State.PAUSED)
        self._is_moving = self._is_moving or self._starting is not None
        self._look()
        self._is_moving, self._starting = False, None

    def _until(self):
        """Up to where there is data, in nanoseconds of the pipeline; `None` without."""
        return max((end for end in (self._buffer.until(), self._kept) if end is not None), default=None)

    def _is_dry(self):
        """Whether the playhead is where the data ends, and there is more to come."""
        if self._is_local or self._buffer.is_complete():
            return False
        until = self._until()
        return until is None or self._look() * 1000 + self._zero + _MARGIN >= until

    def _starve(self):
        self._halt()
        self._report("starved", position=self._rest)

    def _report_buffer(self, isAsked=False):
        until, isSaturated = self._until(), True
        if self._is_local and self._duration is not None:
            until = self._duration * 1000
        elif self._buffer.is_complete():
            isWhole = self._duration is not None and not self._is_cut()
            until = self._duration * 1000 if isWhole else until - self._zero
        elif until is not None:
            room = _AHEAD * (6 if self._is_saturated else 9) // 10
            until -= self._zero
            isSaturated = self._percent == 100 if self._buffer.is_adaptive else until - self._look() * 1000 >= room
        else:
            until, isSaturated = self._rest * 1000, False
        until //= 1000
        if not isAsked and self._reported:
            was, wasSaturated = self._reported
            if abs(until - was) < 1_000_000 and isSaturated == wasSaturated:
                return
        self._reported, self._is_saturated = (until, isSaturated), isSaturated
        self._report("buffered", until=until, bytesRead=self._buffer.bytes_read, isSaturated=isSaturated)

    def _is_cut(self):
        end = self._buffer.end()
        return self._duration is not None and (end is None or end - self._zero + _MISSING < self._duration * 1000)

    # Seeking: one flush at a time, and the newest waits for it.

    def _can_seek(self):
        query = Gst.Query.new_seeking(Gst.Format.TIME)
        return self._media.gives_ranges and self.pipeline.query(query) and query.parse_seeking()[1]

    def _begin_flush(self, serial, target, before, after):
        wanted = (serial, target, before, after)
        if self._flush:
            self._next_flush = wanted
            return
        flags = Gst.SeekFlags.FLUSH
        # To a key frame where that is sure to be allowed; elsewhere none may be near enough.
        flags |= Gst.SeekFlags.KEY_UNIT | Gst.SeekFlags.SNAP_BEFORE if before >= 60_000_000 else Gst.SeekFlags.ACCURATE
        place = max(0, target)
        if self._duration is not None:
            place = min(place, self._duration)
        isTaken = self.pipeline.seek(
            self._rate / 1000, Gst.Format.TIME, flags, Gst.SeekType.SET, place * 1000 + self._zero, Gst.SeekType.NONE, 0)
        if isTaken:
            self._flush, self._flush_since = wanted, time.monotonic()
            self._has_ended = False
        elif serial is not None:
            self._report("seekCompleted", serial=serial, position=self._rest, isFinished=False)

    def _land(self):
        serial, self._flush = self._flush[0], None
        if self._next_flush:
            wanted, self._next_flush = self._next_flush, None
            self._begin_flush(*wanted)
            if self._flush:
                return
        self._ask_position()
        if serial is not None:
            self._report("seekCompleted", serial=serial, position=self._rest, isFinished=True)
            self._report_buffer(isAsked=True)
        self._play_after_flush()
        self._block()

    def _play_after_flush(self):
        rate, self._after_flush = self._after_flush, None
        if rate is not None:
            self.play({"rate": rate})

    # Messages.

    def take_messages(self, types):
        while message := self._bus.pop_filtered(types):
            if not self.is_closing and not self.has_failed:
                self._take(message, message.src is self.pipeline)

    def _take(self, message, isMine):
        """A message of this pipeline, or of an element inside."""
        kind = message.type
        if kind == Gst.MessageType.ERROR:
            fields = failure(message.parse_error()[0], self._media.http_status)
            if fields["failure"] == "rangeRequired" and self._media.tracks:
                # Nobody asked for a part before the connection broke.
                fields["failure"] = "io"
            self._fail(self._media.missing[0] if self._media.missing and not self._is_open else fields)
        elif kind == Gst.MessageType.ASYNC_DONE and isMine:
            self._arrive()
        elif kind == Gst.MessageType.STATE_CHANGED and isMine:
            self._start_if_playing()
        elif kind == Gst.MessageType.EOS and isMine:
            self._end()
        elif kind == Gst.MessageType.BUFFERING:
            self._percent = message.parse_buffering()
        elif kind == Gst.MessageType.CLOCK_LOST and (self._is_moving or self._starting is not None):
            # A sink that gave the clock is gone. Nobody needs to know.
            self.pipeline.set_state(Gst.State.PAUSED)
            self.pipeline.set_state(Gst.State.PLAYING)
        elif kind == Gst.MessageType.REQUEST_STATE and self._is_moving:
            self._halt()
            self._report("playbackStopped", position=self._rest)
        elif kind == Gst.MessageType.DURATION_CHANGED and self._is_open:
            self._find_duration()
        else:
            self._media.take(message, self._is_open)

    def _settled(self):
        """The state that the pipeline has reached; `None` while it changes."""
        result, state, _ = self.pipeline.get_state(0)
        return state if result in (Gst.StateChangeReturn.SUCCESS, Gst.StateChangeReturn.NO_PREROLL) else None

    def _arrive(self):
        # A message may be older than the seek that it seems to answer.
        if self._settled() is None:
            return
        if not self._is_open:
            self._open()
        elif self._flush:
            self._land()

    def _start_if_playing(self):
        if self._starting is None or self._settled() != Gst.State.PLAYING:
            return
        rate, self._starting, self._is_moving = self._starting, None, True
        position = self._look()
        self._report("playbackStarted", position=position, rate=rate)
        for kind in ("audio", "video"):
            if self._media.caps(kind) is not None and kind not in self._presented:
                self._presented.add(kind)
                self._report("firstFrame", kind=kind, position=position)

    def _end(self):
        if self._is_cut() and not self._is_local:
            text = "The connection ended before the media"
            self._fail({"failure": "io", "detail": 0, "text": text})
            return
        self._halt()
        self._has_ended = True
        self._report("ended", position=self._rest)

    def _fail(self, fields):
        self.has_failed = True
        self._is_moving, self._starting = False, None
        self._report("failed", **fields)
        self.release()

    # What is in the media.

    def _open(self):
        hasAudio, hasVideo = (self._media.caps(kind) is not None for kind in ("audio", "video"))
        missing = self._media.missing
        if not hasAudio and not hasVideo:
            self._fail(missing[0] if missing else {"failure": "formatUnsupported", "detail": 0, "text": ""})
            return
        for fields in missing:
            self._report("warned", **fields)
        self._media.report_selection()
        isKnown, duration = self.pipeline.query_duration(Gst.Format.TIME)
        self._duration = duration // 1000 if isKnown and duration >= 0 else None
        isKnown, position = self.pipeline.query_position(Gst.Format.TIME)
        if isKnown and self._duration is not None:
            self._zero = max(0, position)
        self._media.note_size()
        self._is_open = True
        self._report(
            "opened", duration=self._duration, seekable=bool(self._can_seek()), audio=hasAudio, video=hasVideo)
        self._report_buffer(isAsked=True)

    def _find_duration(self):
        isKnown, duration = self.pipeline.query_duration(Gst.Format.TIME)
        if isKnown and duration // 1000 != self._duration:
            self._duration = duration // 1000
            self._report("durationChanged", duration=self._duration)
