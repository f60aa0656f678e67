// The view in the fragment of the address: a link is a finding.
import assert from "node:assert/strict"
import { key, until } from "../driver.mjs"
import { Viewer } from "../viewer.mjs"

const fragment = (viewer) => viewer.run(() => location.hash)

export const tests = {
  async "step, window, axis, panel, field, search and notes come back by the address"({ browser, open }) {
    const viewer = await open("episode-seeks.trace.jsonl")
    await viewer.pressTo(0, key.home)
    await viewer.pressTo(5, key.right, key.right, key.right, key.right, key.right)
    await browser.press("a", "+", "+")
    await viewer.write("#query", "seek*")
    await viewer.leave()
    await viewer.panel("state")
    await viewer.click('#panel-state .field button[title="seeking.serial"]')
    await viewer.write("#panel-step textarea, #step textarea", "look <b>here</b>")
    await viewer.leave()
    const parts = await until("the address has it all", async () => {
      const parts = new URLSearchParams((await fragment(viewer)).slice(1))
      return ["step", "from", "to", "axis", "q", "field", "tab", "note"].every((name) => parts.has(name)) && parts
    })
    assert.equal(parts.get("step"), "5")
    assert.equal(parts.get("note"), "5:look <b>here</b>")

    const again = await Viewer.open(browser, viewer.url, await fragment(viewer))
    await again.stays(5)
    assert.equal(await fragment(again), `#${parts}`)
    assert.match(await again.text("#panel-state .selected"), /serial/)
    assert.equal(await again.run(() => document.getElementById("query").value), "seek*")
    assert.equal(await again.run(() => [...document.querySelectorAll("textarea")].find((area) => area.checkVisibility()).value), "look <b>here</b>")
    assert.deepEqual(await again.troubles(), [])
  },

  async "a page that is loaded anew shows what it showed"({ browser, open }) {
    const viewer = await open("clip-pause.trace.jsonl")
    await viewer.pressTo(0, key.home)
    await viewer.pressTo(2, key.right, key.right)
    await viewer.panel("table")
    const before = await until("the step in the address", async () => {
      const found = await fragment(viewer)
      return found.includes("step=2") && found.includes("tab=table") && found
    })
    await browser.refresh()
    await viewer.ready()
    await viewer.stays(2)
    assert.equal(await fragment(viewer), before)
    assert.ok(await viewer.run(() => document.getElementById("panel-table").checkVisibility()))
  },

  async "an address that was changed by hand is followed, and one that makes no sense does nothing"({ browser, open }) {
    const viewer = await open("clip-pause.trace.jsonl")
    await viewer.go(7)
    for (const words of ["step=-1", "step=1e99", "step=x", "from=9&to=1", "tab=__proto__", "tab=none", "axis=up", "field=<b>", "note=", "note=x:y", "note=99999:none", "%", "q=%00%ff", "=&&&=", "a".repeat(5000)]) {
      const other = await Viewer.open(browser, viewer.url, `#${words}`)
      await other.step()
      assert.deepEqual(await other.troubles(), [], words)
    }
  }
}
