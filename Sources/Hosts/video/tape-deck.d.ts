import type { Observable } from "../index.js"

/** A part of the media, in seconds. */
export interface TapeDeckSegment {
  start: number
  /** Infinity for the end of the media. */
  end: number
  title?: string
  /** Blocked parts are never played. */
  isBlocked?: boolean
  /** Hidden parts are not drawn. */
  isHidden?: boolean
}

/** A player for pages: the interface of HTMLVideoElement, with these additions. */
export class TapeDeckElement extends HTMLElement {
  static readonly NETWORK_EMPTY: 0
  static readonly NETWORK_IDLE: 1
  static readonly NETWORK_LOADING: 2
  static readonly NETWORK_NO_SOURCE: 3
  static readonly HAVE_NOTHING: 0
  static readonly HAVE_METADATA: 1
  static readonly HAVE_CURRENT_DATA: 2
  static readonly HAVE_FUTURE_DATA: 3
  static readonly HAVE_ENOUGH_DATA: 4
  readonly NETWORK_EMPTY: 0
  readonly NETWORK_IDLE: 1
  readonly NETWORK_LOADING: 2
  readonly NETWORK_NO_SOURCE: 3
  readonly HAVE_NOTHING: 0
  readonly HAVE_METADATA: 1
  readonly HAVE_CURRENT_DATA: 2
  readonly HAVE_FUTURE_DATA: 3
  readonly HAVE_ENOUGH_DATA: 4

  src: string
  /** A source to play instead of an address. */
  srcObject: MediaStream | MediaSource | Blob | null
  readonly currentSrc: string
  crossOrigin: string | null
  preload: "none" | "metadata" | "auto" | ""
  autoplay: boolean
  loop: boolean
  controls: boolean
  playsInline: boolean
  poster: string
  width: number
  height: number
  defaultMuted: boolean
  /** Seconds. */
  currentTime: number
  /** Seconds; NaN before the metadata is available, Infinity for a live stream. */
  readonly duration: number
  readonly paused: boolean
  readonly ended: boolean
  readonly seeking: boolean
  readonly readyState: number
  readonly networkState: number
  readonly error: MediaError | null
  readonly buffered: TimeRanges
  readonly seekable: TimeRanges
  readonly played: TimeRanges
  /** 0.0625 to 16. */
  playbackRate: number
  defaultPlaybackRate: number
  preservesPitch: boolean
  /** 0 to 1. */
  volume: number
  muted: boolean
  readonly videoWidth: number
  readonly videoHeight: number
  readonly textTracks: TextTrackList
  addTextTrack(kind: TextTrackKind, label?: string, language?: string): TextTrack
  readonly sinkId: string | undefined
  setSinkId(id: string): Promise<void>
  canPlayType(type: string): CanPlayTypeResult
  load(): void
  play(): Promise<void>
  pause(): void
  fastSeek(seconds: number): void

  get segments(): readonly Readonly<Required<TapeDeckSegment> & { number: number }>[]
  set segments(segments: Iterable<TapeDeckSegment>)
  /** The segment that is played; null outside all segments. */
  readonly currentSegment: Readonly<Required<TapeDeckSegment> & { number: number }> | null
  readonly playbackState: Observable["state"]
  /** All properties of the core. */
  readonly state: Observable
  /** Whether a failure will be retried. */
  readonly isRetrying: boolean
  /** Retries after a failure. */
  retry(): void
  /** The trace of everything so far: `tapedeck replay` reads it. */
  takeTrace(): Uint8Array
  /** The address of viewer.html, which `inspect` and the menu open; empty for none. */
  inspector: string
  /** Opens the viewer on the live run: in a frame, or in a window, which needs a user gesture. */
  inspect(frame?: HTMLIFrameElement | null): Promise<Window>
  /** Adds a remark to the trace. */
  mark(text: string): void
  /** The event `still` has a canvas as its detail. */
  captureStill(): void
  /** The name in the trace for the media loaded next, if its address is private. */
  traceName?: string
  /** How many microseconds late the last deadline was served. */
  readonly lateness: number
  /**
   * The native element, the same for all media: for APIs that accept no other, such as `createMediaElementSource`; otherwise read it only.
   */
  readonly nativeElement: HTMLVideoElement
}

declare global {
  interface HTMLElementTagNameMap {
    "tape-deck": TapeDeckElement
  }
}
