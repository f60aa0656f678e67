// Every golden trace in JavaScript: the same outputs, message for message, and the same digests.
import assert from "node:assert/strict"
import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { test } from "node:test"
import { Player } from "tapedeck"

const traces = process.env.TAPEDECK_TRACES
const folders = [traces, join(traces, "regressions")]
const files = folders.flatMap((folder) =>
  readdirSync(folder).filter((name) => name.endsWith(".trace.jsonl")).sort().map((name) => join(folder, name)))

/** Numbers that JavaScript does not represent exactly: instants and positions at the ends of 64 bits. */
const isExact = (text) => !/\d{16,}/.test(text.replace(/"(d|voc|state|source|is|date|changes)":("[^"]*"|\d+|\[[^\]]*\])/g, ""))

function replay(path, options = {}) {
  const lines = readFileSync(path, "utf8").trim().split("\n")
  let player, expected = [], found = [], inputs = 0
  const compare = (line) => assert.deepEqual(found, expected, `${path}: before ${line}`)
  for (const line of lines) {
    if (line.startsWith('{"k":"o"')) {
      const { e, a } = JSON.parse(line)
      expected.push({ name: e, ...a })
      continue
    }
    compare(line)
    const record = JSON.parse(line)
    switch (record.k) {
      case "h": player = new Player({ settings: record.cfg, ...options }); break
      case "d":
        if (record.item !== undefined) player.define("item", record.item, record.source)
        else player.define("text", record.text, record.is)
        break
      case "i":
        found = player.receive({ name: record.e, ...record.a }, record.t ?? Infinity)
        expected = []
        inputs += 1
        break
      case "c": assert.equal(player.digest, record.d, `${path}: the checkpoint after step ${record.n}`); break
      case "z": assert.equal(player.digest, record.d, `${path}: the end`); break
    }
  }
  compare("the end")
  return { player, inputs }
}

test("golden traces and regressions have the same outputs and digests", () => {
  let replayed = 0
  for (const path of files) {
    if (!isExact(readFileSync(path, "utf8"))) continue
    replay(path)
    replayed += 1
  }
  assert.ok(replayed >= 85, `${replayed} of ${files.length} traces`)
})

test("what is recorded here is a trace; the command line replays it", () => {
  const path = join(traces, "clip-pause.trace.jsonl")
  const { player } = replay(path, { record: { engine: "none", tool: "replay.test.mjs", recordedAt: 1700000000000000 } })
  const parts = [player.takeTrace(), player.takeTrace({ end: true })]
  assert.equal(parts[0][0], 0x8b)
  assert.ok(parts[1].length > 0 && player.takeTrace().length === 0)
  writeFileSync(join(process.env.TAPEDECK_RECORDED, "clip-pause.trace"), Buffer.concat(parts))
})

test("the CommonJS entry is the same", () => {
  const { Player: Other } = createRequire(import.meta.url)("tapedeck")
  const input = { name: "load", item: 3, autoplay: true, opens: true }
  const [one, two] = [new Player(), new Other()]
  assert.deepEqual(one.receive(input, 5), two.receive(input, 5))
  assert.equal(one.digest, two.digest)
})

test("the streaming entry is the same", async () => {
  const { load } = await import("tapedeck/stream")
  const bytes = readFileSync(createRequire(import.meta.url).resolve("tapedeck/tapedeck.wasm"))
  const { Player: Loaded } = await load(bytes)
  const { Player: Streamed } = await load(new Response(bytes, { headers: { "content-type": "application/wasm" } }))
  assert.equal(new Loaded().digest, new Player().digest)
  assert.equal(new Streamed().digest, new Player().digest)
  await assert.rejects(load(7), /^TypeError: tapedeck: source: expected a Response, a promise of one, or bytes, found 7/)
  await assert.rejects(load(new Uint8Array(9)), /^Error: tapedeck: source: this is not tapedeck\.wasm: /)
  await assert.rejects(load(new Response("", { status: 404 })), /^Error: tapedeck: source: .*was answered with 404/)
  await assert.rejects(load(new Response("<html>", { headers: { "content-type": "text/html" } })), /its type is text\/html; expected application\/wasm/)
})
