// How far an element's own clock is off from the host's, which follows what was reported.

// The tolerance before a correction, in microseconds.
const DRIFT = 40_000
const LOOKS = 4

export class Drift {
  #position = 0
  #at = 0
  /** In thousandths. */
  #rate = 1000
  #looks = []

  /** From `at` on the playhead moves at `rate`, starting at `position`. */
  begin(position, at, rate = this.#rate) {
    this.#position = position
    this.#at = at
    this.#rate = rate
    this.#looks = []
  }

  /**
   * Accepts a position of the element; returns where the playhead is if that has to be corrected, else null. A single position proves
   * nothing: some elements report where they were a moment ago. Of several looks the one with the smallest error counts.
   */
  look(position, at) {
    const expected = this.#position + (at - this.#at) * this.#rate / 1000
    this.#looks.push(position - expected)
    if (this.#looks.length < LOOKS) return null
    const drift = this.#looks.splice(0).reduce((least, drift) => Math.abs(drift) < Math.abs(least) ? drift : least)
    if (Math.abs(drift) < DRIFT) return null
    this.begin(Math.round(expected + drift), at)
    return this.#position
  }
}
