// The readable part of a broken trace is shown, and where the rest is missing.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { cutInLine, flipped, stepsOf, unfinished } from "../hostile.mjs"

const name = "episode-skip.trace.jsonl"
const alarms = (viewer) => viewer.text("#banner")

/** The binary form. */
function binary({ command, path, work }) {
  const file = join(work, "whole.trace")
  command("cat", path(name), "--to", "binary", "--output", file)
  return readFileSync(file)
}

export const tests = {
  async "a text trace that is damaged is shown up to there"(tools) {
    const { bytes } = tools.trace(name)
    const text = String(bytes)
    // In the outputs of a step: the step itself is lost as well.
    const line = text.split("\n").findIndex((line) => line.startsWith('{"k":"o","n":30'))
    const at = Buffer.byteLength(text.split("\n").slice(0, line).join("\n")) + 12
    const viewer = await tools.open({ name, bytes: flipped(bytes, at) })
    assert.match(await alarms(viewer), new RegExp(`Damaged[^]*line ${line + 1}\\b`, "i"))
    const last = await viewer.lastStep()
    assert.ok(last >= 29 && last <= 30, `step ${last}`)
    await viewer.go(last)
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "a binary trace that is damaged is shown up to there"(tools) {
    const bytes = binary(tools)
    // Behind the header.
    for (const share of [0.2, 0.6, 0.95]) {
      const viewer = await tools.open({ name: "flipped.trace", bytes: flipped(bytes, Math.floor(1010 + (bytes.length - 1010) * share)) })
      assert.match(await alarms(viewer), /Damaged|Torn/, `at ${share}`)
      assert.ok(await viewer.lastStep() < 58)
      assert.deepEqual(await viewer.troubles(), [])
    }
  },

  async "a trace that breaks off inside a record is torn"(tools) {
    const { bytes } = tools.trace(name)
    for (const cut of [cutInLine(bytes, 60), cutInLine(bytes, 120)]) {
      const viewer = await tools.open({ name, bytes: cut })
      assert.match(await alarms(viewer), /Torn/)
      const last = await viewer.lastStep()
      const steps = stepsOf(cut)
      assert.ok(last === steps || last === steps - 1, `${last} of ${steps}`)
    }
    const whole = binary(tools)
    for (const share of [0.4, 0.8]) {
      const viewer = await tools.open({ name: "cut.trace", bytes: whole.subarray(0, Math.floor(1010 + (whole.length - 1010) * share)) })
      assert.match(await alarms(viewer), /Torn|Damaged|Unfinished/, `at ${share}`)
      assert.deepEqual(await viewer.troubles(), [])
    }
  },

  async "a trace without an end is unfinished, and one without steps has a head"(tools) {
    const { bytes } = tools.trace(name)
    const viewer = await tools.open({ name, bytes: unfinished(bytes) })
    assert.match(await alarms(viewer), /Unfinished/)
    assert.equal(await viewer.lastStep(), 58)
    const head = await tools.open({ name, bytes: Buffer.from(String(bytes).split("\n")[0] + "\n") })
    assert.match(await alarms(head), /No steps/)
    assert.deepEqual(await head.troubles(), [])
  },

  async "what is no trace is refused in a sentence, and something else can be opened"(tools) {
    const { bytes } = tools.trace(name)
    const others = {
      empty: Buffer.alloc(0), text: Buffer.from("hello\n"), json: Buffer.from("{}\n"), zeros: Buffer.alloc(1000),
      noise: Buffer.from(Array.from({ length: 5000 }, (_, index) => index * 7919 % 251)), html: Buffer.from("<!doctype html><script>window.hostile=1</script>"),
      head: bytes.subarray(0, 40), newer: Buffer.from(String(bytes).replace(/"v":\d+/, '"v":999'))
    }
    for (const [words, bytes] of Object.entries(others)) {
      const viewer = await tools.open({ name: `${words}.trace`, bytes })
      const text = await viewer.text("body")
      assert.match(text, /trace/i, words)
      assert.ok(text.includes(`${words}.trace`), `${words}: ${text.slice(0, 300)}`)
      assert.deepEqual(await viewer.troubles(), [], words)
      await viewer.drop({ name, bytes: tools.trace(name).bytes })
      await viewer.shows()
      assert.equal(await viewer.lastStep(), 58)
    }
  },

  async "a trace whose outputs are others is marked where they begin to differ"(tools) {
    const { bytes } = tools.trace("clip-pause.trace.jsonl")
    const changed = String(bytes).replace('"to":"preparing"', '"to":"playing"')
    const viewer = await tools.open({ name: "changed.trace.jsonl", bytes: Buffer.from(changed) })
    assert.match(await alarms(viewer), /replay differs[^]*step 1/)
    assert.deepEqual(await viewer.troubles(), [])
  }
}
