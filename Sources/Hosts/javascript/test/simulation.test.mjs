// Simulations in JavaScript match the command line, and errors are described.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { test } from "node:test"
import { fileURLToPath } from "node:url"
import { Player } from "tapedeck"
import { SimulationError, VirtualPlayer, simulate } from "tapedeck/simulation"
import { Trace, diff } from "tapedeck/trace"

// [{ file, scenario }]: the scenario files of the repository as objects, whose values are all strings.
const scenarios = process.env.TAPEDECK_SCENARIOS ? JSON.parse(readFileSync(process.env.TAPEDECK_SCENARIOS, "utf8")) : []
const tapedeck = process.env.TAPEDECK
const recorded = process.env.TAPEDECK_RECORDED

test("every scenario of the repository passes, and its trace replays", { skip: scenarios.length === 0 }, () => {
  assert.ok(scenarios.length >= 10)
  for (const { file, scenario } of scenarios) {
    const { verdict, failures, trace, digest } = simulate(scenario, { trace: "binary" })
    assert.deepEqual({ verdict, failures }, { verdict: "passed", failures: [] }, file)
    assert.equal(new Trace(trace).replay().verdict, "ok", file)
    assert.equal(new Trace(trace).replay().digest, digest, file)
  }
})

test("the command line simulates the same, byte for byte", { skip: !tapedeck || scenarios.length === 0 }, () => {
  for (const { file, scenario } of scenarios) {
    const path = join(recorded, "simulated.trace.jsonl")
    // A failing one is also described in the same way.
    for (const [index, changed] of [scenario, { ...scenario, expect: ["failed", { "at the end": "seeking" }] }].entries()) {
      const { trace, failures, ...report } = simulate(changed, { trace: "text" })
      if (index > 0) {
        assert.deepEqual(failures.map(({ path }) => path), ["expect[0]", "expect[1]"])
        continue
      }
      const line = JSON.parse(execFileSync(tapedeck, ["simulate", file, "--json", "--output", path], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }))
      assert.deepEqual({ ...report, digest: null }, { name: line.name, verdict: line.verdict, end: line.end, inputs: line.inputs, digest: null })
      assert.ok(readFileSync(path).equals(trace), file)
    }
  }
})

