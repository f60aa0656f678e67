"""The silence engine of Sources/Hosts/pipe with one fault, for tests."""
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "Sources/Hosts/pipe"))
import silence  # noqa: E402

what = sys.argv[1]
say, report = silence.say, silence.report


class Engine(silence.Engine):
    def perform(self, command, fields):
        if what == "moves" and command == "engine.seek" and fields["epoch"] in self.playbacks:
            playback = self.playbacks[fields["epoch"]]
            rate = playback.rate
            super().perform(command, fields)
            return playback.move(playback.place, rate)
        if what == "dies" and command == "engine.play":
            os._exit(3)
        if what == "chatters" and command == "engine.open":
            print("Opening the file", flush=True)
        if what == "invents" and command == "engine.open":
            return report("begun", fields["epoch"])
        if what == "unnamed" and command == "engine.open":
            return report("metadataFound", fields["epoch"], key=5, value=6)
        if what in ("floods", "spaces") and command == "engine.open":
            sys.stdout.write(("x" if what == "floods" else " ") * (3 << 20))
            sys.stdout.flush()
            time.sleep(60)
        super().perform(command, fields)


if what == "silent":
    sys.stdin.read()
elif what == "deaf":
    # Says what it is and reads nothing.
    say({"k": "h", "engine": "deaf 1"})
    time.sleep(60)
else:
    Engine().run()
