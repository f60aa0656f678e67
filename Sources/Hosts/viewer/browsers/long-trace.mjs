// Makes a long trace out of short ones: node long-trace.mjs PACKAGE TRACES STEPS OUTPUT
//
// One player that lives for days, with the settings of the first trace: the inputs of the recorded sessions, one session after another and
// repeated, with their instants and numbers shifted.
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

const sessions = ["http-stall", "episode-seeks", "clip-pause", "hls-on-demand", "http-seek-pile", "clip-interruption"]

/** A binary trace with this many steps. */
export async function longTrace(packageFolder, tracesFolder, steps) {
  const load = (name) => import(pathToFileURL(join(resolve(packageFolder), name)))
  const { Player } = await load("index.js")
  const { Trace } = await load("trace.js")
  const [first, ...others] = sessions.map((name) => new Trace(readFileSync(join(tracesFolder, `${name}.trace.jsonl`))))
  const inputs = [first, ...others].map((trace) => [...trace.steps()])
  const player = new Player({ settings: first.header.settings, record: { tool: "long-trace.mjs" } })
  const parts = []
  let count = 0, start = 0, requests = 0
  for (let session = 0; count < steps; session++) {
    // The numbers of openings and seeks in the recording, and their numbers now.
    const epochs = new Map(), serials = new Map()
    const story = inputs[session % inputs.length].slice(0, steps - count)
    let newest = 0
    for (const { input, at, outputs } of story) {
      const moved = { ...input }
      if (epochs.has(moved.epoch)) moved.epoch = epochs.get(moved.epoch)
      if (serials.has(moved.serial)) moved.serial = serials.get(moved.serial)
      if (moved.request > 0) {
        newest = Math.max(newest, moved.request)
        moved.request += requests
      }
      const now = player.receive(moved, start + at)
      for (const [map, name, field] of [[epochs, "engine.open", "epoch"], [serials, "engine.seek", "serial"]]) {
        const [before, after] = [outputs, now].map((list) => list.find((output) => output.name === name))
        if (before && after) map.set(before[field], after[field])
      }
      // Recorded bytes stay in the player's memory until they are taken.
      if (++count % 10_000 === 0) parts.push(player.takeTrace())
    }
    start += story.at(-1).at + 1_000_000
    requests += newest
  }
  parts.push(player.takeTrace({ end: true }))
  return Buffer.concat(parts)
}

if (process.argv[1] === import.meta.filename || process.argv[1]?.endsWith("long-trace.mjs")) {
  const [packageFolder, tracesFolder, steps, output] = process.argv.slice(2)
  if (!output || !(Number(steps) > 0)) {
    console.error("Usage: node long-trace.mjs PACKAGE TRACES STEPS OUTPUT")
    process.exit(2)
  }
  writeFileSync(output, await longTrace(packageFolder, tracesFolder, Number(steps)))
}
