// @ts-check
// A run in the module: calls it, and turns its answers into objects.

/** @typedef {import("./types.js").Edits} Edits */
/** @typedef {import("./types.js").Query} Query */

const decoder = new TextDecoder()
const encoder = new TextEncoder()
// Records, and blocks of steps, between two checks of the time.
const PIECE = 512
const BLOCKS = 4
// Milliseconds before others get their turn, and before progress is reported.
const TURN = 8
const TELL = 50
// More differences than anyone reads.
const DIFFERENCES = 100

/** An error that the module reports. */
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
  /** The capacity for bytes at the place of the trace. */
  #room = 0
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
      // The module traps when its memory cannot grow any more.
      if (error instanceof WebAssembly.RuntimeError) throw new RangeError("There is not enough memory for this trace.", { cause: error })
      throw error
    }
    if (result < 0 && name !== "find") throw new Refusal(this.#json)
    return result
  }

  /**
   * Calls an export of the module, with texts in its memory.
   * @param {string} name
   * @param {...any} given
   */
  invoke(name, ...given) {
    /** @type {number[]} */
    const places = []
    const words = given.flatMap((value) => {
      if (typeof value !== "string") return [value]
      const text = this.#put(encoder.encode(value))
      places.push(text[0])
      return text
    })
    try {
      return this.#call(name, ...words)
    } finally {
      for (const place of places) this.#exports.release(place)
    }
  }

  get answer() { return this.#answer }
  get json() { return this.#json }

  /** The answer of the last call: a copy. */
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
   * @param {boolean} [isGrowing] more bytes will come: `append`
   * @param {Uint8Array | null} [index] what `tapedeck view` found out by reading the trace: it is not read again
   */
  async open(bytes, name, progress, isGrowing = false, index = null) {
    this.hold(bytes, isGrowing, index)
    await this.#read(progress)
    return this.#summary(name)
  }

  /** @param {(share: number) => void} progress */
  async #read(progress) {
    const [, length] = this.#trace
    const turns = new Turns()
    let told = performance.now()
    while (this.#call("read", PIECE) === 1) {
      if (performance.now() > told + TELL) {
        told = performance.now()
        progress(Math.min(1, this.#exports.bytesRead() / Math.max(1, length)))
      }
      await turns.next()
    }
  }

  /**
   * Appends to a trace that is still being written, and returns what changed: the summary, and the blocks from `from` on.
   * @param {Uint8Array} bytes
   * @param {boolean} isEnd nothing comes any more
   * @param {number} from the last block that was known
   */
  async append(bytes, isEnd, from) {
    if (bytes.length > 0) this.#grow(bytes)
    if (isEnd) this.#call("endGrowing")
    await this.#read(() => {})
    return { ...this.#facts(), from, blocks: this.#blocks(this.#words.lanes.length, this.#words.families.length, from) }
  }

  /**
   * Puts bytes after those of the trace, which moves to a larger place when there is no room.
   * @param {Uint8Array} bytes
   */
  #grow(bytes) {
    const { memory } = this.#exports
    let [place, length] = this.#trace
    if (length + bytes.length > this.#room) {
      const room = Math.max(length + bytes.length, this.#room + (this.#room >> 1), 1 << 16)
      const target = this.#call("allocate", room) >>> 0
      if (target === 0) throw new RangeError(`There is no memory for ${room} bytes.`)
      new Uint8Array(memory.buffer).copyWithin(target, place, place + length)
      this.#exports.release(place, this.#room)
      this.#room = room
      place = target
    }
    new Uint8Array(memory.buffer).set(bytes, place + length)
    this.#trace = [place, length + bytes.length]
    this.#call("append", ...this.#trace, bytes.length)
  }

  /**
   * Stores a trace without reading it: enough for calls that read it anyway. The bytes are gone then.
   * @param {Uint8Array} bytes
   * @param {boolean} [isGrowing] more bytes will come
   * @param {Uint8Array | null} [index]
   */
  hold(bytes, isGrowing = false, index = null) {
    this.#trace = this.#put(bytes)
    this.#room = bytes.length
    discard(bytes)
    if (index && this.#isOpened(index)) return
    this.#call(isGrowing ? "openGrowing" : "open", ...this.#trace)
  }

  /** @param {Uint8Array} index */
  #isOpened(index) {
    const [place, length] = this.#put(index)
    try {
      return this.#call("openIndexed", ...this.#trace, place, length) === 1
    } finally {
      this.#exports.release(place)
    }
  }

  /** @param {string} name */
  #summary(name) {
    this.#call("words")
    const words = (this.#words = this.#json)
    return {
      ...this.#facts(), name, lanes: words.lanes, fields: words.fields,
      kinds: Object.fromEntries(words.fields.map((/** @type {string} */ field, /** @type {number} */ place) => [field, words.kinds[place]])),
      messages: { inputs: words.inputs.map(typed), outputs: words.outputs.map(typed) },
      blocks: this.#blocks(words.lanes.length, words.families.length)
    }
  }

  /** What changes while a run grows. */
  #facts() {
    this.#call("summary")
    const { header, problem, ...rest } = this.#json
    return { ...rest, header: headerOf(JSON.parse(header)), problem: problem && { ...problem.error, step: problem.step } }
  }

  /**
   * @param {number} lanes
   * @param {number} families
   * @param {number} [from] the first one that is wanted
   */
  #blocks(lanes, families, from = 0) {
    this.#call("blocks", from)
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
   */
  rows(block, first) {
    const count = this.#exports.rowCount(block)
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
      // Set again each time: another search may have been made meanwhile.
      this.#exports.seekNothing()
      for (const code of inputs) this.#exports.seekInput(code)
      for (const code of outputs) this.#exports.seekOutput(code)
      const found = this.#call("find", place, from, direction < 0 ? 1 : 0, BLOCKS)
      if (found >= 0) return found || null
      from = -1 - found
      await turns.next()
    }
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

/**
 * Frees the memory of bytes at once, which would otherwise stay for long: they are sent to a port without a receiver.
 * @param {Uint8Array} bytes
 */
function discard({ buffer }) {
  const { port1, port2 } = new MessageChannel()
  port2.close()
  port1.postMessage(null, [/** @type {ArrayBuffer} */ (buffer)])
  port1.close()
}

/** Lets others take a turn when enough time has passed. */
class Turns {
  #end = performance.now() + TURN

  async next() {
    if (performance.now() < this.#end) return
    // A timer would wait for several milliseconds.
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
 * The meaning of the numbers of texts and items in a message.
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
