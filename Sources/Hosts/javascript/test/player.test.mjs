// Players: their properties, their copies, misuse, and that nothing leaks.
import assert from "node:assert/strict"
import { test } from "node:test"
import { Player, vocabulary } from "tapedeck"

function playing() {
  const player = new Player({ preset: "standard" })
  player.receive({ name: "load", request: 1, item: 1, autoplay: true, opens: true }, 0)
  const epoch = player.get("epoch")
  player.receive({ name: "opened", epoch, duration: 90e6, seekable: true, audio: true }, 1e6)
  player.receive({ name: "buffered", epoch, until: 90e6, isSaturated: true }, 1e6)
  player.receive({ name: "playbackStarted", epoch, position: 0, rate: 1000 }, 2e6)
  return player
}

test("it shows what it does", () => {
  const player = new Player()
  assert.equal(player.nextDeadline, Infinity)
  assert.equal(player.get("duration"), null)
  assert.deepEqual(Object.keys(player.observe()).sort(), vocabulary.keys.map((key) => key.name).sort())
  const other = playing()
  assert.equal(other.get("state"), "playing")
  assert.equal(other.get("bufferState"), "playable+playThrough")
  assert.equal(other.get("duration"), 90e6)
  assert.equal(other.get("wantsPlay"), true)
  assert.equal(other.position(12e6), 10e6)
  assert.ok(other.nextDeadline > 2e6 && other.nextDeadline < 1e9)
})

test("every field of the state can be asked for", () => {
  const player = playing()
  assert.equal(player.field("retrying.count"), 0)
  assert.equal(player.field("loading.phase"), "prepared")
  assert.equal(player.field("timeline.duration"), 90e6)
  assert.equal(player.field("transport.wantsPlay"), true)
  for (const name of Object.keys(vocabulary.state)) assert.notEqual(player.field(name), undefined, name)
  assert.throws(() => player.field("retrying.cuont"), /^RangeError: tapedeck: name: expected the name of a field of the state.*did you mean retrying\.count\?/)
})

test("settings and presets", () => {
  const player = new Player({ preset: "standard", settings: { retryLimit: 7, openTimeout: null, autoplay: true, retryDelayKind: "fixed" } })
  assert.equal(player.get("settings.retryLimit"), 7)
  assert.equal(player.get("settings.openTimeout"), null)
  assert.equal(player.get("settings.autoplay"), true)
  assert.equal(player.get("settings.retryDelayKind"), "fixed")
  assert.equal(player.get("settings.coalescesSeeks"), true)
})

test("a setting is changed by the words that make a player", () => {
  const player = new Player()
  for (const [setting, value] of [["openTimeout", null], ["autoplay", true], ["retryDelayKind", "fixed"], ["retryLimit", 4]]) {
    const outputs = player.receive({ name: "set", request: 1, setting, value }, 0)
    assert.ok(outputs.some((output) => output.name === "settingChanged"), setting)
    assert.equal(player.get(`settings.${setting}`), value)
  }
})

test("a segment up to Infinity is blocked to the end; one up to NaN is refused, and one up to null is told", () => {
  const player = playing()
  const stage = (end) => player.receive({ name: "stageSegment", segment: 1, start: 5e6, end, isBlocked: true }, 2e6)
  assert.throws(() => stage(NaN), /^TypeError: tapedeck: input\.end: expected .*, Infinity, or null, found NaN/)
  assert.throws(() => stage(-Infinity), /^TypeError: .*found -Infinity/)
  assert.ok(stage(null).some(({ oddity }) => oddity === "emptyRange"))
  assert.ok(!stage(Infinity).some(({ name }) => name === "diagnostic"))
  player.receive({ name: "commitSegments" }, 2e6)
  assert.equal(player.receive({ name: "deadline" }, 7e6).find(({ name }) => name === "seekBegan")?.target, 90e6)
})

