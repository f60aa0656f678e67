// Runs that were made from the log of another player.
import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const lines = [
  { t: 0, event: "open", source: "https://example.com/live.m3u8" },
  { t: 10, event: "play" },
  { t: 900, event: "playing" },
  { t: 2_000, event: "position", position: 3_600, buffered: 3_610 },
  { t: 3_000, event: "dropped", count: 40 },
  { t: 4_000, event: "waiting", position: 3_602 }
]

export const tests = {
  async "the log of another player is shown line by line, without inputs and without positions that nobody reported"({ open, command, work }) {
    const log = join(work, "app.log"), file = join(work, "app.trace")
    writeFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
    command("import", log, "--output", file, "--format", "jsonl")
    const viewer = await open({ name: "app.trace", bytes: readFileSync(file) })
    assert.equal(await viewer.lastStep(), lines.length)
    await viewer.go(3)
    await viewer.contains("#step", /observed[\s\S]*line\s+3/)
    await viewer.contains("#step", "position unknown")
    await viewer.go(4)
    await viewer.contains("#step", "position 1:00:00")
    await viewer.contains("#step", "bufferObserved")
    await viewer.go(5)
    await viewer.contains("#step", /droppedFramesObserved[\s\S]*count\s+40/)
    assert.doesNotMatch(await viewer.text("#step"), /deadline/)
    for (const panel of ["why", "what-if", "lists"]) {
      await viewer.panel(panel)
      await viewer.contains(`#panel-${panel}`, "It has no inputs")
    }
    assert.deepEqual(await viewer.troubles(), [])
  }
}
