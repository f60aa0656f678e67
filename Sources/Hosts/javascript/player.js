// The reducer in JavaScript: arguments are checked here, and everything is decided in WebAssembly.
import { checkOptions, excerpt, similar, wrong } from "./arguments.js"

import { inputs, outputs, vocabularyHash } from "./messages.js"
import {
  SMALLEST, TWO_32, enumeration, readBool, readNumber, readSet, readSpan, readTime, readWord, writeBool, writeHalves, writeNumber,
  writeSet, writeSpan, writeTime, writeWord
} from "./values.js"

// The size of a td_message in 32-bit words; the package's tests compare it with the library's own description.
const MESSAGE_WORDS = 28

/** Makes the classes over a compiled module and the library's description of itself. */
export function makeTapeDeck(module, description) {
  if (description.vocabularyHash !== vocabularyHash) {
    throw new Error(`tapedeck: this module is of the vocabulary ${description.vocabularyHash}, and the files next to it are of ${vocabularyHash}`)
  }
  const types = new Types(description)
  const kinds = new Map(description.inputs.map((kind) => [kind.name, kind]))
  const settings = new Map(description.settings.map((setting) => [setting.name, setting]))
  const presets = new Map(description.presets.map((preset) => [preset.name, preset.number]))
  const keys = new Map(description.keys.map((key) => [key.name, { ...key, codec: types.codec(key.type) }]))
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()

  /** One instance of the module: it has one player in its memory, and is collected with it. Words are indices of 32-bit words. */
  class Machine {
    constructor() {
      this.exports = new WebAssembly.Instance(module).exports
      if (!this.exports.begin()) throw new Error("tapedeck: there is no memory for a player")
      this.player = 0
      this.receive = this.exports.receive
      this.input = this.exports.input() >> 2
      this.outputs = this.exports.outputs() >> 2
      this.value = this.exports.value() >> 2
      this.look()
    }

    /** A view becomes stale, with length 0, once memory has grown: call this after each call that may allocate. */
    look() {
      if (this.words?.length > 0) return
      this.words = new Int32Array(this.exports.memory.buffer)
      this.bytes = new Uint8Array(this.exports.memory.buffer)
    }

    /** Begins an input in which `given` properties were found. */
    begin(input, name, given, at, head) {
      let count = 0
      for (const _ in input) count += 1
      if (count !== given) checkFields(input, kinds.get(name))
      if (!Number.isSafeInteger(at)) throw wrong("at", at, "a number of microseconds without a fraction")
      this.words[this.input] = head
      this.words[this.input + 1] = 0
      writeNumber(this.words, this.input + 2, at, "at")
    }

    context(value = 0, name) {
      if (!Number.isInteger(value) || value < 0 || value >= TWO_32) throw wrong(name, value, "0 to 4294967295")
      this.words[this.input + 1] = value
    }

    writeSetting(place, value, setting) {
      const known = typeof value === "number" ? undefined : settings.get(setting)
      types.put(this.words, place, known ? types.codecOfSetting(known) : types.codec("long"), value, "input.value")
    }

    text(place) {
      let end = place
      while (this.bytes[end] !== 0) end += 1
      return decoder.decode(this.bytes.subarray(place, end))
    }

    lastError() {
      this.look()
      return this.text(this.exports.td_last_error(this.player))
    }

    /** Runs `body` with bytes copied into the module. */
    withBytes(bytes, body) {
      const size = Math.max(1, bytes.length)
      const place = this.exports.allocate(size)
      if (place === 0) throw new Error("tapedeck: there is no memory")
      this.look()
      this.bytes.set(bytes, place)
      try {
        return body(place, bytes.length)
      } finally {
        this.exports.release(place, size)
        this.look()
      }
    }
  }

  class Player {
    #machine

    /**
     * @param options `preset`, `settings` by name, and `record` with `engine`, `tool`, `note`, `recordedAt` to record a trace.
     */
    constructor(options = {}) {
      checkOptions("options", options, ["preset", "settings", "record"])
      if (options.settings !== undefined) checkOptions("options.settings", options.settings)
      const { record = false } = options
      if (typeof record !== "boolean") checkOptions("options.record", record, ["engine", "tool", "note", "recordedAt"])
      const machine = (this.#machine = new Machine())
      machine.player = this.#create(machine, options.preset ?? "defaults", options.settings ?? {})
      machine.look()
      if (record) this.#record(record === true ? {} : record)
    }

    #create(machine, preset, values) {
      const number = presets.get(preset)
      if (number === undefined) throw wrong("options.preset", preset, `one of ${[...presets.keys()].join(", ")}`)
      const entries = Object.entries(values).map(([name, value]) => {
        const setting = settings.get(name)
        if (!setting) throw new RangeError(`tapedeck: options.settings.${excerpt(name)}: there is no such setting${similar(name, settings.keys())}`)
        return [setting.number, types.setting(setting, value, `options.settings.${name}`)]
      })
      const place = machine.exports.allocate(16 * entries.length + 16)
      machine.look()
      entries.forEach(([number, halves], index) => {
        const entry = (place >> 2) + 4 * index
        writeHalves(machine.words, entry, [number, 0])
        writeHalves(machine.words, entry + 2, halves)
      })
      const player = machine.exports.create(number, place, entries.length)
      machine.look()
      machine.exports.release(place, 16 * entries.length + 16)
      if (player === 0) throw new RangeError(`tapedeck: ${machine.text(machine.exports.message()).replace(/^settings\[\d+\]: /, "options.settings.")}`)
      return player
    }

    #record(record) {
      const machine = this.#machine
      const texts = ["engine", "tool", "note"].map((name) => {
        const text = record[name] ?? ""
        if (typeof text !== "string" || text.includes("\0")) throw wrong(`options.record.${name}`, text, "a string without zeros")
        return encoder.encode(text + "\0")
      })
      writeHalves(machine.words, machine.value, types.halves(record.recordedAt ?? null, "options.record.recordedAt", SMALLEST))
      const all = new Uint8Array(texts.reduce((length, text) => length + text.length, 0))
      let offset = 0
      const offsets = texts.map((text) => {
        const start = offset
        all.set(text, start)
        offset += text.length
        return start
      })
      machine.withBytes(all, (place) => {
        const result = machine.exports.record(machine.player, ...offsets.map((start) => place + start))
        if (result < 0) throw new Error(`tapedeck: ${machine.lastError()}`)
      })
    }

    /**
     * Takes one input, and returns the outputs that it causes, in order.
     *
     * @param input `{ name, … }` with the fields of the vocabulary. Omitted fields are 0, false or the first of their words.
     * @param at When it happens, in microseconds on your clock.
     */
    receive(given, at) {
      const machine = this.#machine
      if (given === null || typeof given !== "object") throw wrong("input", given, "an object with a name")
      const name = given.name
      const write = typeof name === "string" ? inputs[name] : undefined
      if (write === undefined) throw wrong("input.name", name, "the name of an input", similar(name, kinds.keys()))
      write(machine, given, at)
      const count = machine.receive(machine.player)
      if (machine.words.length === 0) machine.look()
      if (count < 0) throw new RangeError(`tapedeck: ${machine.lastError()}`)
      if (count === 0) return []
      const answers = []
      const memory = machine.words
      for (let index = 0, place = machine.outputs; index < count; index++, place += MESSAGE_WORDS) {
        answers.push(outputs[memory[place] & 0xffff](memory, place))
      }
      return answers
    }

    /** A property of the player, or one of its settings as `settings.retryLimit`. */
    get(name) {
      const machine = this.#machine
      const setting = typeof name === "string" && name.startsWith("settings.") ? settings.get(name.slice(9)) : undefined
      const key = setting ? { number: 4096 + setting.number, codec: types.codecOfSetting(setting) } : keys.get(name)
      if (key === undefined) {
        const all = [...keys.keys(), ...[...settings.keys()].map((setting) => `settings.${setting}`)]
        throw wrong("name", name, "one of the names that observe() has, or settings. and the name of a setting", similar(name, all))
      }
      machine.exports.get(machine.player, key.number)
      return types.get(machine.words, machine.value, key.codec)
    }

    /** A field of the state by its name in the vocabulary, such as retrying.count: also hidden fields. */
    field(name) {
      const machine = this.#machine
      const type = typeof name === "string" && Object.hasOwn(description.state, name) ? description.state[name] : undefined
      if (type === undefined) {
        throw wrong("name", name, "the name of a field of the state, as retrying.count", similar(name, Object.keys(description.state)))
      }
      machine.withBytes(encoder.encode(`${name}\0`), (place) => machine.exports.field(machine.player, place))
      return types.get(machine.words, machine.value, types.codec(type))
    }

    /** All properties of the player. */
    observe() {
      return Object.fromEntries([...keys.keys()].map((name) => [name, this.get(name)]))
    }

    /** When the input `deadline` is due, in microseconds; `Infinity` when it is not. Set your timer to it after each input. */
    get nextDeadline() {
      return this.get("nextDeadline") ?? Infinity
    }

    /** Where the playhead is at an instant if no input comes before it, in microseconds. */
    position(at) {
      const machine = this.#machine
      if (!Number.isSafeInteger(at)) throw wrong("at", at, "a number of microseconds without a fraction")
      writeNumber(machine.words, machine.value, at, "at")
      machine.exports.position(machine.player)
      return readTime(machine.words, machine.value)
    }

    /** A digest of the whole state: sixteen digits, the same on every machine. */
    get digest() {
      return this.get("digest")
    }

    /** The whole state as bytes, for storage. */
    save() {
      const machine = this.#machine
      machine.exports.snapshot(machine.player, 0, 0)
      machine.look()
      const needed = readNumber(machine.words, machine.value)
      const place = machine.exports.allocate(needed)
      machine.look()
      if (place === 0) throw new Error("tapedeck: there is no memory")
      const result = machine.exports.snapshot(machine.player, place, needed)
      machine.look()
      const bytes = machine.bytes.slice(place, place + needed)
      machine.exports.release(place, needed)
      if (result < 0) throw new Error(`tapedeck: ${machine.lastError()}`)
      return bytes
    }

    /** Restores a saved state. Throws when the bytes are damaged or of another version. */
    restore(bytes) {
      if (!(bytes instanceof Uint8Array)) throw wrong("bytes", bytes, "a Uint8Array")
      const machine = this.#machine
      const result = machine.withBytes(bytes, (place, length) => machine.exports.td_restore(machine.player, place, length))
      if (result < 0) throw new RangeError(`tapedeck: ${machine.lastError()}`)
    }

    /** A second player in the same state. */
    fork() {
      const copy = new Player()
      copy.restore(this.save())
      return copy
    }

    /** Writes what the number of an item or of a text identifies into the trace. */
    define(kind, number, text) {
      if (kind !== "item" && kind !== "text") throw wrong("kind", kind, "item or text")
      if (typeof text !== "string") throw wrong("text", text, "a string")
      if (!Number.isInteger(number) || number < 0 || number >= TWO_32) throw wrong("number", number, "0 to 4294967295")
      const machine = this.#machine
      const result = machine.withBytes(encoder.encode(text), (place, length) =>
        machine.exports.td_define(machine.player, kind === "item" ? 1 : 2, number, place, length))
      if (result < 0) throw new RangeError(`tapedeck: text: ${machine.lastError()}`)
    }

    /** Adds a remark to the trace, after the last input. Without a recording it does nothing. */
    mark(text) {
      if (typeof text !== "string") throw wrong("text", text, "a string")
      const machine = this.#machine
      const result = machine.withBytes(encoder.encode(text), (place, length) => machine.exports.td_mark(machine.player, place, length))
      if (result < 0) throw new RangeError(`tapedeck: text: ${machine.lastError()}`)
    }

    /** The bytes of the trace since the last call; with `end` its last ones. */
    takeTrace(options = {}) {
      checkOptions("options", options, ["end"])
      const { end = false } = options
      if (typeof end !== "boolean") throw wrong("options.end", end, "true or false")
      const machine = this.#machine
      const result = end ? machine.exports.td_finish(machine.player) : machine.exports.td_flush(machine.player)
      machine.look()
      if (result < 0) throw new Error(`tapedeck: ${machine.lastError()}`)
      const start = machine.exports.trace()
      const bytes = machine.bytes.slice(start, start + machine.exports.traceCount())
      machine.exports.traceTaken()
      return bytes
    }
  }

  return { Player, vocabulary: description }
}

