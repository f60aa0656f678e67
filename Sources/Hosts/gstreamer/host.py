"""The loop around a player and an engine: the engine carries out the player's commands, and the player receives the
engine's reports. It knows nothing about GStreamer, and has no user interface.

    host = Host(player, engine, on_output=print)
    host.define(1, "clip.mp4")
    host.give("load", item=1, autoplay=True, opens=True, start_anchor="defaultPosition")
    host.run(until=lambda: player.get("state") == "ended")
"""

import collections

from texts import Texts


class Host:
    """Runs a player of the package `tapedeck` with an engine like `engine.Engine`.

    `on_output(output)` receives all outputs for the app. It may call `give`: that becomes the next input.
    """

    def __init__(self, player, engine, on_output=lambda output: None):
        self.player, self.engine, self.on_output = player, engine, on_output
        self.texts = Texts(player.define_text)
        self._inbox = collections.deque()
        self._is_busy = False

    def define(self, item, source):
        """Tells the engine and the trace what the number of an item stands for. Call it before the first load."""
        self.engine.sources[item] = source
        self.player.define_item(item, source)

    def give(self, name, at=None, **fields):
        """Gives the player an input, now or at an instant on the engine's clock, and carries out the outputs."""
        if at is None and not self._is_busy:
            self._take(0)
        self._inbox.append((name, self.engine.clock() if at is None else at, fields))
        # Inputs caused by an output wait until all outputs of the current input have been carried out.
        if self._is_busy:
            return
        self._is_busy = True
        try:
            while self._inbox:
                self._give(*self._inbox.popleft())
        finally:
            self._is_busy = False

    def _give(self, name, at, fields):
        # Earlier deadlines come first.
        while name != "deadline" and (due := self.player.next_deadline) is not None and due <= at:
            self._carry_out(self.player.receive("deadline", at=due))
        self._carry_out(self.player.receive(name, at=at, **fields))

    def _carry_out(self, outputs):
        for output in outputs:
            if output.name.startswith("engine."):
                fields = output.as_dict()
                self.engine.perform(output.name.removeprefix("engine."), fields.pop("epoch"), fields)
            else:
                self.on_output(output)

    def step(self, patience=None):
        """Waits for a report, the next deadline, `engine.wake` or `patience` seconds, and gives the player what came."""
        due = self.player.next_deadline
        waits = [] if patience is None else [patience]
        if due is not None:
            waits.append(max(0, due - self.engine.clock()) / 1e6)
        # While reports arrive, the deadline waits: events that precede it are given first.
        if not self._take(min(waits, default=None)) and due is not None and due <= (now := self.engine.clock()):
            self.give("deadline", now)

    def _take(self, patience):
        """Gives the player what the engine reports within `patience` seconds. Returns whether there was anything."""
        reports = self.engine.reports(patience)
        for report in reports:
            self.give(report.name, report.at, epoch=report.epoch, **self.texts.numbered(report.name, report.fields))
        return bool(reports)

    def run(self, until):
        """Steps until `until()` is true."""
        while not until():
            self.step()

    def close(self, patience=2.0):
        """Unloads, waits at most `patience` seconds until the engine has closed, and ends the engine and the trace."""
        self.give("reset")
        end = self.engine.clock() + int(patience * 1e6)
        while self.player.get("epoch") != 0 and self.engine.clock() < end:
            self.step(0.1)
        self.engine.shut_down()
        self.player.close()
