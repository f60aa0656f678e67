// Traces in JavaScript: read, replayed, explained and compared by the command line's code, in WebAssembly.
import { TraceError, checkOptions, excerpt, wrong } from "./arguments.js"

/** Makes the classes over a compiled module. */
export function makeTraces(module) {
  const decoder = new TextDecoder()

  /** One instance of the module, for one reading or one question. */
  class Reader {
    constructor(name) {
      this.name = name
      this.exports = new WebAssembly.Instance(module).exports
    }

    get #words() {
      return excerpt(this.name, 400)
    }

    /** Copies bytes into the module, and returns where they are. */
    put(bytes) {
      const place = this.exports.allocate(Math.max(1, bytes.length))
      if (place === 0) throw new RangeError(`tapedeck: ${this.#words}: there is no memory for ${bytes.length} bytes`)
      new Uint8Array(this.exports.memory.buffer).set(bytes, place)
      return [place, bytes.length]
    }

    /** Calls a function of the module, some of whose arguments may be bytes, and throws its error. */
    call(name, ...given) {
      try {
        const result = this.exports[name](...given.flatMap((value) => value instanceof Uint8Array ? this.put(value) : [value]))
        if (result < 0) throw new TraceError(this.name, JSON.parse(this.answer))
        return result
      } catch (error) {
        // The module traps when its memory cannot grow any more.
        if (error instanceof WebAssembly.RuntimeError) throw new RangeError(`tapedeck: ${this.#words}: there is not enough memory for this trace`, { cause: error })
        throw error
      }
    }

    get bytes() {
      return new Uint8Array(this.exports.memory.buffer, this.exports.answerPlace(), this.exports.answerLength())
    }

    get answer() {
      return decoder.decode(this.bytes)
    }
  }

  class Trace {
    #bytes

    /**
     * Opens a trace of either form, of any version.
     *
     * @param bytes A Uint8Array or an ArrayBuffer, which is copied.
     * @param options `name`: its name in errors.
     */
    constructor(bytes, options = {}) {
      if (bytes instanceof ArrayBuffer) bytes = new Uint8Array(bytes)
      if (!(bytes instanceof Uint8Array)) throw wrong("bytes", bytes, "a Uint8Array or an ArrayBuffer")
      checkOptions("options", options, ["name"])
      const { name = "trace" } = options
      if (typeof name !== "string") throw wrong("options.name", name, "a string")
      this.#bytes = bytes.slice()
      this.name = name
      const reader = new Reader(name)
      reader.call("openTrace", this.#bytes)
      this.header = header(JSON.parse(reader.answer))
    }

    /** Its records in order. For a damaged trace: the readable records, and then a TraceError with the place. */
    *[Symbol.iterator]() {
      const reader = new Reader(this.name)
      reader.call("openTrace", this.#bytes)
      while (reader.call("next") === 1) {
        const lines = reader.answer
        if (lines !== "") yield record(lines.trimEnd().split("\n").map((line) => JSON.parse(line)))
      }
      const { loss } = JSON.parse(reader.answer)
      if (loss) yield { kind: "loss", ...loss }
    }

    /** Its steps in order. */
    *steps() {
      for (const record of this) if (record.kind === "step") yield record
    }

    /** Feeds the inputs to a new player and compares all outputs, up to the first difference. */
    replay() {
      const reader = new Reader(this.name)
      reader.call("replay", this.#bytes)
      return { ...JSON.parse(reader.answer), trace: this.name }
    }

    /** The trace as `"text"` or `"binary"`, without loss, except for an incomplete last record; or in its original form. */
    toBytes(form) {
      if (form === undefined) return this.#bytes.slice()
      if (form !== "text" && form !== "binary") throw wrong("form", form, "text or binary")
      const reader = new Reader(this.name)
      reader.call("convertTrace", this.#bytes, form === "binary" ? 1 : 0)
      return reader.bytes.slice()
    }

    /** @internal */
    ask(name, ...rest) {
      const reader = new Reader(this.name)
      reader.call(name, this.#bytes, ...rest)
      return JSON.parse(reader.answer)
    }

    /** @internal */
    compare(other, limit) {
      const reader = new Reader(`${this.name}, ${other.name}`)
      reader.call("keep", this.#bytes)
      reader.call("diff", other.#bytes, limit)
      return { ...JSON.parse(reader.answer), a: this.name, b: other.name }
    }
  }

  /** Why a step caused what it caused, and why nothing plays. Without a step: the last that failed or began a stall, or else the last. */
  function explain(trace, step = 0) {
    checkTrace("trace", trace)
    if (!Number.isSafeInteger(step) || step < 0) throw wrong("step", step, "the number of a step")
    return { ...trace.ask("explainTrace", step), trace: trace.name }
  }

  /** How two traces differ, step by step. Times, numbers and names are compared as in `tapedeck diff`. */
  function diff(a, b, options = {}) {
    checkTrace("a", a)
    checkTrace("b", b)
    checkOptions("options", options, ["limit"])
    const { limit = 100 } = options
    if (!Number.isInteger(limit) || limit < 0 || limit > 1e6) throw wrong("options.limit", limit, "0 to 1000000")
    return a.compare(b, limit)
  }

  function checkTrace(name, value) {
    if (!(value instanceof Trace)) throw wrong(name, value, "a Trace")
  }

  return { Trace, explain, diff, TraceError }
}

function header(line) {
  const { v: version, voc: vocabulary, state: stateLayout, core: behaviour, cfg: settings, outputs = true, excerpt = false } = line
  const { engine = "", tool = "", note = "", date: recordedAt = null } = line
  return { version, vocabulary, stateLayout, behaviour, settings, hasOutputs: outputs, isExcerpt: excerpt, engine, tool, note, recordedAt }
}

/** The lines of a record of a text trace as one object. */
function record([first, ...rest]) {
  const { n: number, t: at } = first
  switch (first.k) {
    case "i": return { kind: "step", number, at, input: message(first), outputs: rest.map(message) }
    case "d": return first.item !== undefined ? { kind: "item", item: first.item, source: first.source } : { kind: "text", text: first.text, words: first.is }
    case "c": return { kind: "checkpoint", number, at, state: first.s, digest: first.d }
    case "m": return { kind: "mark", number, words: first.x }
    default: return { kind: "end", number, inputs: first.i, outputs: first.o, digest: first.d, ending: first.end, detail: first.by ?? first.why ?? "" }
  }
}

function message({ e: name, a: fields }) {
  return { name, ...fields }
}