/** Throws for a property that is not a field of the input. */
function checkFields(input, kind) {
  const names = new Set(["name", ...Object.keys(kind.context), ...Object.keys(kind.fields)])
  for (const name in input) {
    if (names.has(name)) continue
    throw new TypeError(`tapedeck: input.${excerpt(name)}: ${kind.name} has no such field; it has ${[...names].join(", ")}${similar(name, names)}`)
  }
}

/** How expected values are written in JavaScript: as in text traces. */
class Types {
  #codecs = new Map()

  constructor(description) {
    for (const [name, cases] of Object.entries(description.enumerations)) {
      const words = []
      for (const [word, number] of Object.entries(cases)) words[number] = word
      this.#codecs.set(name, { kind: "enumeration", ...enumeration(words) })
    }
    for (const [name, cases] of Object.entries(description.sets)) this.#codecs.set(name, { kind: "set", bits: Object.entries(cases) })
    for (const name of ["time", "span", "instant", "bool", "digest"]) this.#codecs.set(name, { kind: name })
  }

  codec(type) {
    return this.#codecs.get(type) ?? { kind: "number" }
  }

  codecOfSetting(setting) {
    if (this.#codecs.has(setting.type) && setting.type !== "span") return this.codec(setting.type)
    if (setting.type === "flag") return this.codec("bool")
    return this.codec(setting.type === "span" ? "span" : "number")
  }

  put(memory, place, codec, value, name) {
    switch (codec.kind) {
      case "bool": return writeBool(memory, place, value, name)
      case "enumeration": return writeWord(memory, place, value, codec, name)
      case "set": return writeSet(memory, place, value, codec.bits, name)
      case "time": return writeTime(memory, place, value, name)
      case "span":
      case "instant": return writeSpan(memory, place, value, name)
    }
    writeNumber(memory, place, value, name)
  }

  get(memory, place, codec) {
    switch (codec.kind) {
      case "bool": return readBool(memory, place)
      case "enumeration": return readWord(memory, place, codec)
      case "set": return readSet(memory, place, codec.bits)
      case "digest": return hexadecimal(memory[place + 1]) + hexadecimal(memory[place])
      case "time": return readTime(memory, place)
      case "span":
      case "instant": return readSpan(memory, place)
    }
    return readNumber(memory, place)
  }

  halves(value, name, none) {
    if (value === null) return none
    if (!Number.isSafeInteger(value)) throw wrong(name, value, "a number without a fraction")
    return [value | 0, Math.floor(value / TWO_32)]
  }

  setting(setting, value, name) {
    const halves = []
    this.put(halves, 0, this.codecOfSetting(setting), value, name)
    return halves.map((half) => half | 0)
  }
}

function hexadecimal(half) {
  return (half >>> 0).toString(16).padStart(8, "0")
}