test("a getter of an input may call the player", () => {
  const player = playing()
  const outputs = player.receive({ name: "play", get request() { player.receive({ name: "pause", request: 7 }, 2e6); return 3 } }, 2e6)
  assert.ok(outputs.some((output) => output.name === "completion" && output.request === 3))
  assert.equal(player.get("wantsPlay"), true)
})

test("forks and saved states go on as the original, and share nothing", () => {
  const player = playing()
  player.receive({ name: "stageSegment", segment: 1, start: 20e6, end: 30e6, isBlocked: true }, 2e6)
  player.receive({ name: "commitSegments" }, 2e6)
  const fork = player.fork()
  const restored = new Player()
  restored.restore(player.save())
  assert.equal(fork.digest, player.digest)
  const script = (player) => {
    const all = []
    while (player.nextDeadline <= 60e6) {
      const at = player.nextDeadline
      const outputs = player.receive({ name: "deadline" }, at)
      all.push(...outputs)
      for (const { name, epoch } of outputs) {
        if (name === "engine.reportPosition") all.push(...player.receive({ name: "positionReported", epoch, position: player.position(at) }, at))
      }
    }
    return all
  }
  const before = player.digest
  const expected = script(fork)
  assert.ok(expected.some((output) => output.name === "engine.seek"))
  assert.equal(player.digest, before)
  assert.deepEqual(script(restored), expected)
  assert.deepEqual(script(player), expected)
})

