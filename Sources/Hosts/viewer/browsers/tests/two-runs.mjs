// Two runs one below the other: the pointer selects steps in the lanes of either.
import assert from "node:assert/strict"
import { until } from "../driver.mjs"

export const tests = {
  async "a click in the lanes of the lower run chooses a step of that run"({ open }) {
    const viewer = await open("clip-pause.trace.jsonl", "http-stall.trace.jsonl")
    const upper = await viewer.lastStep()
    await until("the lanes of both runs are there", () => viewer.run(() => document.getElementById("lanes").clientHeight > 500))
    const [x, y] = await viewer.run(() => {
      const canvas = document.getElementById("lanes")
      canvas.scrollIntoView({ block: "end" })
      const { left, width, bottom } = canvas.getBoundingClientRect()
      return [left + width * 0.2, Math.min(bottom, innerHeight) - 30]
    })
    await viewer.browser.click(x, y)
    await until("the cursor is in the lower run", () => viewer.run(() => new URLSearchParams(location.hash.slice(1)).get("run") === "B"))
    await until("a step of the lower run is shown", async () => await viewer.lastStep() !== upper)
    assert.ok(await viewer.step() > 0)
    assert.deepEqual(await viewer.troubles(), [])
  }
}
