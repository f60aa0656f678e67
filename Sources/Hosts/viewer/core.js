// @ts-check
// A run in the module: calls it, and makes objects of what it leaves behind.

/** @typedef {import("./types.js").Edits} Edits */
/** @typedef {import("./types.js").Query} Query */

const decoder = new TextDecoder()
const encoder = new TextEncoder()
// Records, and blocks of steps, between two looks at the time.
const PIECE = 512
const BLOCKS = 4
// Milliseconds after which others get their turn, and after which something is told.
const TURN = 8
const TELL = 50
// More differences than anybody reads.
const DIFFERENCES = 100
// Inputs that are fed for blame at most: some seconds.
const BUDGET = 40_000_000

/** What the module says is wrong. */
class Refusal extends Error {
  /** @param {any} report */
  constructor(report) {
    super(report.message)
    this.report = report
  }
}

export class CoreRun {
  /** @type {any} */
  #exports
  #trace = [0, 0]
  /** @type {any} */
  #words

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#exports = new WebAssembly.Instance(module).exports
  }

  /**
   * @param {string} name
   * @param {...any} given
   * @returns {number}
   */
  #call(name, ...given) {
    let result
    try {
      result = this.#exports[name](...given)
    } catch (error) {
      // The module ends itself where its memory does not grow any more.
      if (error instanceof WebAssembly.RuntimeError) throw new RangeError("There is not enough memory for this trace.")
      throw error
    }
    if (result < 0 && name !== "find") throw new Refusal(this.#json)
    return result
  }

  /** What the last call left behind: a copy. */
  get #answer() {
    const from = this.#exports.answerPlace()
    return new Uint8Array(this.#exports.memory.buffer).slice(from, from + this.#exports.answerLength())
  }

  get #json() { return JSON.parse(decoder.decode(this.#answer)) }

  /** @param {Uint8Array} bytes */
  #put(bytes) {
    const place = this.#exports.allocate(Math.max(1, bytes.length))
    if (place === 0) throw new RangeError(`There is no memory for ${bytes.length} bytes.`)
    new Uint8Array(this.#exports.memory.buffer).set(bytes, place)
    return [place, bytes.length]
  }

  /**
   * Reads a whole trace, with pauses in which others get their turn.
   * @param {Uint8Array} bytes
   * @param {string} name
   * @param {(share: number) => void} progress
   */
  async open(bytes, name, progress) {
    const { length } = bytes
    this.hold(bytes)
    const turns = new Turns()
    let told = performance.now()
    while (this.#call("read", PIECE) === 1) {
      if (performance.now() > told + TELL) {
        told = performance.now()
        progress(Math.min(1, this.#exports.bytesRead() / Math.max(1, length)))
      }
      await turns.next()
    }
    return this.#summary(name)
  }

  /**
   * Takes a trace without reading it: enough for what reads it anyway. The bytes are gone then.
   * @param {Uint8Array} bytes
   */
  hold(bytes) {
    this.#trace = this.#put(bytes)
    discard(bytes)
    this.#call("open", ...this.#trace)
  }

  /** @param {string} name */
  #summary(name) {
    this.#call("words")
    const words = (this.#words = this.#json)
    this.#call("summary")
    const { header, problem, ...rest } = this.#json
    return {
      ...rest, name, header: headerOf(JSON.parse(header)), lanes: words.lanes, fields: words.fields,
      kinds: Object.fromEntries(words.fields.map((/** @type {string} */ field, /** @type {number} */ place) => [field, words.kinds[place]])),
      messages: { inputs: words.inputs.map(typed), outputs: words.outputs.map(typed) },
      problem: problem && { ...problem.error, step: problem.step },
      blocks: this.#blocks(words.lanes.length, words.families.length)
    }
  }

  /**
   * @param {number} lanes
   * @param {number} families
   */
  #blocks(lanes, families) {
    this.#call("blocks")
    return this.#spans(lanes, families)
  }

  /**
   * The steps of a block in parts of a few.
   * @param {number} block
   */
  digest(block) {
    this.#call("digest", block)
    return this.#spans(this.#words.lanes.length, this.#words.families.length)
  }

  /**
   * @param {number} lanes
   * @param {number} families
   */
  #spans(lanes, families) {
    const { buffer } = this.#answer
    const count = buffer.byteLength / (6 * 8 + 4 + 4 * lanes + 4 * families)
    const next = columns(buffer)
    const [first, start, end, positionLow, positionHigh, bufferedHigh] = Array.from({ length: 6 }, () => next(Float64Array, count))
    const steps = next(Uint32Array, count)
    const seen = Array.from({ length: lanes }, () => next(Uint32Array, count))
    return { count, first, steps, start, end, positionLow, positionHigh, bufferedHigh, seen, counts: next(Uint32Array, count * families) }
  }

  /**
   * @param {number} block
   * @param {number} first
   * @param {number} count
   */
  rows(block, first, count) {
    this.#call("rows", block)
    const { buffer } = this.#answer
    const next = columns(buffer)
    const [instant, positionBefore, position, buffered, seekTarget, deadline] = Array.from({ length: 6 }, () => next(Float64Array, count))
    const segment = next(Uint32Array, count)
    const outputFrom = next(Uint32Array, count + 1)
    const input = next(Uint16Array, count)
    const outputs = next(Uint16Array, outputFrom[count])
    const lanes = this.#words.lanes.map(() => next(Uint8Array, count))
    return { first, count, instant, positionBefore, position, buffered, seekTarget, deadline, segment, lanes, input, outputFrom, outputs }
  }

  /** @param {number} number */
  step(number) {
    if (this.#call("step", number) === 0) throw new Error(`There is no step ${number}.`)
    const { state, changed, before, names, input, outputs, ...rest } = this.#json
    const { fields, inputs: inputKinds, outputs: outputKinds } = this.#words
    const worded = (/** @type {any} */ message, /** @type {any[]} */ kinds) => ({ ...message, words: wordsOf(message, kinds, names) })
    return {
      ...rest, names, input: input && worded(input, inputKinds), outputs: outputs.map((/** @type {any} */ output) => worded(output, outputKinds)),
      state: Object.fromEntries(fields.map((/** @type {string} */ field, /** @type {number} */ place) => [field, state[place]])),
      changed: changed.map((/** @type {number} */ place) => fields[place]),
      before: Object.fromEntries(changed.map((/** @type {number} */ place, /** @type {number} */ index) => [fields[place], before[index]]))
    }
  }

  /** @param {number} number */
  explain(number) {
    this.#call("explain", number)
    return this.#json
  }

  /**
   * @param {Query} query
   * @param {number} from
   * @param {1 | -1} direction
   */
  async find({ inputs, outputs, field }, from, direction) {
    const place = field === null ? -1 : this.#words.fields.indexOf(field)
    const turns = new Turns()
    for (;;) {
      // Each time anew: another search may have been made meanwhile.
      this.#exports.seekNothing()
      for (const code of inputs) this.#exports.seekInput(code)
      for (const code of outputs) this.#exports.seekOutput(code)
      const found = this.#call("find", place, from, direction < 0 ? 1 : 0, BLOCKS)
      if (found >= 0) return found || null
      from = -1 - found
      await turns.next()
    }
  }

  blame() {
    this.#call("blame", BUDGET)
    const found = this.#answer
    this.#call("summary")
    // 2 is a deadline, which follows the player; 3 was out of reach.
    return { outcome: this.#json.outcome, flips: found.map((flip) => Math.min(flip, 2)), reached: !found.includes(3) }
  }

  /**
   * The trace of the edited run.
   * @param {Edits} edits
   */
  whatIf({ skip = [], move = [], change = [], insert = [], set = [] }) {
    const call = (/** @type {string} */ name, /** @type {any[]} */ ...given) => {
      /** @type {number[][]} */
      const texts = []
      const words = given.flatMap((value) => {
        if (typeof value !== "string") return [value]
        texts.push(this.#put(encoder.encode(value)))
        return texts[texts.length - 1]
      })
      try {
        this.#call(name, ...words)
      } finally {
        for (const [text] of texts) this.#exports.release(text)
      }
    }
    this.#exports.editNothing()
    for (const step of skip) this.#exports.editSkip(step)
    for (const { step, at } of move) call("editChange", step, `instant\0${at}`)
    for (const { step, field, value } of change) call("editChange", step, `${field}\0${value}`)
    for (const { after, input } of insert) call("editInsert", after, input)
    for (const { setting, value } of set) call("editSetting", `${setting}\0${value}`)
    call("whatIf")
    return this.#answer
  }

  /** @param {Uint8Array} other */
  compare(other) {
    const [place, length] = this.#put(other)
    try {
      this.#call("compare", place, length, DIFFERENCES)
      return this.#json
    } finally {
      this.#exports.release(place)
    }
  }

  /** The trace as it was given. */
  bytes() {
    const [place, length] = this.#trace
    return new Uint8Array(this.#exports.memory.buffer).slice(place, place + length)
  }

  /** @param {"text" | "binary"} form */
  convert(form) {
    this.#call("convert", form === "binary" ? 1 : 0)
    return this.#answer
  }
}

/**
 * Gives the memory of bytes back at once, which would lie about for long otherwise: they are sent to where nobody is.
 * @param {Uint8Array} bytes
 */
function discard({ buffer }) {
  const { port1, port2 } = new MessageChannel()
  port2.close()
  port1.postMessage(null, [/** @type {ArrayBuffer} */ (buffer)])
  port1.close()
}

/** Lets others ask something in between, when it has been long. */
class Turns {
  #end = performance.now() + TURN

  async next() {
    if (performance.now() < this.#end) return
    // A timer would wait for some milliseconds.
    await new Promise((resume) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        resume(null)
      }
      port2.postMessage(null)
    })
    this.#end = performance.now() + TURN
  }
}

/** @param {ArrayBuffer} buffer */
function columns(buffer) {
  let place = 0
  /**
   * @template T
   * @param {{ new (buffer: ArrayBuffer, place: number, count: number): T, BYTES_PER_ELEMENT: number }} Type
   * @param {number} count
   */
  return (Type, count) => {
    const column = new Type(buffer, place, count)
    place += count * Type.BYTES_PER_ELEMENT
    return column
  }
}

/** @param {any} line */
function headerOf({ v: version, cfg: settings, outputs: hasOutputs = true, excerpt: isExcerpt = false, engine = "", tool = "", note = "", date: recordedAt = null }) {
  return { version, settings, hasOutputs, isExcerpt, engine, tool, note, recordedAt }
}

/** @param {any} kind */
const typed = ({ fields, ...kind }) => ({ ...kind, fields: Object.fromEntries(fields.map((/** @type {any} */ field) => [field.name, field.type])) })

/**
 * What the numbers of texts and items in a message stand for.
 * @param {any} message
 * @param {any[]} kinds
 * @param {any} names
 */
function wordsOf(message, kinds, names) {
  /** @type {Record<string, string>} */
  const words = {}
  for (const { name, type } of kinds.find((kind) => kind.name === message.name)?.fields ?? []) {
    const word = names[type]?.[message[name]]
    if ((type === "text" || type === "item") && word !== undefined) words[name] = word
  }
  return words
}
