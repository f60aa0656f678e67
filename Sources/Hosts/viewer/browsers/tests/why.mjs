// Why a step did what it did, as in `tapedeck explain`.
import assert from "node:assert/strict"
import { until } from "../driver.mjs"

/** All nodes of a tree of causes, the subject first. */
const flat = (cause) => [cause, ...cause.causes.flatMap(flat)]

/** Waits for the explanation of a step. */
async function explained(viewer, step) {
  await viewer.go(step)
  await until(`the explanation of step ${step}`, async () => (await viewer.text("#panel-why .causes > li > div > b")).startsWith(`step ${step}`))
}

export const tests = {
  async "why names the steps, inputs and reasons of tapedeck explain"({ open, command, path }) {
    for (const [name, steps] of [["http-stall.trace.jsonl", [15, 25]], ["retry-outage.trace.jsonl", [30]], ["net-silent.trace.jsonl", [3]], ["episode-skip.trace.jsonl", [35, 58]]]) {
      const viewer = await open(name)
      await viewer.panel("why")
      for (const step of steps) {
        const { why, state, notPlaying } = command("explain", `${path(name)}:${step}`, "--json")
        await explained(viewer, step)
        const causes = flat(why)
        const shown = await viewer.run(() => [...document.querySelectorAll("#panel-why .causes li")].filter((item) => item.parentElement.matches(".causes")).map((item) => {
          const line = [...item.children].find((child) => child.querySelector(":scope > code"))
          return { step: Number(/\d+/.exec(line.querySelector("b, button").textContent)[0]), input: line.querySelector("code").textContent, words: item.querySelector(":scope > .role")?.textContent ?? "" }
        }))
        assert.deepEqual(shown.map(({ step }) => step), causes.map(({ step }) => step), `${name}, step ${step}`)
        assert.deepEqual(shown.map(({ input }) => input), causes.map(({ input }) => input))
        for (const [index, { words }] of causes.entries()) assert.ok(shown[index].words.startsWith(words), `${words}: ${shown[index].words}`)
        const text = await viewer.text("#panel-why")
        assert.ok(text.includes(state), `${state} is not in ${text}`)
        for (const { axis, words } of notPlaying) assert.ok(text.includes(axis) && text.includes(words), words)
      }
      assert.deepEqual(await viewer.troubles(), [])
    }
  },

  async "a cause is a way to its step"({ open }) {
    const viewer = await open("http-stall.trace.jsonl")
    await viewer.panel("why")
    await explained(viewer, 25)
    const step = await viewer.run(() => Number(document.querySelector("#panel-why .causes .causes button[data-step]").dataset.step))
    await viewer.click(`#panel-why .causes .causes button[data-step="${step}"]`)
    await viewer.stays(step)
  }
}
