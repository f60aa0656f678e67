// What `tapedeck test --in javascript` writes is a test that passes, and that fails once the player answers differently.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"

const tapedeck = process.env.TAPEDECK

test("a trace that was made a test passes it, and fails another", { skip: !tapedeck }, () => {
  const { status, stdout } = spawnSync(tapedeck, ["test", join(process.env.TAPEDECK_TRACES, "http-stall.trace.jsonl"), "--in", "javascript"], { encoding: "utf8" })
  assert.equal(status, 0)
  const run = (name, text) => {
    // Next to this file, so that the package is found.
    const file = new URL(name, import.meta.url)
    writeFileSync(file, text)
    return spawnSync(process.execPath, [file.pathname], { encoding: "utf8", env: { ...process.env, NODE_TEST_CONTEXT: undefined } }).status
  }
  assert.equal(run("recorded-stall.mjs", stdout), 0)
  assert.notEqual(run("recorded-other.mjs", stdout.replace("phase: \"stalled\"", "phase: \"playing\"").replace("rebuffer: 1000000", "rebuffer: 2000000")), 0)
})
