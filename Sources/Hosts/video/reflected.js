// What HTMLMediaElement merely reflects: attributes as properties, and its constants.
import { resolve } from "./address.js"

const PRELOADS = ["none", "metadata", "auto"]
const ORIGINS = { anonymous: "anonymous", "use-credentials": "use-credentials" }

export class Reflected extends HTMLElement {
  get src() { return this.hasAttribute("src") ? resolve(this.getAttribute("src")) ?? this.getAttribute("src") : "" }
  set src(value) { this.setAttribute("src", value) }
  get preload() {
    const value = this.getAttribute("preload")?.toLowerCase()
    return value === "" ? "auto" : PRELOADS.includes(value) ? value : "metadata"
  }
  set preload(value) { this.setAttribute("preload", value) }
  get poster() { return this.hasAttribute("poster") ? resolve(this.getAttribute("poster")) ?? "" : "" }
  set poster(value) { this.setAttribute("poster", value) }
  get crossOrigin() { return this.hasAttribute("crossorigin") ? ORIGINS[this.getAttribute("crossorigin").toLowerCase()] ?? "anonymous" : null }
  set crossOrigin(value) { value === null ? this.removeAttribute("crossorigin") : this.setAttribute("crossorigin", value) }
}

for (const [name, attribute] of [["autoplay"], ["loop"], ["controls"], ["playsInline", "playsinline"], ["defaultMuted", "muted"]]) {
  const key = attribute ?? name
  Object.defineProperty(Reflected.prototype, name, {
    get() { return this.hasAttribute(key) }, set(value) { this.toggleAttribute(key, Boolean(value)) }, enumerable: true, configurable: true
  })
}
for (const name of ["width", "height"]) {
  Object.defineProperty(Reflected.prototype, name, {
    get() { return Math.max(0, parseInt(this.getAttribute(name), 10) || 0) }, set(value) { this.setAttribute(name, String(value >>> 0)) }, enumerable: true, configurable: true
  })
}
const constants = {
  NETWORK_EMPTY: 0, NETWORK_IDLE: 1, NETWORK_LOADING: 2, NETWORK_NO_SOURCE: 3,
  HAVE_NOTHING: 0, HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3, HAVE_ENOUGH_DATA: 4
}
for (const [name, value] of Object.entries(constants)) for (const place of [Reflected, Reflected.prototype]) Object.defineProperty(place, name, { value, enumerable: true })
