"""The parts to leave out: edit decision lists with lines `start end action`, and ranges on the command line."""

MICROSECONDS = 1_000_000
# What to do with a range: 0 skip it, 1 mute it, 2 a scene, 3 a commercial break.
_LEFT_OUT = {"0": True, "1": False, "2": False, "3": True}
# A million hours.
_LATEST = 3.6e9


class SegmentError(ValueError):
    """An error in a list of segments, with its place."""


def instant(text):
    """`12.5`, `1:02.5` or `1:00:02.5` in microseconds; raises `ValueError` for anything else."""
    parts = text.split(":")
    if not 1 <= len(parts) <= 3 or not all(part and part.replace(".", "", 1).isdecimal() for part in parts):
        raise ValueError(text)
    seconds = 0.0
    for part in parts:
        seconds = seconds * 60 + float(part)
    if seconds > _LATEST:
        raise ValueError(text)
    return round(seconds * MICROSECONDS)


def skipped(ranges):
    """The segments of `10-25,1:30-2:00`, as pairs of microseconds."""
    return [_segment(text.split("-"), text[:60]) for text in ranges.split(",")]


def read_edl(path):
    """The ranges that a file leaves out, as pairs of microseconds."""
    segments = []
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            place = f"{path}, line {number}"
            if len(words) != 3 or words[2] not in _LEFT_OUT:
                raise SegmentError(f"{place}: expected start, end and an action 0 to 3; found {line.strip()[:60]!r}")
            if _LEFT_OUT[words[2]]:
                segments.append(_segment(words[:2], place))
    return segments


def _segment(ends, place):
    try:
        start, end = (instant(text.strip()) for text in ends)
    except ValueError:
        raise SegmentError(f"{place}: expected two times as 12.5 or 1:02.5; found {' '.join(ends)[:60]!r}") from None
    if start >= end:
        raise SegmentError(f"{place}: the end must be after the start; found {' '.join(ends)[:60]!r}")
    return start, end
