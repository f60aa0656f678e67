// A run that grows in a page, in the parts and at the moments that a test chooses.
import { Viewer } from "./viewer.mjs"

export class GrowingRun {
  #bytes
  #sent = 0

  /**
   * Opens a page that waits for the run.
   * @param bytes The whole trace.
   */
  static async open({ browser, pages }, bytes, fragment = "") {
    const run = new GrowingRun()
    run.#bytes = bytes
    run.viewer = await Viewer.open(browser, pages.growing(), fragment)
    return run
  }

  /** How many bytes the trace has in total. */
  get length() { return this.#bytes.length }

  /** Sends new bytes up to this one. */
  async send(end) {
    const part = this.#bytes.subarray(this.#sent, end)
    this.#sent = Math.max(this.#sent, end)
    await this.viewer.run((base64) => {
      const { buffer } = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      window.sender.postMessage({ bytes: buffer }, [buffer])
    }, part.toString("base64"))
  }

  /** Ends the run. */
  async end() { await this.viewer.run(() => window.sender.postMessage({ isEnd: true })) }
}
