"""The content of the media, as reported by the messages of a playbin3: renditions, chapters, metadata, the picture size,
the server, and missing decoders."""

import re

from gi.repository import Gst

_KINDS = {Gst.StreamType.AUDIO: "audio", Gst.StreamType.VIDEO: "video", Gst.StreamType.TEXT: "subtitle"}
_TAGS = {"title": "title", "artist": "artist", "album": "album", "genre": "genre", "container-format": "container"}


class Media:
    """Reports what it finds in the media of a playback, and remembers what the playback asks for."""

    def __init__(self, playback):
        self._playback, self._report = playback, playback.report
        self.http_status = None  # the server's last status; 0 for no answer, `None` without a server
        self.missing = []  # the fields of failures, one for each missing decoder
        self.tracks = []  # kind and name, in the order of their numbers
        self._selected, self._selecting = [], []
        self._metadata, self._size, self._chapters = set(), None, 0

    def take(self, message, is_open):
        """Handles a message if it is about the media."""
        kind = message.type
        if kind == Gst.MessageType.STREAM_COLLECTION and not is_open:
            self._find_tracks(message.parse_stream_collection())
        elif kind == Gst.MessageType.STREAMS_SELECTED:
            self._note_selection(message)
        elif kind == Gst.MessageType.TAG:
            self._find_metadata(message.parse_tag())
        elif kind == Gst.MessageType.TOC and not is_open:
            self._find_chapters(message.parse_toc()[0].get_entries())
        elif kind == Gst.MessageType.ELEMENT:
            self._take_element(message.get_structure())

    def select(self, kind, track):
        """Selects a rendition; -1: none, -2: the first. Reported once it is selected."""
        mine = [number for number, (of, _) in enumerate(self.tracks) if of == kind]
        if track < 0:
            track = mine[0] if track == -2 and kind != "subtitle" and mine else -1
        if kind == "subtitle" and track != -1 or track != -1 and track not in mine:
            self._report("warned", failure="formatUnsupported", detail=0, text="playbin3 shows no rendition %d" % track)
            return
        names = [name for name in self._selected if self._kind(name) != kind]
        if track != -1:
            names.append(self.tracks[track][1])
        if set(names) == set(self._selected):
            self._report("trackSelected", kind=kind, track=track)
        elif self._playback.pipeline.send_event(Gst.Event.new_select_streams(names)):
            self._selecting.append(kind)
        else:
            self._report("warned", failure="unknown", detail=0, text="playbin3 did not select rendition %d" % track)

    def note_size(self):
        """Reports the picture size if it has changed."""
        caps = self._playback.caps("video")
        if caps is None:
            return
        picture = caps.get_structure(0)
        size = (picture.get_int("width").value, picture.get_int("height").value)
        if size != self._size:
            self._size = size
            self._report("naturalSizeChanged", width=size[0], height=size[1])

    def report_selection(self):
        """Reports the renditions that play, before the media is open."""
        for number, (kind, name) in enumerate(self.tracks):
            if name in self._selected and kind != "subtitle":
                self._report("trackSelected", kind=kind, track=number)

    def _find_tracks(self, collection):
        # A collection may come again, with more streams in it.
        for index in range(len(self.tracks), collection.get_size()):
            stream = collection.get_stream(index)
            kind = _KINDS.get(stream.get_stream_type())
            self.tracks.append((kind, stream.get_stream_id()))
            if kind is None:
                continue
            tags = stream.get_tags() or Gst.TagList.new_empty()
            self._report(
                "trackFound", kind=kind, track=index, language=(tags.get_string("language-code")[1] or "").replace("und", ""),
                title=tags.get_string("title")[1] or "",
                isDefault=bool(stream.get_stream_flags() & Gst.StreamFlags.SELECT), isForced=False)

    def _kind(self, name):
        return next((kind for kind, stream in self.tracks if stream == name), None)

    def _note_selection(self, message):
        count = message.streams_selected_get_size()
        self._selected = [message.streams_selected_get_stream(index).get_stream_id() for index in range(count)]
        asked, self._selecting = self._selecting, []
        for kind in asked:
            tracks = [n for n, (of, name) in enumerate(self.tracks) if of == kind and name in self._selected]
            self._report("trackSelected", kind=kind, track=tracks[0] if tracks else -1)
        if asked:
            self._playback.report_supply()

    def _find_metadata(self, tags):
        for tag, key in _TAGS.items():
            isThere, value = tags.get_string(tag)
            if isThere and (key, value) not in self._metadata:
                self._metadata.add((key, value))
                self._report("metadataFound", key=key, value=value)

    def _find_chapters(self, entries):
        for entry in entries:
            self._find_chapters(entry.get_sub_entries())
            if entry.get_entry_type() != Gst.TocEntryType.CHAPTER:
                continue
            _, start, stop = entry.get_start_stop_times()
            tags = entry.get_tags()
            self._chapters += 1
            self._report(
                "chapterFound", chapter=self._chapters, start=start // 1000, end=stop // 1000,
                title=tags.get_string("title")[1] or "" if tags else "")

    def _take_element(self, structure):
        name = structure.get_name() if structure else ""
        if name == "http-headers":
            self.http_status = structure.get_uint("http-status-code")[1]
        elif name == "missing-plugin" and structure.get_string("type") == "decoder":
            kind = re.match("audio|video", structure.get_value("detail").to_string())
            fields = {"failure": kind[0] + "CodecUnsupported", "detail": 0, "text": structure.get_string("name")} if kind else None
            if kind and fields not in self.missing:
                self.missing.append(fields)
