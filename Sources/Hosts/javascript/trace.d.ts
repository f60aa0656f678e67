/** The header of a trace. */
export interface TraceHeader {
  version: number
  /** Sixteen hexadecimal digits. */
  vocabulary: string
  stateLayout: string
  behaviour: number
  /** Settings that differ from their defaults: `new Player({ settings })` accepts them. */
  settings: Record<string, number | boolean | string | null>
  hasOutputs: boolean
  isExcerpt: boolean
  engine: string
  tool: string
  note: string
  /** Microseconds since 1970. */
  recordedAt: number | null
}

/** An input or an output, in the words of the trace. Numbers beyond 2 ** 53 are rounded. */
export interface TraceMessage {
  name: string
  [field: string]: number | boolean | string | null
}

export interface TraceStep {
  kind: "step"
  /** From 1. */
  number: number
  /** Microseconds on the clock of the host. */
  at: number
  input: TraceMessage
  outputs: TraceMessage[]
}

export type TraceRecord =
  | TraceStep
  | { kind: "item", item: number, source: string }
  | { kind: "text", text: number, words: string }
  | { kind: "checkpoint", number: number, at: number, state: Record<string, number | boolean | string | null>, digest: string }
  | { kind: "mark", number: number, words: string }
  | { kind: "end", number: number, inputs: number, outputs: number, digest: string, ending: "finished" | "interrupted" | "failed", detail: string }
  /** The trace ends inside a record, which starts at `offset`: the last of the records. */
  | { kind: "loss", offset: number, bytes: number }

/** The result of a replay; the object that `tapedeck replay --json` prints. Times are microseconds. */
export interface ReplayReport {
  trace: string
  verdict: "ok" | "differs" | "unfollowed"
  /** How far the trace goes; omitted when it differs. */
  extent?: "finished" | "interrupted" | "failed" | "unfinished" | "torn" | "cut"
  inputs: number
  outputs: number
  checkpoints: number
  start: number
  lastStep: number
  lastInstant: number
  digest: string
  digestsCompared: boolean
  bytesLost?: number
  uncompared?: Record<string, number>
  foreignSettings?: Record<string, number>
  unfollowed?: { step: number, instant: number, offset: number, line?: number, input: string, lacks: string[] }
  difference?: {
    kind: "output" | "missingOutput" | "surplusOutput" | "checkpoint" | "inconsistentCheckpoint" | "end"
    step: number
    instant: number
    /** A byte of the trace, and in a text trace the line, from 1. */
    offset: number
    line?: number
    output?: number
    expected?: string
    got?: string
    fields: { field: string, expected: string, got: string }[]
    context: { step: number, instant: number, input: string, outputs: string[] }[]
  }
}

export interface Cause {
  role: string
  words: string
  step: number
  instant: number
  input: string
  outputs: string[]
  slot?: string
  due?: number
  settings: Record<string, number | boolean | null>
  omitted: number
  repeated: boolean
  causes: Cause[]
}

/** The object that `tapedeck explain --json` prints. */
export interface Explanation {
  trace: string
  step: number
  why: Cause
  state: string
  notPlaying: { axis: string, since: number, words: string }[]
}

export interface FieldDifference {
  field: string
  a: string
  b: string
}

export interface StepDifference {
  a?: { step: number, instant: number, input: string }
  b?: { step: number, instant: number, input: string }
  fields: FieldDifference[]
  outputs: { change: "changed" | "onlyA" | "onlyB", a?: string, b?: string, fields: FieldDifference[] }[]
}

/** The object that `tapedeck diff --json` prints. */
export interface Comparison {
  a: string
  b: string
  equal: boolean
  settings: { setting: string, a: number | boolean | string | null, b: number | boolean | string | null }[]
  items: { onlyA: string[], onlyB: string[] }
  steps: { equal: number, changed: number, onlyA: number, onlyB: number }
  differences: StepDifference[]
  omitted: number
  state?: { a: number, b: number, recorded: boolean, fields: FieldDifference[] }
  end: FieldDifference[]
  lockstep: boolean
}

/** A trace that cannot be read, or only in part, or that does not support the operation. */
export class TraceError extends Error {
  readonly trace: string
  readonly kind: "notATrace" | "newerVersion" | "foreignVocabulary" | "damaged" | "noHeader" | "tooLong" | "unknownInput" | "noSuchPlace" | "notReplayable"
  /** A byte of the trace, from 0. */
  readonly offset?: number
  /** A line of a text trace, from 1. */
  readonly line?: number
}

/** A trace of either form, of any version. */
export class Trace implements Iterable<TraceRecord> {
  constructor(bytes: Uint8Array | ArrayBuffer, options?: { name?: string })
  readonly name: string
  readonly header: TraceHeader
  /** Its records in order. For a damaged trace: the readable records, and then a TraceError with the place. */
  [Symbol.iterator](): Generator<TraceRecord>
  steps(): Generator<TraceStep>
  /** Feeds the inputs to a new player and compares all outputs, up to the first difference. */
  replay(): ReplayReport
  /** The trace as `"text"` or `"binary"`, without loss, except for an incomplete last record; or in its original form. */
  toBytes(form?: "text" | "binary"): Uint8Array
}

/** Why a step caused what it caused, and why nothing plays. Without a step: the last that failed or began a stall, or else the last. */
export function explain(trace: Trace, step?: number): Explanation

/** How two traces differ, step by step. */
export function diff(a: Trace, b: Trace, options?: { limit?: number }): Comparison
