// Keys that go from step to step, and to points of interest.
import assert from "node:assert/strict"
import { key } from "../driver.mjs"

const lines = (trace) => String(trace.bytes).trimEnd().split("\n").map((line) => JSON.parse(line))
const stepsWith = (trace, test) => [...new Set(lines(trace).filter((line) => line.k === "o" && test(line.e)).map(({ n }) => n))]

export const tests = {
  async "arrows, Home and End go through the steps, and stop at both ends"({ open }) {
    const viewer = await open("clip-pause.trace.jsonl")
    const last = await viewer.lastStep()
    await viewer.pressTo(0, key.home)
    await viewer.pressTo(0, key.left)
    await viewer.pressTo(3, key.right, key.right, key.right)
    await viewer.pressTo(2, key.left)
    await viewer.pressTo(last, key.end)
    await viewer.pressTo(last, key.right)
    await viewer.pressTo(last - 1, key.left)
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "a step shows its input and its outputs with all that they carry"({ open, trace }) {
    const viewer = await open("episode-seeks.trace.jsonl")
    const all = lines(trace("episode-seeks.trace.jsonl"))
    for (const { n, e } of all.filter(({ k, n }) => k === "i" && n % 5 === 0)) {
      await viewer.go(n)
      const shown = await viewer.run(() => [...document.querySelectorAll("#panel-step .message > b, #step .message > b")].map((name) => name.textContent))
      assert.deepEqual(shown, [e, ...all.filter((line) => line.k === "o" && line.n === n).map(({ e }) => e)], `step ${n}`)
    }
    const { n } = all.find(({ k, e }) => k === "o" && e === "seekBegan")
    await viewer.go(n)
    assert.match(await viewer.text("main"), /seek 0:05 → 0:30/)
  },

  async "Shift and an arrow go to the next step with a notification"({ open, trace, command, path }) {
    const name = "clip-interruption.trace.jsonl"
    const viewer = await open(name)
    const told = command("cat", path(name), "--to", "text", "--kinds", "notifications").split("\n").filter((line) => line.startsWith('{"k":"o"'))
    const steps = [...new Set(told.map((line) => JSON.parse(line).n))]
    assert.ok(steps.length > 3 && steps.length < (await viewer.lastStep()))
    await viewer.pressTo(0, key.home)
    for (const step of steps) await viewer.pressTo(step, [key.shift, key.right])
    // There is nothing after the last step.
    await viewer.pressTo(steps.at(-1), [key.shift, key.right])
    for (const step of steps.slice(0, -1).reverse()) await viewer.pressTo(step, [key.shift, key.left])
    void trace
  },

  async "a full stop and a comma go from stall to stall"({ open, trace }) {
    const name = "http-stall.trace.jsonl"
    const viewer = await open(name)
    const stalls = stepsWith(trace(name), (output) => output === "stallBegan")
    assert.ok(stalls.length > 0)
    await viewer.pressTo(0, key.home)
    for (const step of stalls) await viewer.pressTo(step, ".")
    await viewer.browser.press(".")
    await viewer.says(/no stall after/i)
    await viewer.pressTo(await viewer.lastStep(), key.end)
    await viewer.pressTo(stalls.at(-1), ",")
    const other = await open("clip-pause.trace.jsonl")
    await other.browser.press(".")
    await other.says(/no stalls/i)
  },

  async "brackets go to the changes of the field that is selected"({ open, command, path }) {
    const name = "clip-rate.trace.jsonl"
    const viewer = await open(name)
    const field = "transport.wantsPlay"
    const last = await viewer.lastStep()
    const values = []
    for (let step = 0; step <= last; step++) values.push(command("at", path(name), String(step), "--json").state[field])
    const changes = values.flatMap((value, step) => step > 0 && value !== values[step - 1] ? [step] : [])
    assert.ok(changes.length > 0)
    await viewer.browser.press("]")
    await viewer.says(/select a field/i)
    await viewer.pressTo(0, key.home)
    await viewer.panel("state")
    await viewer.click(`#panel-state .field button[title="${field}"]`)
    await viewer.leave()
    for (const step of changes) await viewer.pressTo(step, "]")
    for (const step of changes.slice(0, -1).reverse()) await viewer.pressTo(step, "[")
  },

  async "the buttons beside the step do what the arrows do"({ open }) {
    const viewer = await open("clip-pause.trace.jsonl")
    await viewer.pressTo(0, key.home)
    await viewer.click('[aria-label="Next step"]')
    await viewer.stays(1)
    await viewer.click('[aria-label="Next step"]')
    await viewer.stays(2)
    await viewer.click('[aria-label="Previous step"]')
    await viewer.stays(1)
  },

  async "a key that is held down shows the newest step in the end"({ open }) {
    const viewer = await open("episode-seeks.trace.jsonl")
    await viewer.pressTo(0, key.home)
    await viewer.pressTo(40, ...Array.from({ length: 40 }, () => key.right))
    assert.deepEqual(await viewer.troubles(), [])
  }
}
