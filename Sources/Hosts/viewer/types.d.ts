// What the page's modules exchange. Times are microseconds; null is unknown or never.

export interface Message {
  name: string
  words?: Record<string, string>
  [field: string]: any
}

export interface MessageKind {
  code: number
  name: string
  family: string
  /** Types of the fields in the words of the vocabulary: time, span, text … */
  fields?: Record<string, string>
}

export interface Lane {
  id: string
  title: string
  values: string[]
}

export interface Blocks {
  count: number
  first: Float64Array
  steps: Uint32Array
  start: Float64Array
  end: Float64Array
  positionLow: Float64Array
  positionHigh: Float64Array
  bufferedHigh: Float64Array
  seen: Uint32Array[]
  counts: Uint32Array
}

export interface Segment {
  segment: number
  start: number
  end: number | null
  isBlocked: boolean
  isHidden: boolean
  presented: string | null
  title: string
}

export interface Summary {
  name: string
  header: {
    version: number, tool: string, engine: string, note: string, recordedAt: number | null
    settings: Record<string, any>, hasOutputs: boolean, isExcerpt: boolean
  }
  /** The run comes from the log of another player: it has no inputs. */
  isObserved: boolean
  steps: number
  firstStep: number
  lastStep: number
  start: number
  end: number
  items: { item: number, source: string }[]
  marks: { step: number, words: string }[]
  segments: Segment[]
  chapters: { start: number, end: number | null, title: string }[]
  duration: number | null
  statistics: { stallCount: number, stallTime: number, startupTime: number | null, ignoredEvents: number }
  stalls: number[]
  failures: number[]
  ending: { kind: string, detail: string } | null
  loss: { offset: number, bytes: number } | null
  problem: { kind: string, message: string, offset?: number, line?: number, step: number } | null
  differsAt: number | null
  /** Set while the run grows: steps are still added. */
  isGrowing?: boolean
  lanes: Lane[]
  fields: string[]
  kinds: Record<string, string>
  messages: { inputs: MessageKind[], outputs: MessageKind[] }
  blocks: Blocks
}

export interface Rows {
  first: number
  count: number
  instant: Float64Array
  positionBefore: Float64Array
  position: Float64Array
  buffered: Float64Array
  seekTarget: Float64Array
  deadline: Float64Array
  segment: Uint32Array
  lanes: Uint8Array[]
  input: Uint16Array
  outputFrom: Uint32Array
  outputs: Uint16Array
}

export interface Step {
  number: number
  at: number
  input: Message | null
  outputs: Message[]
  state: Record<string, any>
  changed: string[]
  /** The former values of the changed fields. */
  before: Record<string, any>
  /** The instant of the step before; null for the first. */
  previous: number | null
  position: number | null
  nextDeadline: number | null
  deadlineFor?: string
  digest: string
  names?: { item?: Record<number, string>, text?: Record<number, string> }
}

// What the command line and the package also report about traces.
export type { Cause, Comparison, Explanation, FieldDifference, StepDifference } from "../javascript/trace"
import type { Comparison, Explanation } from "../javascript/trace"

export interface Query {
  inputs: number[]
  outputs: number[]
  field: string | null
}

export interface Edits {
  skip?: number[]
  move?: { step: number, at: number }[]
  change?: { step: number, field: string, value: string }[]
  insert?: { after: number, input: string }[]
  set?: { setting: string, value: string }[]
}

/** A run that ends differently, and the arguments with which `tapedeck what-if` makes it. */
export interface BlamedEdit {
  outcome: Record<string, any>
  edits: string[]
}

/** An input that decides how the run ends: without it, or shifted by some microseconds. */
export interface BlamedInput {
  step: number
  instant: number
  input: string
  without?: BlamedEdit
  earlier?: BlamedEdit & { by: number }
  later?: BlamedEdit & { by: number }
}

/** What `tapedeck blame --json` prints. */
export interface Blame {
  outcome: Record<string, any>
  steps: number
  complete: boolean
  tried: { without: number, shifted: number }
  inputs: BlamedInput[]
  byStep: Map<number, BlamedInput>
}

export interface Run {
  summary: Summary
  rows(block: number): Promise<Rows>
  /** The steps of a block in parts of a few, like `summary.blocks` for whole blocks. */
  digest(block: number): Promise<Blocks>
  step(number: number): Promise<Step>
  explain(number: number): Promise<Explanation>
  find(query: Query, from: number, direction: 1 | -1): Promise<number | null>
  whatIf(edits: Edits, name: string): Promise<Run>
  compare(other: Run): Promise<Comparison>
  bytes(): Promise<Uint8Array>
  /**
   * Appends bytes of a trace that is still being written; they are transferred to the worker. `summary` changes in place. One call at a
   * time.
   */
  append(more: Uint8Array, isEnd?: boolean): Promise<void>
  /** Notes become marks, replacing those of their steps; empty words remove them. */
  convert(form: "text" | "binary", notes?: [number, string][]): Promise<Uint8Array>
  /** For ui.perfetto.dev. */
  perfetto(): Promise<Uint8Array>
  close(): void
}

/** A run on the page, shifted by `offset` so that runs start together. */
export interface Track {
  run: Run
  rows: import("./rows.js").RowCache
  offset: number
  title: string
  blame: Blame | null
}

/** A stretch of an axis, and the pixels that show it. */
export interface Scale {
  axis: "wall" | "media"
  from: number
  to: number
  left: number
  width: number
}

/** What the painters need from a canvas; an SVG document offers the same. */
export interface Pen {
  fillStyle: any
  strokeStyle: any
  lineWidth: number
  font: string
  textAlign: any
  textBaseline: any
  globalAlpha: number
  save(): void
  restore(): void
  beginPath(): void
  closePath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void
  arc(x: number, y: number, radius: number, from: number, to: number): void
  rect(x: number, y: number, width: number, height: number): void
  clip(): void
  fill(): void
  stroke(): void
  fillRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  setLineDash(dash: number[]): void
  measureText(text: string): { width: number }
}

/** The place of a row of the lanes. */
export interface Place {
  kind: "axis" | "title" | "lane" | "position" | "events"
  title: string
  y: number
  height: number
  index: number
  track: number
}