const wrongUses = [
  ["TypeError", /^tapedeck: input: expected an object with a name, found null/, (player) => player.receive(null, 0)],
  ["RangeError", /^tapedeck: input\.name: expected the name of an input, found "laod"/, (player) => player.receive({ name: "laod" }, 0)],
  ["TypeError", /^tapedeck: input\.itm: load has no such field; it has name, request, item/, (player) => player.receive({ name: "load", itm: 1 }, 0)],
  ["TypeError", /^tapedeck: input\.offset: expected a number of microseconds without a fraction, or null, found 1\.5/, (player) => player.receive({ name: "seek", offset: 1.5 }, 0)],
  ["TypeError", /^tapedeck: input\.offset: .*found 5n/, (player) => player.receive({ name: "seek", offset: 5n }, 0)],
  ["RangeError", /^tapedeck: input\.anchor: expected one of start, playhead/, (player) => player.receive({ name: "seek", anchor: "nowhere" }, 0)],
  ["RangeError", /^tapedeck: input\.anchor: expected one of start, .*found "length"/, (player) => player.receive({ name: "seek", anchor: "length" }, 0)],
  ["TypeError", /^tapedeck: input\.muted: expected true or false, found 1/, (player) => player.receive({ name: "setMuted", muted: 1 }, 0)],
  ["RangeError", /^tapedeck: input\.request: expected 0 to 4294967295, found -1/, (player) => player.receive({ name: "play", request: -1 }, 0)],
  ["RangeError", /^tapedeck: input\.supply: expected some of playable/, (player) => player.receive({ name: "supplyChanged", supply: "bar" }, 0)],
  ["RangeError", /setRotation: fields\[0\] \(degrees\) has no value 5000000000/, (player) => player.receive({ name: "setRotation", degrees: 5e9 }, 0)],
  ["TypeError", /^tapedeck: at: expected a number of microseconds without a fraction, found undefined/, (player) => player.receive({ name: "play" })],
  ["TypeError", /^tapedeck: at: expected a number of microseconds without a fraction, found NaN/, (player) => player.receive({ name: "play" }, NaN)],
  ["RangeError", /^tapedeck: options\.preset: expected one of defaults, standard/, () => new Player({ preset: "foo" })],
  ["TypeError", /^tapedeck: options: expected an object/, () => new Player(7)],
  ["TypeError", /^tapedeck: options: expected an object, found an array/, () => new Player([])],
  ["TypeError", /^tapedeck: options: expected an object/, () => new Player(new Map())],
  ["TypeError", /^tapedeck: options\.settings: expected an object, found null/, () => new Player({ settings: null })],
  ["TypeError", /^tapedeck: options\.record\.foo: there is no such option; there are engine, tool, note, recordedAt/, () => new Player({ record: { foo: 3 } })],
  ["TypeError", /^tapedeck: options\.record: expected an object, found "yes"/, () => new Player({ record: "yes" })],
  ["TypeError", /^tapedeck: options\.record\.engine: expected a string without zeros/, () => new Player({ record: { engine: "a\0b" } })],
  ["TypeError", /^tapedeck: options\.ende: there is no such option; there are end/, (player) => player.takeTrace({ ende: true })],
  ["TypeError", /^tapedeck: at: expected a number of microseconds/, (player) => player.position()],
  ["TypeError", /^tapedeck: at: expected a number of microseconds/, (player) => player.receive({ name: "deadline" }, Infinity)],
  ["RangeError", /^tapedeck: at: expected a number between/, (player) => player.receive({ name: "play" }, 1e300)],
  ["TypeError", /^tapedeck: input\.value: expected true or false, found "no"/, (player) => player.receive({ name: "set", setting: "autoplay", value: "no" }, 0)],
  ["RangeError", /^tapedeck: options\.settings\.retryLimt: there is no such setting/, () => new Player({ settings: { retryLimt: 1 } })],
  ["RangeError", /^tapedeck: options\.settings\.retryLimit is -4; expected 0 to 1000/, () => new Player({ settings: { retryLimit: -4 } })],
  ["TypeError", /^tapedeck: options\.record\.engine: expected a string without zeros, found 5/, () => new Player({ record: { engine: 5 } })],
  ["RangeError", /^tapedeck: name: expected one of the names that observe\(\) has, .*, found "foo"$/, (player) => player.get("foo")],
  ["RangeError", /found "sate"; did you mean state\?$/, (player) => player.get("sate")],
  ["RangeError", /found "settings\.retrylimit"; did you mean settings\.retryLimit\?$/, (player) => player.get("settings.retrylimit")],
  ["RangeError", /found "laod"; did you mean load\?$/, (player) => player.receive({ name: "laod" }, 0)],
  ["RangeError", /there is no such setting; did you mean retryLimit\?$/, () => new Player({ settings: { retryLimt: 1 } })],
  ["TypeError", /^tapedeck: text: expected a string, found 4/, (player) => player.mark(4)],
  ["TypeError", /^tapedeck: bytes: expected a Uint8Array, found "x"/, (player) => player.restore("x")],
  ["RangeError", /^tapedeck: bytes: expected a snapshot/, (player) => player.restore(new Uint8Array(100))],
  ["RangeError", /^tapedeck: kind: expected item or text/, (player) => player.define("segment", 1, "a")]
]

for (const [name, words, use] of wrongUses) {
  test(`wrong use: ${words}`, () => {
    const player = playing()
    const before = player.digest
    assert.throws(() => use(player), (error) => error.name === name && words.test(error.message) || assert.fail(`${error.name}: ${error.message}`))
    assert.equal(player.digest, before)
  })
}

test("a saved state with any byte changed is refused, and changes nothing", () => {
  const player = playing()
  const bytes = player.save()
  const other = new Player()
  const before = other.digest
  for (let index = 0; index < bytes.length; index += 7) {
    const damaged = bytes.slice()
    damaged[index] ^= 0x10
    assert.throws(() => other.restore(damaged), RangeError)
  }
  assert.equal(other.digest, before)
})

test("forty thousand players, made and dropped without a pause, leave nothing", () => {
  const memory = () => process.memoryUsage().rss / 1048576
  const some = (count) => { for (let index = 0; index < count; index++) new Player().receive({ name: "play" }, index) }
  some(5000)
  const before = memory()
  some(35000)
  assert.ok(memory() - before < 55, `${memory() - before} MB more`)
})