test("what fails is told in the words of the command line", { skip: !tapedeck }, () => {
  const file = join(recorded, "failing.yaml")
  writeFileSync(file, "scenario: Failing\nmedia: {duration: 10 s}\nsteps:\n  - play\n  - 'on stalled': pause\nexpect:\n  - playing\n  - failed\n  - 'at 5 s': {state: paused, position: 1 s}\n")
  const { verdict, failures } = simulate({
    scenario: "Failing", media: { duration: "10 s" }, steps: ["play", { "on stalled": "pause" }], expect: ["playing", "failed", { "at 5 s": { state: "paused", position: "1 s" } }]
  })
  let line
  try {
    line = execFileSync(tapedeck, ["simulate", file, "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  } catch (error) {
    line = error.stdout
  }
  assert.equal(verdict, "failed")
  assert.deepEqual(failures.map(({ text }) => text), JSON.parse(line).failures.map(({ text }) => text))
  assert.deepEqual(failures.map(({ path }) => path), ['steps[1]["on stalled"]', "expect[1]", 'expect[2]["at 5 s"]'].map((path) => path.replace('["at 5 s"]', "")))
})

const train = { media: { duration: "1 min", video: "1.2M", segments: "2 s" }, network: "3 Mbit/s, latency 80 ms", engine: { buffer: "6 s" } }

test("a player is driven by hand: it stalls in a tunnel, plays behind it, and comes to its end", () => {
  const player = new VirtualPlayer({ ...train, record: true })
  player.at("10 s", "network none")
  assert.ok(player.play().some(({ name }) => name === "engine.open"))
  assert.deepEqual(player.runUntil("playing").at(-1).to, "playing")
  const stall = player.runUntil("stallBegan")
  assert.ok(stall.some(({ name }) => name === "stallBegan"))
  assert.deepEqual(player.outputs, stall)
  assert.ok(player.now > 10e6 && player.now === stall.at(-1).at)
  player.expect({ state: "stalled", stalls: "1" })
  player.advance("5 s")
  player.expect("stalled")
  assert.equal(player.now, stall.at(-1).at + 5e6)
  player.connect("wifi")
  player.runUntil("playing", { limit: "10 s" })
  player.pause()
  player.seek("0:30")
  player.setRate(1500)
  player.play()
  const end = player.runToEnd()
  assert.ok(end.some(({ name }) => name === "ended"))
  assert.equal(player.get("state"), "ended")
  assert.equal(player.position, 60e6)
  assert.equal(player.nextInstant, Infinity)
  assert.equal(player.nextDeadline, Infinity)
  const trace = new Trace(player.takeTrace({ end: true }))
  assert.deepEqual({ verdict: trace.replay().verdict, digest: trace.replay().digest }, { verdict: "ok", digest: player.digest })
  assert.equal(player.takeTrace().length, 0)
})

test("what a virtual player shows is what a player shows that gets the same inputs", () => {
  for (const options of [{ live: { window: "2 h", segments: "6 s" } }, train, { ...train, preset: "srg", segments: [{ id: 1, from: "0:05", to: "0:10", blocked: true }] }]) {
    const virtual = new VirtualPlayer({ ...options, record: "text" })
    virtual.play()
    virtual.advance("20 s")
    virtual.send(["seek to 0:07", "mute", "loop", { name: "setVolume", left: 500, right: 250 }])
    virtual.advance("5 s")
    virtual.inject({ fault: "fails", failure: "httpServerError", detail: 503 })
    const trace = new Trace(virtual.takeTrace({ end: true }))
    const player = new Player({ settings: trace.header.settings })
    const outputs = [...trace.steps()].flatMap(({ input, at }) => player.receive(input, at))
    assert.equal(player.digest, virtual.digest)
    const { position, ...shown } = virtual.observe()
    const { position: _, ...other } = player.observe()
    assert.deepEqual(shown, other)
    assert.deepEqual(Object.keys(virtual.observe()), Object.keys(player.observe()))
    assert.equal(position, player.position(virtual.now))
    assert.ok(outputs.length > 20)
  }
})

test("outputs are those of a player, with their instants", () => {
  const virtual = new VirtualPlayer({ ...train, record: true })
  const all = [...virtual.outputs, ...virtual.play(), ...virtual.runToEnd()]
  const trace = new Trace(virtual.takeTrace({ end: true }))
  const player = new Player({ settings: trace.header.settings })
  const expected = [...trace.steps()].flatMap(({ input, at }) => player.receive(input, at).map((output) => ({ at, ...output })))
  assert.deepEqual(all, expected)
})

test("the same calls do the same, and a fork goes its own way", () => {
  const run = () => {
    const player = new VirtualPlayer({ ...train, record: "text" })
    player.play()
    player.advance("20 s")
    return player
  }
  const [a, b] = [run(), run()]
  assert.equal(a.worldDigest, b.worldDigest)
  const fork = a.fork()
  fork.connect("none")
  fork.runUntil("stalled")
  assert.equal(a.worldDigest, b.worldDigest)
  assert.notEqual(fork.worldDigest, a.worldDigest)
  a.runToEnd()
  b.runToEnd()
  const traces = [a, b].map((player) => new Trace(player.takeTrace({ end: true })))
  assert.ok(diff(...traces).equal)
  assert.equal(new Trace(fork.takeTrace({ end: true })).replay().verdict, "ok")
})

test("a condition is asked after each input", () => {
  const player = new VirtualPlayer(train)
  player.play()
  let asked = 0
  const outputs = player.runUntil((found, last) => {
    assert.equal(found, player)
    asked += 1
    return last.some(({ name }) => name === "playbackStateChanged") && found.get("state") === "playing"
  })
  assert.ok(asked > 2 && outputs.length > 0)
  assert.deepEqual(player.runUntil(() => true), [])
  assert.throws(() => player.runUntil(() => { throw new RangeError("mine") }), /^RangeError: mine$/)
  assert.throws(() => player.runUntil(() => false, { limit: "2 s" }), (error) => {
    assert.ok(error instanceof SimulationError)
    assert.equal(error.stop, "reached")
    assert.match(error.message, /did not come true within 2 s; the player is playing at [\d.]+ s/)
    return true
  })
})

test("what does not come is an error that says so", () => {
  const player = new VirtualPlayer({ live: { window: "1 h" } })
  assert.throws(() => player.runUntil("playing"), /'playing' was not reported until 0 s, when nothing more was due; the player is/)
  player.play()
  assert.throws(() => player.runUntil("ended", { limit: "1 min" }), { name: "SimulationError", stop: "reached", message: /'ended' was not reported within 60 s/ })
  assert.throws(() => player.runToEnd({ limit: "1 min" }), { name: "SimulationError", message: /there was no end within 60 s/ })
  assert.throws(() => player.expect({ state: "paused", muted: true }), { name: "SimulationError", message: /state is playing, expected paused; muted is no, expected yes/ })
})

test("an hour takes no time", () => {
  const player = new VirtualPlayer({ media: { duration: "2 h" } })
  player.play()
  player.advance("1 h")
  assert.ok(player.position > 3590e6)
})

test("wrong use names the argument, what was found and what is expected", () => {
  const player = new VirtualPlayer(train)
  const setup = { scenario: "x", media: { duration: "1 min" } }
  const loop = {}
  loop.loop = loop
  const cases = [
    [TypeError, "options: expected an object, found 3", () => new VirtualPlayer(3)],
    [TypeError, "options.mdia: there is no such option; there are name, .*; did you mean media\\?", () => new VirtualPlayer({ mdia: {} })],
    [TypeError, "options.steps: there is no such option", () => new VirtualPlayer({ steps: [] })],
    [TypeError, "options.name: expected a string with something in it, found \"\"", () => new VirtualPlayer({ name: "" })],
    [TypeError, "options.record: expected true, false, text or binary, found \"xml\"", () => new VirtualPlayer({ record: "xml" })],
    [TypeError, "options.media.duraton: expected one of its keys, found 'duraton'. Did you mean 'duration'\\?", () => new VirtualPlayer({ media: { duraton: "1 s" } })],
    [RangeError, "options.media\\[1\\].duration: expected a time with its unit, .*, found '5'", () => new VirtualPlayer({ media: [{ duration: "1 s" }, { duration: "5" }] })],
    [TypeError, "options.media.duration: expected a time with its unit, .*, found a list", () => new VirtualPlayer({ media: { duration: [1] } })],
    [TypeError, "options.settings.retryLimit: expected .*, found 3n", () => new VirtualPlayer({ settings: { retryLimit: 3n } })],
    [RangeError, "options.settings.retryLimit: expected a whole number from 0 to .*, found -1", () => new VirtualPlayer({ settings: { retryLimit: -1 } })],
    [TypeError, "options.settings.retryLimt: expected one of its keys, found 'retryLimt'. Did you mean 'retryLimit'\\?", () => new VirtualPlayer({ settings: { retryLimt: 1 } })],
    [TypeError, "options.preset: expected one of its keys, found 'sgr'. Did you mean 'srg'\\?", () => new VirtualPlayer({ preset: "sgr" })],
    [RangeError, "options.network: expected a network such as .*, found 'fast'", () => new VirtualPlayer({ network: "fast" })],
    [RangeError, "options.network.file: expected no file, found 'a.json'", () => new VirtualPlayer({ network: { file: "a.json" } })],
    [RangeError, "options.engine: expected keys such as .*, found 'recorded'", () => new VirtualPlayer({ engine: "recorded" })],
    [RangeError, "input: expected something to do, found 'sek to 1:30'", () => player.send("sek to 1:30")],
    [RangeError, "input\\[1\\]: expected something to do, found 'plai'", () => player.send(["play", "plai"])],
    [RangeError, "input.name: expected the name of an input, found 'seekk'. Did you mean 'seek'\\?", () => player.send({ name: "seekk" })],
    [TypeError, "input.target: expected one of its keys, found 'target'. There are request, anchor", () => player.send({ name: "seek", target: 1 })],
    [RangeError, "input.fault: expected the name of a fault, found 'openFail'. Did you mean 'openFails'\\?", () => player.inject({ fault: "openFail" })],
    [TypeError, "input: expected .*, found undefined", () => player.send()],
    [TypeError, "input.run: expected .*, found .*", () => player.send({ run: () => {} })],
    [RangeError, "input\\.loop.*: expected at most 32 levels, found more", () => player.send(loop)],
    [RangeError, "instant: expected a time with its unit, .*, found 'soon'", () => player.at("soon", "play")],
    [RangeError, "input: expected something to do, found 'plai'", () => player.at("1 s", "plai")],
    [RangeError, "by: expected microseconds from 0 to a week, .*, found 1.5", () => player.advance(1.5)],
    [RangeError, "by: expected microseconds from 0 to a week, .*, found \"8000 h\"", () => player.advance("8000 h")],
    [TypeError, "to: expected a number of microseconds, or a time .*, found null", () => player.advanceTo(null)],
    [RangeError, "to: expected microseconds from 0 to 2 \\*\\* 53, .*, found -1", () => player.seek(-1)],
    [TypeError, "rate: expected a number of thousandths without a fraction, found 1.5", () => player.setRate(1.5)],
    [RangeError, "item: expected 0 to 4294967295, found -1", () => player.load(-1)],
    [TypeError, "network: expected a string, found 3", () => player.connect(3)],
    [RangeError, "network: expected one of unknown, none, .*found 'network wfi'. Did you mean 'network wifi'\\?", () => player.connect("wfi")],
    [RangeError, "until: expected a state or something the player .*, found 'plying'. Did you mean 'playing'\\?", () => player.runUntil("plying")],
    [RangeError, "over: expected a network such as .*, found 'fast'", () => player.connect("wifi", "fast")],
    [TypeError, "until: expected a string, found 7", () => player.runUntil(7)],
    [TypeError, "options.limt: there is no such option; there are limit; did you mean limit\\?", () => player.runUntil("playing", { limt: 1 })],
    [TypeError, "expected.stat: expected one of its keys, found 'stat'. Did you mean 'state'\\?", () => player.expect({ stat: "playing" })],
    [RangeError, "name: expected one of the names that observe\\(\\) has, found \"stat\"", () => player.get("stat")],
    [TypeError, "options.end: expected true or false, found 1", () => player.takeTrace({ end: 1 })],
    [TypeError, "scenario: expected keys such as .*, found null", () => simulate(null)],
    [TypeError, "scenario: expected a name, found none. Begin with 'scenario: NAME'", () => simulate({ media: { duration: "1 s" } })],
    [RangeError, "scenario.steps\\[0\\]\\[\"at 5\"\\]: expected a time with its unit, .*, found '5'. Did you mean '5 s'", () => simulate({ ...setup, steps: [{ "at 5": "play" }] })],
    [RangeError, "scenario.expect\\[0\\]: expected a state .*, found 'plaing'. Did you mean 'playing'\\? \\(and 1 more\\)", () => simulate({ ...setup, expect: ["plaing", { "at 10 s": { state: "x" } }] })],
    [TypeError, "scenario.media.date: expected .*, found an object", () => simulate({ ...setup, media: { duration: "1 s", date: new Date(0) } })],
    [TypeError, "options.trace: expected true, false, text or binary, found 3", () => simulate(setup, { trace: 3 })],
  ]
  for (const [type, pattern, body] of cases) {
    assert.throws(body, (error) => {
      assert.equal(error.constructor, type, `${error.name}: ${error.message}`)
      assert.match(error.message, new RegExp(`^tapedeck: ${pattern}`))
      return true
    })
  }
  // None of this has moved the player.
  assert.equal(player.worldDigest, new VirtualPlayer(train).worldDigest)
  assert.throws(() => simulate({ ...setup, expect: ["plaing", "failing"] }), ({ problems }) => {
    assert.deepEqual(problems.map(({ path }) => path), ["expect[0]", "expect[1]"])
    return true
  })
})

test("CommonJS and a plain script have it, too", () => {
  const require = createRequire(import.meta.url)
  const common = require("tapedeck/simulation")
  const player = new common.VirtualPlayer(train)
  player.play()
  const other = new VirtualPlayer(train)
  other.play()
  assert.equal(player.worldDigest, other.worldDigest)
})

test("the example of the README passes", () => {
  const here = dirname(fileURLToPath(import.meta.url))
  const readme = readFileSync(join(here, "node_modules/tapedeck/README.md"), "utf8")
  const [, example] = [...readme.matchAll(/```js\n(.*?)```/gs)].find(([, code]) => code.includes("tapedeck/simulation"))
  const path = join(here, "readme-example.mjs")
  writeFileSync(path, example)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  assert.match(execFileSync(process.execPath, [path], { encoding: "utf8", env }), /pass 1/)
})

test("numbers beyond 32 bits end no module", () => {
  const player = new VirtualPlayer(train)
  assert.ok(player.load(4294967295, { play: true }).length > 0)
  player.advance("1 s")
  assert.ok(player.send({ name: "selectTrack", kind: "audio", track: 2147483647 }).length > 0)
  const { failures } = simulate({ scenario: "x", media: { duration: "1 s" }, expect: ["failed with text -9223372036854775808"] })
  assert.equal(failures.length, 1)
})

test("many players are made and dropped without a need for more memory", () => {
  for (let round = 0; round < 300; round++) {
    const player = new VirtualPlayer(train)
    player.play()
    player.advance("10 s")
  }
})

/** What a few lines of YAML with references are read as. */
const references = (depth) => depth === 0 ? "pause" : new Array(10).fill(references(depth - 1))

test("what contains itself, or something else many times, is refused", () => {
  const itself = {}
  itself.media = itself
  for (const use of [
    () => simulate({ scenario: "a", steps: references(30) }),
    () => new VirtualPlayer({ media: references(30) }),
    () => new VirtualPlayer().send(references(30)),
    () => new VirtualPlayer().expect({ state: references(30) })
  ]) assert.throws(use, /^RangeError: tapedeck: .*: expected at most (32 levels|200000 values|1048576 bytes)/)
  assert.throws(() => simulate(itself), /^RangeError: tapedeck: .*: expected at most 32 levels/)
})
