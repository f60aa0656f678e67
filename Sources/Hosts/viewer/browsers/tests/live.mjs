// A run that grows while it is shown.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { key, until } from "../driver.mjs"
import { LiveServer } from "../live-server.mjs"
import { Viewer } from "../viewer.mjs"

const NAME = "hosts/mpv-clip-seeks.trace"

/** Runs a test with a run that has not sent anything yet. */
async function withLive({ pages, path }, test, bytes = readFileSync(path(NAME))) {
  const live = await LiveServer.open(bytes, pages.live("clip.mp4", "run"))
  try {
    await test(live)
  } finally {
    live.close()
  }
}

const steps = ({ command, path }) => command("info", path(NAME), "--json")[0].lastStep
const isFollowing = (viewer) => viewer.run(() => document.getElementById("follow").getAttribute("aria-pressed") === "true")

/** What went wrong; loading the stream is expected. */
const troubles = async (viewer) => (await viewer.troubles()).filter((trouble) => !/\/run\?from=\d+ was loaded$/.test(trouble))

/** Waits until the page has a different last step. */
async function grows(viewer, before) {
  return until(`more than step ${before}`, async () => {
    const last = await viewer.lastStep()
    return last > before && last
  })
}

export const tests = {
  async "a run that goes on is followed until the person looks elsewhere, and again with End"(given) {
    await withLive(given, async (live) => {
      const all = steps(given)
      live.send(Math.floor(live.length / 3))
      const viewer = await Viewer.open(given.browser, live.address)
      await viewer.contains("#running", "Live")
      const first = await viewer.lastStep()
      assert.ok(first > 1 && first < all && await isFollowing(viewer))
      await viewer.stays(first)
      assert.equal((await viewer.text("#banner")).trim(), "", "nothing is missing of what goes on")

      live.send(Math.floor(live.length / 2))
      const second = await grows(viewer, first)
      await viewer.stays(second)

      await viewer.pressTo(second - 1, key.left)
      assert.ok(!await isFollowing(viewer), "a step back ends it")
      live.send(Math.floor(live.length * 3 / 4))
      const third = await grows(viewer, second)
      assert.equal(await viewer.step(), second - 1, "the cursor stays where it was put")
      await viewer.pressTo(second, key.right)

      await viewer.pressTo(third, key.end)
      assert.ok(await isFollowing(viewer))
      await given.browser.press("+")
      await until("zooming ends it", async () => !await isFollowing(viewer))
      await viewer.click("#follow")
      await until("the control begins it", () => isFollowing(viewer))

      live.send(live.length)
      live.end()
      await viewer.contains("#running", "Ended")
      await viewer.stays(all)
      assert.equal(await viewer.lastStep(), all)
      assert.deepEqual(await troubles(viewer), [])
    })
  },

  async "what is there so far answers like a whole trace, and in the end it is one"(given) {
    await withLive(given, async (live) => {
      const all = steps(given)
      live.send(Math.floor(live.length / 2))
      const viewer = await Viewer.open(given.browser, live.address)
      const half = await viewer.lastStep()
      await viewer.write("#query", "trackFound")
      await viewer.leave()
      await given.browser.press("N")
      await until("a hit", async () => await viewer.step() < half)
      await viewer.panel("why")
      await viewer.contains("#panel-why", /step \d/)
      const found = await viewer.step()
      live.send(live.length)
      live.end()
      await viewer.contains("#running", "Ended")
      assert.equal(await viewer.step(), found)
      await viewer.panel("state")
      const state = await viewer.state()
      const whole = await given.open({ name: "whole.trace", bytes: readFileSync(given.path(NAME)) })
      assert.equal(await whole.lastStep(), all)
      await whole.go(found)
      await whole.panel("state")
      assert.deepEqual(await whole.state(), state)
    })
  },

  async "a connection that breaks is made again from where it was; what came stays when nobody answers"(given) {
    await withLive(given, async (live) => {
      const half = Math.floor(live.length / 2)
      live.send(half)
      const viewer = await Viewer.open(given.browser, live.address)
      const first = await viewer.lastStep()
      live.break()
      await until("it comes again", () => live.asked.length > 1)
      assert.deepEqual(live.asked, [0, half])
      live.send(live.length - 100)
      const second = await grows(viewer, first)
      live.break()
      live.close()
      await viewer.contains("#running", "Connection lost")
      await viewer.contains("#banner", /Torn|Unfinished/)
      await viewer.pressTo(second - 1, key.left)
    })
  },

  async "a stream that is no trace, or is over before it has begun, is refused in words"(given) {
    for (const [bytes, words] of [[Buffer.from("{}".repeat(50)), /not a trace/i], [Buffer.alloc(0), /clip\.mp4: ./]]) {
      await withLive(given, async (live) => {
        live.send(live.length)
        live.end()
        await given.browser.navigate(live.address)
        const viewer = new Viewer(given.browser, live.address)
        await viewer.contains("#open-problem", words)
      }, bytes)
    }
  },

  async "while nothing happens the picture follows the clock, and in the end the run is as long as it was"(given) {
    await withLive(given, async (live) => {
      live.send(Math.floor(live.length / 2))
      const viewer = await Viewer.open(given.browser, live.address)
      await viewer.contains("#running", "Live")
      const length = async () => /\d[^·]*\bs\b/.exec(await viewer.text("#facts"))?.[0]
      const before = await length()
      const last = await viewer.lastStep()
      await until("the run is longer", async () => await length() !== before)
      assert.equal(await viewer.lastStep(), last, "though no step came")
      live.send(live.length)
      live.end()
      await viewer.contains("#facts", "finished")
      const ended = await length()
      await given.open({ name: "whole.trace", bytes: readFileSync(given.path(NAME)) })
      assert.equal(ended, await length())
      assert.deepEqual(await troubles(viewer), [])
    })
  },

  async "a link to a step of a run that goes on shows that step"(given) {
    await withLive(given, async (live) => {
      live.send(Math.floor(live.length / 2))
      const viewer = await Viewer.open(given.browser, live.address, "#step=3&tab=state")
      await viewer.stays(3)
      assert.ok(!await isFollowing(viewer))
      live.end()
    })
  }
}
