// By how much an element's own clock is off from that of the host, which runs by what was reported.

// What it may be off before it is corrected, in microseconds.
const DRIFT = 40_000
const LOOKS = 4

export class Drift {
  #position = 0
  #at = 0
  /** In thousandths. */
  #rate = 1000
  #looks = []

  /** From `at` on the playhead moves at `rate`, from `position`. */
  begin(position, at, rate = this.#rate) {
    this.#position = position
    this.#at = at
    this.#rate = rate
    this.#looks = []
  }

  /**
   * Takes a position of the element; returns where the playhead is if that has to be corrected, else null. What an element says once is no
   * proof: some say where they were a moment ago. Of several looks the one that is off the least counts.
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
