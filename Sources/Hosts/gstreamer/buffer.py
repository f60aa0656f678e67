"""How far a pipeline has read, in the time of the media.

playbin3 says in percent how full it is, not up to where, and says nothing when it runs dry after it was full once. So
this looks at the data itself: where it enters the queue of urisourcebin, and where it leaves a demuxer of HLS or DASH,
which has queues of its own.
"""

from gi.repository import Gst

_SOUND_AND_PICTURES = Gst.StreamType.AUDIO | Gst.StreamType.VIDEO


class _Stream:
    def __init__(self):
        self.end = None  # nanoseconds
        self.is_complete = False


class Buffer:
    """Watches the queues of a playbin3. Data arrives on its threads: what they write here are single numbers."""

    def __init__(self, playbin):
        self.bytes_read = 0
        self.is_adaptive = False
        self._streams = {}
        self._pads = []
        self._demuxers = []
        playbin.connect("deep-element-added", self._element_added)

    def until(self):
        """Up to where there is sound and picture, in nanoseconds; `None` before there is anything."""
        ends = [stream.end for stream in self._watched() if not stream.is_complete]
        if not ends:
            return self.end()
        return None if None in ends else min(ends)

    def end(self):
        """The end of the last data that there is of any stream, in nanoseconds; `None` without."""
        return max((stream.end for stream in self._watched() if stream.end is not None), default=None)

    def is_complete(self):
        """Whether all streams were read to their ends."""
        streams = self._watched()
        return bool(streams) and all(stream.is_complete for stream in streams)

    def read_no_more(self):
        """What is read is played out, and nothing after it is taken."""
        for pad in list(self._pads):
            pad.add_probe(Gst.PadProbeType.BLOCK | Gst.PadProbeType.BUFFER, lambda *_: Gst.PadProbeReturn.OK)

    def is_given_up(self):
        """Whether a demuxer has ended its work without finding a stream."""
        return any(
            not demuxer.srcpads and any(pad.get_task_state() == Gst.TaskState.PAUSED for pad in demuxer.sinkpads)
            for demuxer in list(self._demuxers))

    def _watched(self):
        return list(self._streams.values())

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
        for pad in element.pads:
            self._pad_added(pad, side)

    def _pad_added(self, pad, side):
        if pad.direction == side:
            self._pads.append(pad)
            what = Gst.PadProbeType.BUFFER | Gst.PadProbeType.EVENT_DOWNSTREAM | Gst.PadProbeType.EVENT_FLUSH
            pad.add_probe(what, self._passed, {})

    def _passed(self, pad, info, known):
        if info.type & Gst.PadProbeType.BUFFER:
            if "stream" in known:
                self._data_passed(info.get_buffer(), known)
            return Gst.PadProbeReturn.OK
        event = info.get_event()
        if event.type == Gst.EventType.STREAM_START:
            stream = event.parse_stream()
            if stream is None or stream.get_stream_type() & _SOUND_AND_PICTURES:
                known["stream"] = self._streams.setdefault(event.parse_stream_start(), _Stream())
        elif event.type == Gst.EventType.SEGMENT:
            known["segment"] = event.parse_segment()
        elif event.type == Gst.EventType.FLUSH_STOP and "stream" in known:
            known["stream"].end, known["stream"].is_complete = None, False
        elif event.type == Gst.EventType.EOS and "stream" in known:
            known["stream"].is_complete = True
        return Gst.PadProbeReturn.OK

    def _data_passed(self, data, known):
        stream, segment = known["stream"], known.get("segment")
        self.bytes_read += data.get_size()
        if segment is None or segment.format != Gst.Format.TIME or data.pts == Gst.CLOCK_TIME_NONE:
            return
        duration = data.duration if data.duration != Gst.CLOCK_TIME_NONE else 0
        end = segment.to_stream_time(Gst.Format.TIME, min(data.pts + duration, segment.stop))
        if end != Gst.CLOCK_TIME_NONE and (stream.end is None or end > stream.end):
            stream.end = end
