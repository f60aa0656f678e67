"""How far a pipeline has read, in media time.

playbin3 reports how full its buffer is in percent, not up to which position, and reports nothing when it runs dry
before it was full once. So this module observes the data itself: where it enters the queue of urisourcebin, and where
it leaves an HLS or DASH demuxer, which has its own queues.
"""

from gi.repository import Gst

_SOUND_AND_PICTURES = Gst.StreamType.AUDIO | Gst.StreamType.VIDEO


class Buffer:
    """Watches the queues of a playbin3. GStreamer's threads write here: single values, and lists that readers copy first."""

    def __init__(self, playbin):
        self.bytes_read = 0
        self.is_adaptive = False
        self._ends = {}  # by the pads of audio and video: where their data ends, in nanoseconds, or `None`
        self._pads = []
        self._demuxers = []
        playbin.connect("deep-element-added", self._element_added)

    def until(self):
        """Up to where both sound and picture are available, in nanoseconds; `None` until they are."""
        ends = [end for pad, end in list(self._ends.items()) if not _is_complete(pad)]
        return self.end() if not ends else None if None in ends else min(ends)

    def end(self):
        """The end of the latest data of any stream, in nanoseconds; `None` without data."""
        return max((end for end in list(self._ends.values()) if end is not None), default=None)

    def is_complete(self):
        """Whether all streams have been read to their ends."""
        pads = list(self._ends)
        return bool(pads) and all(map(_is_complete, pads))

    def read_no_more(self):
        """Takes no more data; what has been read is played to its end."""
        for pad in list(self._pads):
            pad.add_probe(Gst.PadProbeType.BLOCK | Gst.PadProbeType.BUFFER, lambda *_: Gst.PadProbeReturn.OK)

    def is_given_up(self):
        """Whether a demuxer has stopped without finding a stream."""
        return any(
            not demuxer.srcpads and any(pad.get_task_state() == Gst.TaskState.PAUSED for pad in demuxer.sinkpads)
            for demuxer in list(self._demuxers))

    # On GStreamer's threads:

    def _element_added(self, _playbin, parent, element):
        factory, container = element.get_factory(), parent.get_factory()
        if factory is not None and "Demux" in factory.get_metadata("klass"):
            self._demuxers.append(element)
        if factory is None or container is None or container.get_name() != "urisourcebin":
            return
        side = Gst.PadDirection.SINK
        if "Adaptive" in factory.get_metadata("klass") or factory.get_name().endswith("demux2"):
            self.is_adaptive = True
            side = Gst.PadDirection.SRC
        elif factory.get_name() != "multiqueue":
            return
        element.connect("pad-added", lambda _, pad: self._pad_added(pad, side))
        element.connect("pad-removed", lambda _, pad: self._ends.pop(pad, None))
        for pad in element.pads:
            self._pad_added(pad, side)

    def _pad_added(self, pad, side):
        if pad.direction == side:
            self._pads.append(pad)
            what = Gst.PadProbeType.BUFFER | Gst.PadProbeType.EVENT_DOWNSTREAM | Gst.PadProbeType.EVENT_FLUSH
            pad.add_probe(what, self._passed)

    def _passed(self, pad, info):
        if info.type & Gst.PadProbeType.BUFFER:
            if pad in self._ends:
                self._data_passed(pad, info.get_buffer())
        elif (event := info.get_event()).type == Gst.EventType.STREAM_START:
            stream = event.parse_stream()
            if stream is None or stream.get_stream_type() & _SOUND_AND_PICTURES:
                self._ends.setdefault(pad, None)
        elif event.type == Gst.EventType.FLUSH_STOP and pad in self._ends:
            self._ends[pad] = None
        return Gst.PadProbeReturn.OK

    def _data_passed(self, pad, data):
        self.bytes_read += data.get_size()
        segment = pad.get_sticky_event(Gst.EventType.SEGMENT, 0).parse_segment()
        if segment.format == Gst.Format.TIME and data.pts != Gst.CLOCK_TIME_NONE:
            duration = data.duration if data.duration != Gst.CLOCK_TIME_NONE else 0
            end = segment.to_stream_time(Gst.Format.TIME, min(data.pts + duration, segment.stop))
            if end != Gst.CLOCK_TIME_NONE:
                self._ends[pad] = max(end, self._ends[pad] or 0)


def _is_complete(pad):
    return pad.get_sticky_event(Gst.EventType.EOS, 0) is not None
