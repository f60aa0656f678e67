// The engine contract over HTMLMediaElement. It decides nothing: commands in, reports out.
//
// Each opening has its own element, so that a late event cannot be attributed to another opening; `element` may return one that an earlier
// opening has released. Where the native element would continue on its own, it is held: paused by the engine, until the next `play`.

import { Opening } from "./opening.js"

export class VideoEngine {
  #openings = new Map()
  #options
  #latest = 0

  /**
   * @param options
   *   `report(input, at)` receives what happened: an input of the vocabulary and when, in microseconds on `clock`;
   *   `clock()` is the host's clock; `sourceOf(item)` is the address of an item, or a MediaStream or MediaSource;
   *   `element()` is an unused element, `prepare(video, item)` may set it up before it loads, `show(video)` makes it visible,
   *   `discard(video)` gets it back;
   *   `during(hear)` is called with each event of the element;
   *   `native(type, video, epoch)` receives the element's own events about loading; `still(serial, canvas)` receives pictures;
   *   `denied(epoch)` is called when the browser does not allow playback without a gesture.
   */
  constructor(options) {
    this.#options = {
      clock: () => Math.round(performance.now() * 1000), element: () => document.createElement("video"), during: (hear) => hear(),
      prepare() {}, show() {}, discard() {}, native() {}, still() {}, denied() {}, ...options,
      // Reports come in the order of their instants, across all openings.
      report: (input, at) => options.report(input, this.#latest = Math.max(this.#latest, at)),
      latest: () => this.#latest
    }
  }

  /** Carries out one output of the family `engine.`. Commands for epochs that are not open are ignored. */
  perform(command) {
    const { epoch } = command
    if (command.name === "engine.open") {
      if (command.keepsBuffer) for (const opening of this.#openings.values()) opening.readsNoMore = true
      if (!this.#openings.has(epoch)) this.#openings.set(epoch, new Opening(command, this.#options))
      return
    }
    const opening = this.#openings.get(epoch)
    if (opening === undefined) return
    if (command.name === "engine.close") this.#openings.delete(epoch)
    opening[command.name.slice(7)]?.(command)
  }

  /** Releases everything; nothing is reported afterwards. */
  shutDown() {
    for (const opening of this.#openings.values()) opening.release()
    this.#openings.clear()
  }
}
