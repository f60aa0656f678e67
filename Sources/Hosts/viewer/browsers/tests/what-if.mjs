// What if: edits, blame and two runs.
import assert from "node:assert/strict"
import { key, until } from "../driver.mjs"

const panel = "#panel-what-if"
const leaves = (viewer) => viewer.run(() => [...document.querySelectorAll("#panel-what-if .leaf")].map((leaf) => [leaf.textContent, leaf.parentElement.querySelector(".outcome").textContent]))

/** Makes an edit in the row with a label, and waits for its leaf; returns the leaves of the tree. */
async function edit(viewer, label, values) {
  const before = (await leaves(viewer)).length
  await viewer.run((label, values) => {
    const row = [...document.querySelectorAll("#panel-what-if form")].find((form) => form.querySelector(".label").textContent === label)
    for (const [selector, value] of Object.entries(values)) {
      const field = row.querySelector(selector)
      field.value = value
      field.dispatchEvent(new Event("change", { bubbles: true }))
    }
  }, label, values)
  const at = await viewer.run((label) => [...document.querySelectorAll("#panel-what-if form")].findIndex((form) => form.querySelector(".label").textContent === label), label)
  await viewer.run((at) => { for (const [index, form] of document.querySelectorAll("#panel-what-if form").entries()) form.classList.toggle("edited", index === at) }, at)
  await viewer.click(`${panel} form.edited button[type="submit"]`)
  return until("an edit makes a run", async () => {
    const problem = await viewer.text(`${panel} .problem`)
    if (problem) throw new Error(problem)
    const found = await leaves(viewer)
    return found.length > before && found
  })
}

export const tests = {
  async "a setting, and an input that is dropped, moved, changed or inserted, make runs with other outcomes"({ open }) {
    const name = "http-stall.trace.jsonl"
    const viewer = await open(name)
    await viewer.pressTo(0, key.home)
    await viewer.panel("what-if")
    await until("the recorded run", async () => (await leaves(viewer)).length === 1)
    const [[, recorded]] = await leaves(viewer)
    assert.match(recorded, /1 stall/)
    const set = await edit(viewer, "Setting", { select: "rebuffer", "input[type=text]": "0" })
    assert.match(set.at(-1)[0], /rebuffer/)
    await viewer.click(`${panel} .leaf`, "As recorded")
    await viewer.write("#query", "stallBegan")
    await viewer.browser.press(key.enter)
    await viewer.leave()
    await viewer.contains(`${panel} h3`, /starved/)
    const dropped = await edit(viewer, "Drop it", {})
    assert.match(dropped.at(-1)[0], /without step/)
    assert.match(dropped.at(-1)[1], /no stalls/)
    await viewer.click(`${panel} .leaf`, "As recorded")
    const moved = await edit(viewer, "Move it by", { input: "500" })
    assert.match(moved.at(-1)[0], /500 ms/)
    await viewer.click(`${panel} .leaf`, "As recorded")
    const inserted = await edit(viewer, "Insert after it", { input: '{"e":"pause"}' })
    assert.equal(inserted.length, 5)
    // A fork of a fork.
    const deeper = await edit(viewer, "Drop it", {})
    assert.equal(deeper.length, 6)
    assert.ok(await viewer.run(() => document.querySelector("#panel-what-if ul ul ul .leaf") !== null))
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "a wrong edit is refused in a sentence, and nothing is lost"({ open }) {
    const viewer = await open("clip-pause.trace.jsonl")
    await viewer.pressTo(1, key.home, key.right)
    await viewer.panel("what-if")
    for (const [label, values] of [
      ["Insert after it", { input: "no JSON" }], ["Insert after it", { input: '{"e":"__proto__"}' }], ["Insert after it", { input: '{"e":"<img src=x onerror=window.hostile=1>"}' }],
      ["Change", { input: "<b>no</b>" }], ["Setting", { select: "rebuffer", "input[type=text]": "soon" }]
    ]) await assert.rejects(edit(viewer, label, values), (error) => error.message.length > 10 && !/gave up|undefined|in the page/.test(error.message), label)
    assert.equal((await leaves(viewer)).length, 1)
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "blame names the inputs that decide how a run ends, left out or shifted, as tapedeck blame finds them"({ open, command, path }) {
    const name = "http-stall.trace.jsonl"
    const expected = command("blame", path(name), "--json")
    const viewer = await open(name)
    await viewer.panel("lists")
    // The times appear a moment later, and move the button.
    await viewer.contains("#panel-lists dl.facts", "playing")
    await viewer.click("#panel-lists button", "Find the inputs that decide the outcome")
    await viewer.contains("#panel-lists", /or at another time/)
    const words = (by) => by === undefined ? [] : [`${by < 0 ? "−" : "+"}${Math.abs(by) < 1_000_000 ? `${Math.abs(by) / 1000} ms` : `${Math.abs(by) / 1_000_000} s`}`]
    const found = await viewer.run(() => [...document.querySelectorAll("#panel-lists .blame li")].map((item) => [Number(item.querySelector("[data-step]").dataset.step), ...[...item.querySelectorAll(".badge")].map((badge) => badge.textContent)]))
    assert.deepEqual(found, expected.inputs.map(({ step, without, earlier, later }) => [step, ...without ? ["without"] : [], ...words(earlier?.by), ...words(later?.by)]))
    // The input that starved it is decisive; one of its shifts makes the same run as the command line.
    const starved = expected.inputs.find(({ input }) => input === "starved")
    await viewer.click(`#panel-lists [data-step="${starved.step}"]`)
    await viewer.stays(starved.step)
    await viewer.contains("#step .blame", "without")
    await viewer.click("#step .blame .badge", words(starved.earlier.by)[0])
    const outcome = await until("a run with the shift", async () => (await leaves(viewer)).at(-1)?.[0].includes("earlier") && (await leaves(viewer)).at(-1)[1])
    assert.match(outcome, starved.earlier.outcome.stallCount === 0 ? /no stalls/ : /stall/)
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "two traces are compared as tapedeck diff compares them"({ open, command, path }) {
    const [a, b] = ["clip-pause.trace.jsonl", "clip-rate.trace.jsonl"]
    const expected = command("diff", path(a), path(b), "--json")
    const viewer = await open(a, b)
    await viewer.panel("compare")
    const { equal, changed, onlyA, onlyB } = expected.steps
    await viewer.contains("#panel-compare", `${equal} step${equal === 1 ? "" : "s"} equal, ${changed} changed, ${onlyA} only in A, ${onlyB} only in B`)
    const [first] = expected.differences
    await viewer.contains("#panel-compare", (first.a ?? first.b).input)
    await viewer.leave()
    await viewer.pressTo(0, key.home)
    await viewer.browser.press("b")
    await viewer.stays(expected.differences.map(({ a }) => a?.step).find((step) => step > 0))
    const same = await open(a, { name: "copy.trace.jsonl", bytes: (await import("node:fs")).readFileSync(path(a)) })
    await same.panel("compare")
    await same.contains("#panel-compare", /equal/)
    assert.deepEqual(await same.troubles(), [])
  }
}
