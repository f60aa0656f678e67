// Narrow and wide windows.
import assert from "node:assert/strict"
import { key } from "../driver.mjs"

const panels = ["why", "state", "lists", "what-if", "compare", "table"]

export const tests = {
  async "from 320 to 2560 pixels nothing has to be scrolled sideways"({ open, browser }) {
    const viewer = await open("http-stall.trace.jsonl")
    try {
      for (const width of [320, 768, 1280, 2560]) {
        const given = await browser.resize(width, 900)
        // Only WebKitGTK's window cannot become this narrow.
        assert.ok(given === width || browser.name === "webkit" && width < given && given < 500, `${given}`)
        await viewer.pressTo(20, ...[key.home, ...Array.from({ length: 20 }, () => key.right)])
        for (const panel of panels) {
          await viewer.panel(panel)
          const { scroll, client, outside } = await viewer.run(() => {
            const { scrollWidth: scroll, clientWidth: client } = document.documentElement
            const isScrolled = (element) => element.closest("[data-scrolls], .scrolls, pre, table") !== null
            const outside = [...document.querySelectorAll("button, input, textarea, select, h1, h2, h3, p, canvas")].filter((element) => element.checkVisibility() && !isScrolled(element))
              .filter((element) => { const { left, right } = element.getBoundingClientRect(); return right > left && (left < -1 || right > innerWidth + 1) })
            return { scroll, client, outside: outside.map((element) => `${element.outerHTML.slice(0, 80)} ${JSON.stringify(element.getBoundingClientRect())}`) }
          })
          assert.ok(scroll <= client, `${panel} at ${width}: the page is ${scroll} wide in ${client}`)
          assert.deepEqual(outside, [], `${panel} at ${width}`)
        }
      }
      assert.deepEqual(await viewer.troubles(), [])
    } finally {
      await browser.resize(1280, 900)
    }
  }
}
