"""The complete loop around a player: an engine that receives commands and reports what happens.

The engine and the time are simulated here; replace them with your own. Prints what the app would see.
"""

from collections import deque
from typing import Deque

from tapedeck import Input, Output, Player, inputs

SECOND = 1_000_000


class Host:
    def __init__(self) -> None:
        self.player = Player("standard")
        self.now = 0
        # Reports arrive while outputs are carried out: each becomes the next input.
        self.inbox: Deque[Input] = deque()

    def send(self, given: Input) -> None:
        self.inbox.append(given)
        # While an input is being processed, further ones wait.
        if len(self.inbox) > 1:
            return
        while self.inbox:
            for output in self.player.receive(self.inbox[0], at=self.now):
                self.announce(output)
                self.perform(output)
            self.inbox.popleft()

    def announce(self, output: Output) -> None:
        if output.name == "playbackStateChanged":
            print("app:", output.to)

    def perform(self, output: Output) -> None:
        """Simulates what the engine does and reports. Each report carries the epoch of its opening."""
        if output.name == "engine.open":
            print("engine: open item", output.item)
            self.send(inputs.Opened(epoch=output.epoch, duration=90 * SECOND, seekable=True, audio=True))
            self.send(inputs.Buffered(epoch=output.epoch, until=90 * SECOND, is_saturated=True))
        elif output.name == "engine.play":
            print("engine: play")
            position = self.player.position()
            self.send(inputs.PlaybackStarted(epoch=output.epoch, position=position, rate=self.player.get("rate")))
        elif output.name == "engine.pause":
            print("engine: pause")
            self.send(inputs.PlaybackStopped(epoch=output.epoch, position=self.player.position()))
        elif output.name == "engine.seek":
            print("engine: seek to", (output.target or 0) // SECOND, "s")
            landed = inputs.SeekCompleted(
                epoch=output.epoch, serial=output.serial, position=output.target, is_finished=True
            )
            self.send(landed)
            self.send(inputs.Buffered(epoch=output.epoch, until=90 * SECOND, is_saturated=True))
        elif output.name == "engine.reportPosition":
            self.send(inputs.PositionReported(epoch=output.epoch, position=self.player.position()))
        elif output.name == "engine.close":
            self.send(inputs.Closed(epoch=output.epoch))

    def wait(self, until: int) -> None:
        """Lets time pass: the timer fires whenever the player requested it."""
        while (due := self.player.next_deadline) is not None and due <= until:
            self.now = due
            self.send(inputs.Deadline())
        self.now = until


def main() -> None:
    host = Host()
    # An advertisement from 10 to 25 seconds is never played.
    host.send(inputs.StageSegment(segment=1, start=10 * SECOND, end=25 * SECOND, is_blocked=True))
    host.send(inputs.CommitSegments())
    host.send(inputs.Load(item=1, autoplay=True, opens=True))
    host.wait(12 * SECOND)
    print("after 12 s the playhead is at", (host.player.position(host.now) or 0) // SECOND, "s")
    host.send(inputs.Pause())


if __name__ == "__main__":
    main()
