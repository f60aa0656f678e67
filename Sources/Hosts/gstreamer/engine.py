"""The complete engine over GStreamer: the template, with openings that find out what playbin3 does not report."""

import template
from playback import Playback
from template import fake_sinks, real_sinks  # noqa: F401


class Engine(template.Engine):
    """Like the engine of template.py. `on_still(serial, png)` receives still pictures."""

    def __init__(self, sources, make_sinks=None, clock=None, on_still=None):
        super().__init__(sources, make_sinks, clock)
        self.on_still = on_still

    def make_playback(self, epoch, source):
        return Playback(self, epoch, source)

    def perform(self, command, epoch, fields):
        if command == "open" and fields.get("keepsBuffer"):
            for other in self.playbacks.values():
                other.read_no_more()
        super().perform(command, epoch, fields)
