// Which media an element loads: HTML's resource selection. An object precedes the attribute, which precedes the children.
import { resolve } from "./address.js"
import { delayLoad, holdLoad } from "./load-event.js"
import { idle, queueTask } from "./tasks.js"
import { excerpt } from "./values.js"

export const isSource = (node) => node.localName === "source" && node.namespaceURI === "http://www.w3.org/1999/xhtml"

export class Selection {
  /** The child whose media is loaded; null for an attribute or an object. */
  source = null
  /** All children were tried: the next one that is added will be tried. */
  isWaiting = false
  #element
  #act
  #run = 0
  /** Stops delaying the page's load event. */
  #release = () => {}

  /**
   * `act` acts on the selection: `finds(something)` reports whether there is anything to load, `tries()` that a child is tried,
   * `opens(source)` receives an address or an object, `refuses(words)` receives why an address cannot be loaded, `waits()` reports that no
   * child is left.
   */
  constructor(element, act) {
    this.#element = element
    this.#act = act
  }

  /** Ends the selection in progress. */
  stop() {
    this.#run += 1
    this.source = null
    this.isWaiting = false
    this.settle()
  }

  /** The chosen media has data, or nothing can be chosen. */
  settle() {
    this.#release()
    this.#release = () => {}
  }

  /** Chooses as soon as the current script has ended. */
  begin() {
    this.stop()
    const run = this.#run
    delayLoad()
    Promise.resolve().then(() => { if (run === this.#run) this.#choose() })
  }

  #choose() {
    const element = this.#element
    const object = element.srcObject
    const address = element.getAttribute("src")
    const child = object === null && address === null ? [...element.children].find(isSource) ?? null : null
    if (object === null && address === null && child === null) return this.#act.finds(false)
    this.#act.finds(true)
    if (object !== null) return this.#act.opens(object)
    if (child !== null) {
      this.#release = holdLoad(element.shadowRoot ?? element)
      return this.#try(child)
    }
    const whole = address === "" ? null : resolve(address)
    if (whole !== null) this.#act.opens(whole)
    else this.#act.refuses(address === "" ? "src is empty" : `src is no address: ${excerpt(address)}`)
  }

  /** The current child cannot be played: dispatches its error, and tries the next one. */
  fail() {
    this.#report(this.source)
    this.next()
  }

  #report(source) {
    const run = this.#run
    delayLoad()
    queueTask(() => { if (run === this.#run) source.dispatchEvent(new Event("error")) })
  }

  /** Tries the next playable child; without one the element waits for it. */
  next() {
    let source = this.source?.nextElementSibling ?? null
    while (source !== null && !isSource(source)) source = source.nextElementSibling
    if (source !== null && this.source?.parentNode === this.#element) return this.#try(source)
    this.isWaiting = true
    this.#act.waits()
    const run = this.#run
    queueTask(() => { if (run === this.#run) this.settle() })
  }

  #try(source) {
    this.source = source
    this.isWaiting = false
    this.#act.tries()
    const address = resolve(source.getAttribute("src") ?? "")
    const type = source.getAttribute("type") ?? ""
    const fits = !source.getAttribute("media") || matchMedia(source.getAttribute("media")).matches
    if (fits && source.getAttribute("src") && address !== null && (type === "" || idle.canPlayType(type) !== "")) return this.#act.opens(address)
    this.#report(source)
    const run = this.#run
    Promise.resolve().then(() => { if (run === this.#run) this.next() })
  }
}
