// A run that grows while it is shown.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { key, until } from "../driver.mjs"
import { GrowingRun } from "../growing-run.mjs"

const NAME = "hosts/mpv-clip-seeks.trace.jsonl"

/** The run in binary, as it is sent while it is recorded. */
function recorded({ command, path, work }) {
  const file = join(work, "recorded.trace")
  command("cat", path(NAME), "--to", "binary", "--output", file)
  return readFileSync(file)
}

/** How much of the run is sent with its header, of about 1,000 bytes, and a part of what follows. */
const part = (run, share) => Math.floor(1010 + (run.length - 1010) * share)

/** A run that has not sent anything yet. */
const open = (given, fragment) => GrowingRun.open(given, recorded(given), fragment)

const steps = ({ command, path }) => command("info", path(NAME), "--json")[0].lastStep
const isFollowing = (viewer) => viewer.run(() => document.getElementById("follow").getAttribute("aria-pressed") === "true")

/** Waits until the page has a different last step. */
async function grows(viewer, before) {
  return until(`more than step ${before}`, async () => {
    const last = await viewer.lastStep()
    return last > before && last
  })
}

export const tests = {
  async "a run that goes on is followed until the person looks elsewhere, and again with End"(given) {
    const run = await open(given)
    const { viewer } = run
    const all = steps(given)
    await run.send(part(run, 1 / 3))
    await viewer.contains("#running", "Live")
    const first = await viewer.lastStep()
    assert.ok(first > 1 && first < all && await isFollowing(viewer))
    await viewer.stays(first)
    assert.equal((await viewer.text("#banner")).trim(), "", "nothing is missing of what goes on")

    await run.send(part(run, 1 / 2))
    const second = await grows(viewer, first)
    await viewer.stays(second)

    await viewer.pressTo(second - 1, key.left)
    assert.ok(!await isFollowing(viewer), "a step back ends it")
    await run.send(part(run, 3 / 4))
    const third = await grows(viewer, second)
    assert.equal(await viewer.step(), second - 1, "the cursor stays where it was put")
    await viewer.pressTo(second, key.right)

    await viewer.pressTo(third, key.end)
    assert.ok(await isFollowing(viewer))
    await given.browser.press("+")
    await until("zooming ends it", async () => !await isFollowing(viewer))
    await viewer.click("#follow")
    await until("the control begins it", () => isFollowing(viewer))

    await run.send(run.length)
    await run.end()
    await viewer.contains("#running", "Ended")
    await viewer.stays(all)
    assert.equal(await viewer.lastStep(), all)
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "what is there so far answers like a whole trace, and in the end it is one"(given) {
    const run = await open(given)
    const { viewer } = run
    const all = steps(given)
    await run.send(part(run, 1 / 2))
    await viewer.contains("#running", "Live")
    const half = await viewer.lastStep()
    await viewer.write("#query", "trackFound")
    await viewer.leave()
    await given.browser.press("N")
    await until("a hit", async () => await viewer.step() < half)
    await viewer.panel("why")
    await viewer.contains("#panel-why", /step \d/)
    const found = await viewer.step()
    await run.send(run.length)
    await run.end()
    await viewer.contains("#running", "Ended")
    assert.equal(await viewer.step(), found)
    await viewer.panel("state")
    const state = await viewer.state()
    const whole = await given.open({ name: "whole.trace", bytes: recorded(given) })
    assert.equal(await whole.lastStep(), all)
    await whole.go(found)
    await whole.panel("state")
    assert.deepEqual(await whole.state(), state)
  },

  async "a run whose page closes stays as far as it came"(given) {
    const run = await open(given)
    const { viewer } = run
    await run.send(run.length - 100)
    await viewer.contains("#running", "Live")
    const last = await viewer.lastStep()
    await run.end()
    await viewer.contains("#running", "Ended")
    await viewer.contains("#banner", /Torn|Unfinished/)
    await viewer.pressTo(last - 1, key.left)
  },

  async "a run that is no trace, or is over before it has begun, is refused in words"(given) {
    for (const [bytes, words] of [[Buffer.from("{}".repeat(50)), /not a trace/i], [Buffer.alloc(0), /clip\.mp4: ./]]) {
      const run = await GrowingRun.open(given, bytes)
      await run.send(run.length)
      await run.end()
      await run.viewer.contains("#open-problem", words)
    }
  },

  async "while nothing happens the picture follows the clock, and in the end the run is as long as it was"(given) {
    const run = await open(given)
    const { viewer } = run
    await run.send(part(run, 1 / 2))
    await viewer.contains("#running", "Live")
    const length = async () => /\d[^·]*\bs\b/.exec(await viewer.text("#facts"))?.[0]
    const before = await length()
    const last = await viewer.lastStep()
    await until("the run is longer", async () => await length() !== before)
    assert.equal(await viewer.lastStep(), last, "though no step came")
    await run.send(run.length)
    await run.end()
    await viewer.contains("#facts", "finished")
    const ended = await length()
    await given.open({ name: "whole.trace", bytes: recorded(given) })
    assert.equal(ended, await length())
    assert.deepEqual(await viewer.troubles(), [])
  },

  async "a link to a step of a run that goes on shows that step"(given) {
    const run = await open(given, "#step=3&tab=state")
    const { viewer } = run
    await run.send(part(run, 1 / 2))
    await viewer.contains("#running", "Live")
    await viewer.stays(3)
    assert.ok(!await isFollowing(viewer))
  }
}
