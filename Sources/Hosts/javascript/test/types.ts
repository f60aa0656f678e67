// What the types allow and what they refuse: compiled, never run.
import { Player, Output, PlaybackState } from "tapedeck"
import { check, Scenario, SimulationError, TimedOutput, VirtualPlayer, simulate } from "tapedeck/simulation"
import { Cause, Trace, diff, explain } from "tapedeck/trace"

const player = new Player({ preset: "standard", settings: { retryLimit: 5, retryDelayKind: "fixed", openTimeout: null } })
const outputs: Output[] = player.receive({ name: "load", request: 1, item: 1, "start.anchor": "liveEdge", autoplay: true, opens: true }, 0)
for (const output of outputs) {
  if (output.name === "playbackStateChanged") {
    const state: PlaybackState = output.to
    console.log(state, output.reason)
  }
  if (output.name === "diagnostic") console.log(String(output.input).length)
  if (output.name === "engine.seek" && output.target !== null) console.log(output.target / 1e6, output.epoch)
}
const limit: number = player.get("settings.retryLimit")
const words: "unknown" | "playable+playThrough" | string = player.get("bufferState")
player.receive({ name: "set", setting: "openTimeout", value: null }, 0)
const state: PlaybackState = player.get("state")
const duration: number | null = player.get("duration")
const bytes: Uint8Array = player.fork().save()
console.log(limit, words, state, duration, bytes.length, player.nextDeadline.toFixed())

// @ts-expect-error: there is no such input
player.receive({ name: "laod" }, 0)
// @ts-expect-error: there is no such field
player.receive({ name: "load", itm: 1 }, 0)
// @ts-expect-error: a word that the enumeration does not have
player.receive({ name: "seek", anchor: "nowhere" }, 0)
// @ts-expect-error: words that no buffer state has
player.receive({ name: "supplyChanged", supply: "nonsense" }, 0)
// @ts-expect-error: there is no such setting
new Player({ settings: { retryLimt: 1 } })
// @ts-expect-error: when it happens is missing
player.receive({ name: "play" })

const trace = new Trace(new Uint8Array(8), { name: "mine" })
for (const record of trace) {
  if (record.kind === "step") console.log(record.input.name, record.at.toFixed(), record.outputs.length)
  if (record.kind === "item") console.log(record.source.length)
}
const verdict: "ok" | "differs" | "unfollowed" = trace.replay().verdict
const laws: string[] = check(trace, { allow: ["phantom-stall"] }).issues.map((issue) => issue.property)
const packed: Uint8Array = trace.toBytes("binary")
const causes: Cause[] = explain(trace, 3).why.causes
console.log(verdict, causes.length, diff(trace, trace, { limit: 3 }).steps.equal, new Player({ settings: trace.header.settings }).digest)

// @ts-expect-error: there is no such option
new Trace(new Uint8Array(8), { nam: "mine" })
// @ts-expect-error: a trace is compared with a trace
diff(trace, new Uint8Array(8))

const virtual = new VirtualPlayer({
  preset: "srg", settings: { retryLimit: 3, readTimeout: "20 s", openTimeout: null }, media: { duration: "10 min", video: ["400k", 1_200_000], audio: "de" },
  network: "3 Mbit/s, latency 80 ms", networks: { cellular: [{ "10 s": "1 Mbit/s" }] }, engine: { buffer: "6 s", landing: "keyframe" },
  segments: [{ id: 1, from: "0:10", to: 20_000_000, blocked: true }], load: { start: "0:05", autoplay: true }, record: "text"
})
const out: TimedOutput[] = virtual.at("10 s", "network none").at(12e6, [{ fault: "openHangs", count: 2 }, { name: "seek", anchor: "liveEdge" }]).play()
for (const output of out) if (output.name === "playbackStateChanged") console.log(output.at.toFixed(), output.to)
virtual.runUntil("playing", { limit: "10 s" })
virtual.runUntil((player, outputs) => player.get("state") === "stalled" && outputs.length > 0)
virtual.expect({ state: "stalled", stalls: 1 })
const next: number = virtual.fork().nextDeadline
const playhead: number | null = virtual.position
const scenario: Scenario = {
  scenario: "Train", live: { window: "2 h" }, steps: ["play", { "at 10 s": ["network none", { environment: "enteredBackground" }] }, { segments: [] }],
  expect: ["playing within 1 s", { "at the end": "stalled" }, { "at 30 s": { state: "playing", position: "28 s ± 2 s" } }], until: "1 min"
}
const failures: string[] = simulate(scenario).failures.map(({ path, text }) => `${path ?? ""}: ${text}`)
const simulated: Uint8Array = simulate(scenario, { trace: "binary" }).trace
try { virtual.runToEnd() } catch (error) { if (error instanceof SimulationError) console.log(error.stop, error.outputs.length) }
console.log(next, playhead, failures, simulated.length, virtual.digest.length)

// @ts-expect-error: there is no such medium
new VirtualPlayer({ media: { duraton: "10 min" } })
// @ts-expect-error: there is no such setting
new VirtualPlayer({ settings: { retryLimt: 1 } })
// @ts-expect-error: there is no such fault
virtual.inject({ fault: "openFail" })
// @ts-expect-error: there is no such path
virtual.connect("wfi")
// @ts-expect-error: a scenario has a name
simulate({ media: { duration: "1 min" } })
// @ts-expect-error: without a trace there are no bytes
simulate(scenario).trace
