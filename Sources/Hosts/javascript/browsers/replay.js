import { Player } from "/package/index.js"
import { load } from "/package/stream.js"
import { VirtualPlayer, simulate } from "/package/simulation.js"
import { Trace } from "/package/trace.js"

/** Numbers that JavaScript does not represent exactly: instants and positions at the ends of 64 bits. */
const isExact = (message) => Object.values(message).every((value) => typeof value !== "number" || Number.isSafeInteger(value))

/** Replays every trace of the server and simulates every scenario; returns what went wrong, in words. */
export async function replayAll(place) {
  const failures = []
  let [replayed, simulated] = [0, 0]
  try {
    const { Player: Streamed } = await load(fetch("/package/tapedeck.wasm"))
    if (new Streamed().digest !== new Player().digest) failures.push(`${place}: the streaming entry has another digest`)
    for (const name of await (await fetch("/traces.json")).json()) {
      const trace = new Trace(await (await fetch(`/traces/${name}`)).arrayBuffer(), { name })
      const { verdict, difference } = trace.replay()
      if (verdict !== "ok") failures.push(`${place}: ${name}: ${verdict} ${JSON.stringify(difference)}`)
      else if (!repeats(trace)) failures.push(`${place}: ${name}: the player answers something else`)
      replayed += 1
    }
    for (const { scenario, report } of await (await fetch("/simulations.json")).json()) {
      const found = JSON.stringify(simulate(scenario))
      if (found !== JSON.stringify(report)) failures.push(`${place}: ${scenario.scenario}: ${found}`)
      simulated += 1
    }
    const player = new VirtualPlayer()
    player.play()
    player.runToEnd()
    if (player.get("state") !== "ended") failures.push(`${place}: a virtual player does not come to its end`)
  } catch (error) {
    failures.push(`${place}: ${error.name}: ${error.message}${error.cause ? ` (${error.cause})` : ""}`)
  }
  return { replayed, simulated, failures }
}

/** Whether a player answers the inputs of a trace as it did when the trace was recorded. */
function repeats(trace) {
  const player = new Player({ settings: trace.header.settings })
  for (const { input, at, outputs } of trace.steps()) {
    if (!isExact(input) || !Number.isSafeInteger(at)) return true
    if (JSON.stringify(player.receive(input, at)) !== JSON.stringify(outputs)) return false
  }
  return true
}
