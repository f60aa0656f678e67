// @ts-check
// A run in the module: calls it, and makes objects of what it leaves behind.

/** @typedef {import("./types.js").Edits} Edits */
/** @typedef {import("./types.js").Query} Query */

const decoder = new TextDecoder()
const encoder = new TextEncoder()
// Records between two looks at the time.
const PIECE = 2_048
// More differences than anybody reads.
const DIFFERENCES = 100

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

  /**
   * @param {WebAssembly.Module} module
   * @param {object} [page] what shrinking reports to
   */
  constructor(module, page = {}) {
    this.#exports = new WebAssembly.Instance(module, { page: { shrinks: () => 0, shrunk() {}, ...page } }).exports
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

  /**
   * Calls what the module exports, with texts in its memory.
   * @param {string} name
   * @param {...any} given
   */
  invoke(name, ...given) { return this.#call(name, ...given.flatMap((value) => typeof value === "string" ? this.#put(encoder.encode(value)) : [value])) }
  get answer() { return this.#answer }
  get json() { return this.#json }

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
   * Opens a trace, and reads nothing of it yet.
   * @param {Uint8Array} bytes
   */
  begin(bytes) {
    this.#trace = this.#put(bytes)
    this.#call("open", ...this.#trace)
  }

  /**
   * Reads a whole trace, with pauses in which others get their turn.
   * @param {Uint8Array} bytes
   * @param {string} name
   * @param {(share: number) => void} progress
   */
  async open(bytes, name, progress) {
    this.begin(bytes)
    let looked = performance.now()
    while (this.#call("read", PIECE) === 1) {
      const now = performance.now()
      if (now < looked + 50) continue
      looked = now
      progress(Math.min(1, this.#exports.bytesRead() / Math.max(1, bytes.length)))
      await new Promise((resume) => setTimeout(resume))
    }
    return this.#summary(name)
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
  find({ inputs, outputs, field }, from, direction) {
    this.#exports.seekNothing()
    for (const code of inputs) this.#exports.seekInput(code)
    for (const code of outputs) this.#exports.seekOutput(code)
    const place = field === null ? -1 : this.#words.fields.indexOf(field)
    return this.#call("find", place, from, direction < 0 ? 1 : 0) || null
  }

  /**
   * The trace of the edited run.
   * @param {Edits} edits
   */
  whatIf({ skip = [], move = [], change = [], insert = [], set = [] }) {
    const call = this.invoke.bind(this)
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
    this.#call("compare", ...this.#put(other), DIFFERENCES)
    return this.#json
  }

  /** The trace as it was given. */
  bytes() {
    const [place, length] = this.#trace
    return new Uint8Array(this.#exports.memory.buffer).slice(place, place + length)
  }

  /**
   * @param {"text" | "binary"} form
   * @param {[number, string][]} notes they become marks, in the place of those of their steps
   */
  convert(form, notes = []) {
    this.#exports.noteNothing()
    for (const [step, words] of notes) this.invoke("note", step, words)
    this.#call("convert", form === "binary" ? 1 : 0)
    return this.#answer
  }

  /** The run for ui.perfetto.dev. */
  perfetto() {
    this.#call("perfetto")
    return this.#answer
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
