// What the types allow, and what they refuse: compiled, never run.
import { Player, Output, PlaybackState } from "tapedeck"
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
const causes: Cause[] = explain(trace, 3).why.causes
console.log(verdict, causes.length, diff(trace, trace, { limit: 3 }).steps.equal, new Player({ settings: trace.header.settings }).digest)

// @ts-expect-error: there is no such option
new Trace(new Uint8Array(8), { nam: "mine" })
// @ts-expect-error: a trace is compared with a trace
diff(trace, new Uint8Array(8))
