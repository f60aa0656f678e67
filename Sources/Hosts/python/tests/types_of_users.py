"""What the types allow and what they reject: type-checked, never run. A missing error shows up as an unused ignore."""

from typing import List, Optional

from tapedeck.vocabulary import PlaybackState, Supply

from tapedeck import (
    Batch,
    Output,
    Player,
    Recording,
    Settings,
    Trace,
    Violation,
    VirtualPlayer,
    check,
    diff,
    inputs,
    outputs,
)
from tapedeck.reports import Cause
from tapedeck.trace import ForeignMessage, Step

player = Player(
    "standard", {"retryLimit": 5, "retryDelayKind": "fixed", "openTimeout": None}, record=Recording(engine="x")
)
answers: List[Output] = player.receive("load", at=0, request=1, item=1, start_anchor="liveEdge", autoplay=True)
answers += player.receive(inputs.Seek(anchor="playhead", offset=-10_000_000), at=0)
for output in answers:
    if output.name == "playbackStateChanged":
        now: PlaybackState = output.to
    if output.name == "engine.seek" and output.target is not None:
        seconds: float = output.target / 1e6
    if isinstance(output, outputs.Diagnostic):
        oddity: str = output.oddity
state: PlaybackState = player.get("state")
supply: Supply = player.observe().buffer_state
duration: Optional[int] = player.get("duration")
limit: int = player.get("settings.retryLimit")
timeout: Optional[int] = player.get("settings.openTimeout")
player.receive("set", at=0, setting="openTimeout", value=None)
changed: Settings = {"autoplay": True}

player.receive("laod", at=0)  # type: ignore[call-overload]
player.receive("load", at=0, itm=1)  # type: ignore[call-overload]
player.receive("load", at=0, item="1")  # type: ignore[call-overload]
player.receive("seek", at=0, anchor="nowhere")  # type: ignore[call-overload]
player.receive("play")  # type: ignore[call-overload]
player.receive("supplyChanged", at=0, supply="nonsense")  # type: ignore[call-overload]
player.get("sate")  # type: ignore[call-overload]
Player(preset="best")  # type: ignore[arg-type]
inputs.Load(itm=1)  # type: ignore[call-arg]
wrong: Settings = {"retryLimt": 1}  # type: ignore[typeddict-unknown-key]

batch = Batch()
batch.append("setMuted", at=3, muted=True)
batch.append("setMuted", at=3, muted="yes")  # type: ignore[call-overload]
many: List[Output] = list(player.receive_many(batch))

trace = Trace(b"", name="mine")
for record in trace:
    if isinstance(record, Step) and not isinstance(record.input, ForeignMessage):
        player.receive(record.input, at=record.at)
causes: List[Cause] = trace.explain(3)["why"]["causes"]
equal: int = diff(trace, trace)["steps"]["equal"]
diff(trace, b"")  # type: ignore[arg-type]
broken: List[Violation] = check(trace, allow=["phantom-stall"], limit=None)
law: str = broken[0].law
packed: bytes = trace.to_bytes("binary")
trace.save("a.trace", "json")  # type: ignore[arg-type]
without: Trace = trace.with_inputs(step for step in trace.steps() if step.number != 3)
made: Trace = Trace.from_inputs([(0, inputs.Load(item=1)), (5, "play")], preset="standard", items={1: "a.mp4"})
Trace.from_inputs([0])  # type: ignore[list-item]
seek: inputs.Seek = inputs.Seek(offset=3).replace(offset=4)

virtual = VirtualPlayer(media={"duration": "1 min"}, network="3 Mbit/s", engine="immediate", record="text")
for moment, output in virtual.play() + virtual.at("5 s", inputs.Pause()).run_until("paused", limit=60_000_000):
    if output.name == "playbackStateChanged":
        now = output.to if moment > 0 else now
virtual.run_until(lambda player, last: player.get("state") == "playing" and len(last) > 0)
virtual.send(["seek to 1:30", {"fault": "openHangs"}, inputs.Seek(offset=3)])
VirtualPlayer(record="xml")  # type: ignore[arg-type]
virtual.advance(1.5)  # type: ignore[arg-type]
