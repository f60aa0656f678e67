"""One opening, with workarounds for what playbin3 does not report: how far it has read, what a server does, lost
errors. It also has what the template leaves out: renditions, stills, standby openings."""

import time

from gi.repository import Gst

import template
from buffer import Buffer
from failures import failure
from media import Media

# How much may be read ahead from a server.
_AHEAD = 20 * Gst.SECOND
# Playback is held this long before the data ends; how often that is checked.
_MARGIN = 60 * Gst.MSECOND
_LOOK_OFTEN, _LOOK = 0.02, 0.1
# A source that ends this long before its duration was cut off.
_MISSING = Gst.SECOND
_FLAG_TEXT = 0x4


class Playback(template.Playback):
    def set_up(self):
        super().set_up()
        self._reads_no_more = self._is_blocked = False
        self._flush_since = 0.0
        self._kept = None  # how far the ring has data that is read again after a change of rate
        self._reported = (-Gst.SECOND, False)  # the last `buffered`: how far, and whether nothing more is read
        self._stills = []
        self._silent_looks = 0
        self._buffer = Buffer(self.pipeline)
        self._media = Media(self)
        self.pipeline.set_property("flags", int(self.pipeline.get_property("flags")) & ~_FLAG_TEXT)
        if self.source.startswith("http"):
            self.pipeline.set_property("buffer-duration", _AHEAD)

    # Commands.

    def do_play(self, fields):
        super().do_play({"rate": self.rate} if self._is_blocked else fields)

    def do_catchUp(self, fields):
        if self.can_seek() and not self.flush:
            self.after_flush = self.rate if self.is_moving else None
            self.halt()
            self._kept = None
            self.begin({"serial": None, "target": fields["position"]})

    def do_setPresentation(self, fields):
        sink = self.pipeline.get_property("video-sink")
        if sink is not None and sink.find_property("force-aspect-ratio"):
            sink.set_property("force-aspect-ratio", fields["scaling"] != "fill")

    def do_captureStill(self, fields):
        serial = fields["serial"]

        def capture():
            caps = Gst.Caps.from_string("image/png")
            self._stills.append((serial, self.pipeline.emit("convert-sample", caps)))

        self.engine.aside(capture)

    def do_selectTrack(self, fields):
        self._media.select(fields["kind"], fields["track"])

    def read_no_more(self):
        """A standby opening begins: reads no more, and plays what has been read to its end."""
        self._reads_no_more = True
        self._block()

    def _block(self):
        # A seek in progress would never land.
        if self._reads_no_more and not self._is_blocked and not self.is_local and not self.flush:
            self._is_blocked = True
            self._buffer.read_no_more()

    # Time.

    def nap(self):
        if self.closing is not None or self.has_failed:
            return super().nap()
        if not self.is_open:
            return _LOOK
        if self.is_local or self._buffer.is_complete():
            return _LOOK if self.is_moving or self.flush else template.NEVER
        return _LOOK_OFTEN if self.is_moving else _LOOK

    def tick(self):
        super().tick()
        if self.closing is not None or self.has_failed:
            return
        if not self.is_open:
            self._look_for_silent_failure()
            return
        while self._stills:
            self._hand_over(*self._stills.pop(0))
        if self.flush:
            self._look_for_seek_past_data()
            return
        self._media.note_size()
        self.report_supply(is_asked=False)
        if self.is_moving and self.is_dry():
            self.starve()

    def _look_for_silent_failure(self):
        # parsebin loses the error of a demuxer that fails before it is linked: then nothing is read, and no error
        # is posted.
        self._silent_looks = self._silent_looks + 1 if self._buffer.is_given_up() else 0
        if self._silent_looks > 2:
            self.fail("invalidData", text="The demuxer found no streams")

    def _look_for_seek_past_data(self):
        # When the last stream of a file ends before its duration, tsdemux finds nothing and posts no error.
        is_late = time.monotonic() - self._flush_since > 1
        if not is_late or not self.is_local or self.duration is None or self.flush["target"] < self.duration - 500_000:
            return
        if self.next_flush:
            self.land()
            return
        wanted, self.flush = self.flush, None
        self.rest, self.has_ended = min(wanted["target"], self.duration), True
        self.finish(wanted)

    def _hand_over(self, serial, sample):
        if sample is not None and self.engine.on_still:
            data = sample.get_buffer()
            self.engine.on_still(serial, data.extract_dup(0, data.get_size()))
        self.report("stillCaptured", serial=serial, isCaptured=sample is not None)

    # The position of the playhead, and how far the data reaches.

    def pipeline_position(self):
        # After a broken connection playbin3 jumps to its duration: there is nothing beyond the data.
        position, end = super().pipeline_position(), self._buffer.end()
        return position if position is None or end is None else min(position, end)

    def _until(self):
        """Up to where there is data, in nanoseconds of the pipeline; `None` without data."""
        return max((end for end in (self._buffer.until(), self._kept) if end is not None), default=None)

    def is_dry(self):
        """Whether the playhead has reached the end of the data, and more is to come."""
        if self.is_local or self._buffer.is_complete():
            return False
        until = self._until()
        return until is None or self.look() * 1000 + self.zero + _MARGIN >= until

    def fill(self, percent):
        self.percent = percent

    def report_supply(self, is_asked=True):
        until, is_saturated = self._until(), True
        if self.is_local and self.duration is not None:
            until = self.duration * 1000
        elif self._buffer.is_complete():
            is_whole = self.duration is not None and not self._is_cut()
            until = self.duration * 1000 if is_whole else until - self.zero
        elif until is not None:
            room = _AHEAD * (6 if self._reported[1] else 9) // 10
            until -= self.zero
            is_saturated = self.percent == 100 if self._buffer.is_adaptive else until - self.look() * 1000 >= room
        else:
            until, is_saturated = self.rest * 1000, False
        until //= 1000
        was, was_saturated = self._reported
        if is_asked or abs(until - was) >= 1_000_000 or is_saturated != was_saturated:
            self._reported = until, is_saturated
            self.report("buffered", until=until, bytesRead=self._buffer.bytes_read, isSaturated=is_saturated)

    def _is_cut(self):
        end = self._buffer.end()
        return self.duration is not None and (end is None or end - self.zero + _MISSING < self.duration * 1000)

    # Seeking.

    def can_seek(self):
        return not (self.is_open and self._reads_no_more) and super().can_seek()

    def change_rate(self, rate):
        self.halt()
        self._kept = self._until()
        super().change_rate(rate)

    def begin(self, wanted):
        if not self.flush:
            self._flush_since = time.monotonic()
        if wanted["serial"] is not None:
            self._kept = None
        super().begin(wanted)

    def finish(self, wanted, is_finished=True):
        super().finish(wanted, is_finished)
        self._block()

    # Messages.

    def take(self, message):
        kind = message.type
        if kind == Gst.MessageType.CLOCK_LOST and (self.is_moving or self.is_starting):
            # The sink that provided the clock is gone. This is not reported.
            self.pipeline.set_state(Gst.State.PAUSED)
            self.pipeline.set_state(Gst.State.PLAYING)
        elif kind == Gst.MessageType.REQUEST_STATE and self.is_moving:
            self.halt()
            self.report("playbackStopped", position=self.rest)
        elif kind == Gst.MessageType.DURATION_CHANGED and self.is_open:
            self._find_duration()
        else:
            self._media.take(message, self.is_open)
            super().take(message)

    def end(self):
        if self._is_cut() and not self.is_local:
            self.fail("io", text="The connection ended before the media")
        else:
            super().end()

    def failure(self, error):
        if self._media.missing and not self.is_open:
            return self._media.missing[0]
        fields = failure(error, self._media.http_status)
        if fields["failure"] == "rangeRequired" and self._media.tracks:
            # No range was requested before the connection broke.
            fields["failure"] = "io"
        return fields

    # The content of the media.

    def open(self):
        missing = self._media.missing
        if missing and not self.shown_kinds():
            return self.fail(**missing[0])
        for fields in missing:
            self.report("warned", **fields)
        self._media.report_selection()
        self._media.note_size()
        super().open()

    def _find_duration(self):
        duration = self.ask_duration()
        if duration is not None and duration != self.duration:
            self.duration = duration
            self.report("durationChanged", duration=duration)
