// The reducer in JavaScript: what is given to it is checked here, and everything is decided in WebAssembly.
import { checkOptions, similar, wrong } from "./arguments.js"

const TWO_32 = 4294967296
// What a text trace writes as null: unknown is the smallest number of 64 bits, endless and never the largest.
const SMALLEST = [0, -2147483648]
const LARGEST = [-1, 2147483647]

// Layout of td_message; the package's tests compare it with the library's own description.
const MESSAGE = { code: 0, count: 2, context: 4, time: 8, fields: 16, size: 112 }

/** Makes the classes over a compiled module and the library's description of itself. */
export function makeTapeDeck(module, description) {
  const types = new Types(description)
  const inputs = types.messages(description.inputs)
  const outputs = types.messages(description.outputs)
  const inputsByName = new Map([...inputs.values()].map((kind) => [kind.name, kind]))
  const settings = new Map(description.settings.map((setting) => [setting.name, setting]))
  const presets = new Map(description.presets.map((preset) => [preset.name, preset.number]))
  const keys = new Map(description.keys.map((key) => [key.name, { ...key, codec: types.codec(key.type) }]))
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()

  /** One instance of the module: it has one player in its memory, and is collected with it. */
  class Machine {
    constructor() {
      this.exports = new WebAssembly.Instance(module).exports
      if (!this.exports.begin()) throw new Error("tapedeck: there is no memory for a player")
      this.player = 0
      this.look()
    }

    /** A view is stale once memory has grown: after each call that may allocate. */
    look() {
      const buffer = this.exports.memory.buffer
      if (this.view?.buffer === buffer) return
      this.view = new DataView(buffer)
      this.bytes = new Uint8Array(buffer)
    }

    read(place) {
      const low = this.view.getUint32(place, true)
      const high = this.view.getInt32(place + 4, true)
      return high * TWO_32 + low
    }

    write(place, value) {
      this.view.setUint32(place, value >>> 0, true)
      this.view.setInt32(place + 4, Math.floor(value / TWO_32), true)
    }

    writeHalves(place, [low, high]) {
      this.view.setInt32(place, low, true)
      this.view.setInt32(place + 4, high, true)
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
    #epochs = 0

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
        if (!setting) throw new RangeError(`tapedeck: options.settings.${name}: there is no such setting${similar(name, settings.keys())}`)
        return [setting.number, types.setting(setting, value, `options.settings.${name}`)]
      })
      const place = machine.exports.allocate(16 * entries.length + 16)
      machine.look()
      entries.forEach(([number, halves], index) => {
        machine.view.setUint32(place + 16 * index, number, true)
        machine.view.setUint32(place + 16 * index + 4, 0, true)
        machine.writeHalves(place + 16 * index + 8, halves)
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
      machine.writeHalves(machine.exports.value(), types.halves(record.recordedAt ?? null, "options.record.recordedAt", SMALLEST))
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
     * Takes one input, and returns what follows from it, in order.
     *
     * @param input `{ name, … }` with the fields of the vocabulary. Fields that are left out are 0, false or the first of their words.
     * @param at When it happens, in microseconds on a clock of yours.
     */
    receive(given, at) {
      const machine = this.#machine
      if (given === null || typeof given !== "object") throw wrong("input", given, "an object with a name")
      // Read once and for all: a property may have a getter, and that may do anything.
      const input = { ...given }
      const kind = inputsByName.get(input.name)
      if (kind === undefined) throw wrong("input.name", input.name, "the name of an input", similar(input.name, inputsByName.keys()))
      for (const name in input) if (!kind.names.has(name)) throw unknownField(name, kind)
      if (!Number.isSafeInteger(at)) throw wrong("at", at, "a number of microseconds without a fraction")
      const place = machine.exports.input()
      machine.view.setUint16(place + MESSAGE.code, kind.code, true)
      machine.view.setUint16(place + MESSAGE.count, kind.fields.length, true)
      machine.view.setUint32(place + MESSAGE.context, kind.context ? types.context(input, kind) : 0, true)
      machine.write(place + MESSAGE.time, at)
      for (let index = 0; index < kind.fields.length; index++) {
        const field = kind.fields[index]
        let codec = field.codec
        // The value of a setting may be written as it is where players are made; a number always may.
        if (kind.name === "set" && field.name === "value" && typeof input.value !== "number" && settings.has(input.setting)) {
          codec = types.codecOfSetting(settings.get(input.setting))
        }
        types.put(machine, place + MESSAGE.fields + 8 * index, codec, input[field.name], field.name, kind)
      }
      const count = machine.exports.receive(machine.player)
      machine.look()
      if (count < 0) throw new RangeError(`tapedeck: ${machine.lastError()}`)
      const answers = new Array(count)
      let output = count > 0 ? machine.exports.outputs() : 0
      for (let index = 0; index < count; index++, output += MESSAGE.size) answers[index] = this.#read(output)
      return answers
    }

    #read(place) {
      const machine = this.#machine
      const kind = outputs.get(machine.view.getUint16(place + MESSAGE.code, true))
      const answer = { name: kind.name }
      if (kind.context) answer[kind.context.name] = types.word(kind.context.codec, machine.view.getUint32(place + MESSAGE.context, true))
      for (let index = 0; index < kind.fields.length; index++) {
        const field = kind.fields[index]
        answer[field.name] = types.get(machine, place + MESSAGE.fields + 8 * index, field.codec)
      }
      return answer
    }

    /** What the player shows, or a setting of it as `settings.retryLimit`. */
    get(name) {
      const machine = this.#machine
      const setting = typeof name === "string" && name.startsWith("settings.") ? settings.get(name.slice(9)) : undefined
      const key = setting ? { number: 4096 + setting.number, codec: types.codecOfSetting(setting) } : keys.get(name)
      if (key === undefined) {
        const all = [...keys.keys(), ...[...settings.keys()].map((setting) => `settings.${setting}`)]
        throw wrong("name", name, "one of the names that observe() has, or settings. and the name of a setting", similar(name, all))
      }
      machine.exports.get(machine.player, key.number)
      const place = machine.exports.value()
      return types.get(machine, place, key.codec)
    }

    /** Everything that the player shows. */
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
      machine.write(machine.exports.value(), at)
      machine.exports.position(machine.player)
      return types.get(machine, machine.exports.value(), types.codec("time"))
    }

    /** A digest of the whole state: sixteen digits, the same on every machine. */
    get digest() {
      return this.get("digest")
    }

    /** The whole state as bytes, to be kept. */
    save() {
      const machine = this.#machine
      machine.exports.snapshot(machine.player, 0, 0)
      machine.look()
      const needed = machine.read(machine.exports.value())
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

    /** Puts the player into a state that was saved. Throws when the bytes are damaged or of another version. */
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

    /** Writes into the trace what the number of an item or of a text stands for. */
    define(kind, number, text) {
      if (kind !== "item" && kind !== "text") throw wrong("kind", kind, "item or text")
      if (typeof text !== "string") throw wrong("text", text, "a string")
      if (!Number.isInteger(number) || number < 0 || number >= TWO_32) throw wrong("number", number, "0 to 4294967295")
      const machine = this.#machine
      const result = machine.withBytes(encoder.encode(text), (place, length) =>
        machine.exports.td_define(machine.player, kind === "item" ? 1 : 2, number, place, length))
      if (result < 0) throw new RangeError(`tapedeck: text: ${machine.lastError()}`)
    }

    /** Leaves a remark in the trace, after the last input. Without a recording it does nothing. */
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

function unknownField(name, kind) {
  return new TypeError(`tapedeck: input.${name}: ${kind.name} has no such field; it has ${[...kind.names].join(", ")}${similar(name, kind.names)}`)
}

/** How values of the vocabulary are written in JavaScript: as in text traces. */
class Types {
  #codecs = new Map()

  constructor(description) {
    for (const [name, cases] of Object.entries(description.enumerations)) {
      const words = []
      for (const [word, number] of Object.entries(cases)) words[number] = word
      this.#codecs.set(name, { kind: "enumeration", words, numbers: new Map(Object.entries(cases)) })
    }
    for (const [name, cases] of Object.entries(description.sets)) {
      this.#codecs.set(name, { kind: "set", bits: Object.entries(cases) })
    }
    this.#codecs.set("code", { kind: "code", words: new Map(description.inputs.map((kind) => [kind.code, kind.name])) })
    for (const name of ["time", "span", "instant", "bool", "digest"]) this.#codecs.set(name, { kind: name })
    this.instant = this.codec("instant")
  }

  codec(type) {
    return this.#codecs.get(type) ?? { kind: "number" }
  }

  codecOfSetting(setting) {
    if (this.#codecs.has(setting.type) && setting.type !== "span") return this.codec(setting.type)
    if (setting.type === "flag") return this.codec("bool")
    return this.codec(setting.type === "span" ? "span" : "number")
  }

  messages(kinds) {
    return new Map(kinds.map((kind) => {
      const [context] = Object.entries(kind.context)
      const fields = Object.entries(kind.fields).map(([name, type]) => ({ name, codec: this.codec(type) }))
      return [kind.code, {
        code: kind.code, name: kind.name, fields,
        context: context && { name: context[0], codec: this.codec(context[1]) },
        names: new Set(["name", ...(context ? [context[0]] : []), ...fields.map((field) => field.name)])
      }]
    }))
  }

  context(input, kind) {
    const value = input[kind.context.name] ?? 0
    if (!Number.isInteger(value) || value < 0 || value >= TWO_32) throw wrong(`input.${kind.context.name}`, value, "0 to 4294967295")
    return value
  }

  word(codec, number) {
    if (codec.kind === "code") return codec.words.get(number) ?? number
    return codec.kind === "enumeration" ? codec.words[number] : number
  }

  put(machine, place, codec, value, name, kind) {
    if (value === undefined) return machine.writeHalves(place, [0, 0])
    const where = kind ? `input.${name}` : name
    switch (codec.kind) {
      case "bool":
        if (typeof value !== "boolean") throw wrong(where, value, "true or false")
        return machine.writeHalves(place, [value ? 1 : 0, 0])
      case "enumeration": {
        // A number is as good as its word: text traces have numbers in their settings.
        const number = codec.words[value] === undefined ? codec.numbers.get(value) : value
        if (number === undefined) throw wrong(where, value, `one of ${[...codec.numbers.keys()].join(", ")}`)
        return machine.writeHalves(place, [number, 0])
      }
      case "set": return machine.writeHalves(place, [this.#bits(codec, value, where), 0])
      case "time":
        if (value === null) return machine.writeHalves(place, SMALLEST)
        break
      case "span":
      case "instant":
        if (value === null) return machine.writeHalves(place, LARGEST)
        break
    }
    if (!Number.isSafeInteger(value)) throw wrong(where, value, codec.kind === "number" ? "a number without a fraction" : "a number of microseconds without a fraction, or null")
    machine.write(place, value)
  }

  #bits(codec, value, where) {
    if (typeof value !== "string") throw wrong(where, value, "a string of words with + between them, or unknown")
    if (value === "unknown" || value === "") return 0
    return value.split("+").reduce((bits, word) => {
      const found = codec.bits.find(([name]) => name === word)
      if (!found) throw wrong(where, word, `some of ${codec.bits.map(([name]) => name).join(", ")}`)
      return bits | found[1]
    }, 0)
  }

  get(machine, place, codec) {
    const low = machine.view.getInt32(place, true)
    const high = machine.view.getInt32(place + 4, true)
    switch (codec.kind) {
      case "bool": return low !== 0
      case "enumeration": return codec.words[low] ?? low
      case "set": return codec.bits.filter(([, bit]) => low & bit).map(([name]) => name).join("+") || "unknown"
      case "digest": return hexadecimal(high) + hexadecimal(low)
      case "time":
        if (low === SMALLEST[0] && high === SMALLEST[1]) return null
        break
      case "span":
      case "instant":
        if (low === LARGEST[0] && high === LARGEST[1]) return null
        break
    }
    return high * TWO_32 + (low >>> 0)
  }

  halves(value, name, none) {
    if (value === null) return none
    if (!Number.isSafeInteger(value)) throw wrong(name, value, "a number without a fraction")
    return [value | 0, Math.floor(value / TWO_32)]
  }

  setting(setting, value, name) {
    const codec = this.codecOfSetting(setting)
    const halves = []
    this.put({ writeHalves: (_, found) => halves.push(...found), write: (_, found) => halves.push(found | 0, Math.floor(found / TWO_32)) }, 0, codec, value, name)
    return halves
  }
}

function hexadecimal(half) {
  return (half >>> 0).toString(16).padStart(8, "0")
}
