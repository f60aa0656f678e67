// Controls: they use only the element's public interface, so that they can be replaced.
import { Timeline, timeText } from "./timeline.js"

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2]
const ICONS = {
  play: "M7 4v16l13-8z", pause: "M6 4h4v16H6zM14 4h4v16h-4z", replay: "M12 5V1L6 6l6 5V7a6 6 0 1 1-6 6H4a8 8 0 1 0 8-8z",
  sound: "M3 9v6h4l5 5V4L7 9zM15 8.5v7a4 4 0 0 0 0-7zM15 4v2.1a6.2 6.2 0 0 1 0 11.8V20a8.2 8.2 0 0 0 0-16z",
  muted: "M3 9v6h4l5 5V4L7 9zM21.5 9.9 20.1 8.5 18 10.6l-2.1-2.1-1.4 1.4 2.1 2.1-2.1 2.1 1.4 1.4 2.1-2.1 2.1 2.1 1.4-1.4-2.1-2.1z",
  menu: "M12 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm0 7a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm0 7a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  full: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z"
}
const EVENTS = ["play", "pause", "playing", "waiting", "seeking", "seeked", "ended", "error", "emptied", "loadedmetadata", "durationchange", "timeupdate", "progress",
  "ratechange", "volumechange", "segmentschange", "segmentchange", "segmentskip", "retry", "reachabilitychange"]
const ARROWS = { ArrowLeft: -5, ArrowRight: 5, j: -10, l: 10 }

function button(icon, label, act) {
  const element = document.createElement("button")
  element.type = "button"
  element.part = "button"
  setIcon(element, icon, label)
  element.addEventListener("click", act)
  return element
}

function setIcon(element, icon, label) {
  if (element.dataset.icon === icon && element.ariaLabel === label) return
  const space = "http://www.w3.org/2000/svg"
  const picture = document.createElementNS(space, "svg")
  const path = document.createElementNS(space, "path")
  picture.setAttribute("viewBox", "0 0 24 24")
  picture.setAttribute("aria-hidden", "true")
  path.setAttribute("d", ICONS[icon])
  picture.append(path)
  element.replaceChildren(picture)
  element.dataset.icon = icon
  element.setAttribute("aria-label", label)
  element.title = label
}

/** Bytes as text for a clipboard. */
function base64(bytes) {
  let text = ""
  for (let index = 0; index < bytes.length; index += 0x8000) text += String.fromCharCode(...bytes.subarray(index, index + 0x8000))
  return btoa(text)
}

export class Controls {
  element = document.createElement("div")
  #media
  #timeline
  #end = new AbortController()
  #note = ""

  constructor(media) {
    this.#media = media
    this.#timeline = new Timeline(media)
    this.element.className = "controls"
    this.element.part = "controls"
    this.element.setAttribute("role", "group")
    this.element.setAttribute("aria-label", "Player")
    this.play = button("play", "Play", () => this.#toggle())
    this.mute = button("sound", "Mute", () => { media.muted = !media.muted })
    this.volume = Object.assign(document.createElement("input"), { type: "range", min: 0, max: 1, step: 0.05, value: media.volume })
    this.volume.setAttribute("aria-label", "Volume")
    this.volume.addEventListener("input", () => {
      media.volume = Number(this.volume.value)
      media.muted = false
    })
    this.clock = Object.assign(document.createElement("span"), { className: "clock" })
    this.message = Object.assign(document.createElement("span"), { className: "message" })
    this.message.setAttribute("role", "status")
    this.more = button("menu", "More", () => this.#openMenu(this.menu.hidden))
    this.more.setAttribute("aria-haspopup", "menu")
    this.more.setAttribute("aria-expanded", "false")
    this.full = button("full", "Full screen", () => this.#fullscreen())
    this.menu = this.#makeMenu()
    const row = Object.assign(document.createElement("div"), { className: "row" })
    row.append(this.play, this.mute, this.volume, this.clock, this.message, this.more, this.full)
    this.element.append(this.#timeline.element, row, this.menu)
    const options = { signal: this.#end.signal }
    for (const type of EVENTS) media.addEventListener(type, () => this.#draw(type), options)
    media.addEventListener("keydown", (event) => this.#key(event), options)
    media.addEventListener("focusout", (event) => { if (!this.element.contains(event.relatedTarget)) this.#openMenu(false) }, options)
    document.addEventListener("pointerdown", (event) => { if (!event.composedPath().includes(this.menu) && !event.composedPath().includes(this.more)) this.#openMenu(false) }, options)
    this.#draw()
  }

  /** Stops listening. */
  stop() { this.#end.abort() }

  #toggle() {
    const media = this.#media
    if (media.error && !media.isRetrying) return media.retry()
    if (media.paused) media.play().catch(() => {})
    else media.pause()
  }

  #fullscreen() {
    if (document.fullscreenElement === this.#media) document.exitFullscreen()
    else this.#media.requestFullscreen?.().catch(() => {})
  }

  #draw(type) {
    const media = this.#media
    this.#timeline.draw()
    if (type !== "timeupdate" && type !== "progress") {
      this.#timeline.drawSegments()
      const icon = media.ended ? "replay" : media.paused || media.error ? "play" : "pause"
      setIcon(this.play, icon, media.error ? "Try again" : { replay: "Play again", play: "Play", pause: "Pause" }[icon])
      setIcon(this.mute, media.muted || media.volume === 0 ? "muted" : "sound", media.muted ? "Unmute" : "Mute")
      this.volume.value = String(media.muted ? 0 : media.volume)
      for (const item of this.menu.querySelectorAll("[data-rate]")) item.setAttribute("aria-checked", String(Number(item.dataset.rate) === media.playbackRate))
    }
    const clock = `${timeText(media.currentTime)} / ${timeText(media.duration)}`
    if (this.clock.textContent !== clock) this.clock.textContent = clock
    const [message, kind] = this.#words()
    if (this.message.textContent !== message) this.message.textContent = message
    this.message.dataset.kind = kind
  }

  #words() {
    const media = this.#media
    if (this.#note) return [this.#note, "note"]
    if (media.isRetrying) return [navigator.onLine ? "The connection broke: trying again" : "No network: waiting for it", "note"]
    if (media.error) return [`It cannot be played: ${media.error.message}`, "error"]
    if (media.playbackState === "stalled" || (media.playbackState === "preparing" && !media.paused)) return ["Loading", "note"]
    return [media.currentSegment?.title ?? "", "note"]
  }

  #tell(note) {
    this.#note = note
    this.#draw()
    setTimeout(() => {
      this.#note = ""
      this.#draw()
    }, 3000)
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    const media = this.#media
    const target = event.composedPath()[0]
    const isRange = target === this.volume
    const { key } = event
    if (key === "Escape" && !this.menu.hidden) {
      this.#openMenu(false)
      this.more.focus()
    } else if (!this.menu.hidden && (key === "ArrowDown" || key === "ArrowUp")) this.#moveInMenu(target, key === "ArrowDown" ? 1 : -1)
    else if (key === "k" || (key === " " && target.localName !== "button")) this.#toggle()
    else if (key in ARROWS && !isRange) media.currentTime = Math.max(0, Math.min(media.currentTime + ARROWS[key], media.duration || 0))
    else if ((key === "ArrowUp" || key === "ArrowDown") && !isRange) media.volume = Math.round(20 * Math.max(0, Math.min(1, media.volume + (key === "ArrowUp" ? 0.05 : -0.05)))) / 20
    else if (key === "m") media.muted = !media.muted
    else if (key === "f") this.#fullscreen()
    else if (key === "<" || key === ">") this.#stepRate(key === ">" ? 1 : -1)
    else if (/^\d$/.test(key) && Number.isFinite(media.duration)) media.currentTime = media.duration * Number(key) / 10
    else return
    event.preventDefault()
  }

  #stepRate(step) {
    const media = this.#media
    const next = step > 0 ? RATES.find((rate) => rate > media.playbackRate) : RATES.findLast((rate) => rate < media.playbackRate)
    if (next !== undefined) media.playbackRate = next
  }

  #makeMenu() {
    const menu = Object.assign(document.createElement("div"), { className: "menu", hidden: true })
    menu.setAttribute("role", "menu")
    menu.setAttribute("aria-label", "More")
    const item = (text, role, act) => {
      const element = Object.assign(document.createElement("button"), { type: "button", textContent: text })
      element.setAttribute("role", role)
      element.addEventListener("click", () => {
        this.#openMenu(false)
        this.more.focus()
        act()
      })
      menu.append(element)
      return element
    }
    for (const rate of RATES) item(rate === 1 ? "Normal speed" : `${rate} ×`, "menuitemradio", () => { this.#media.playbackRate = rate }).dataset.rate = rate
    menu.append(document.createElement("hr"))
    item("Copy debug info", "menuitem", () => this.#copy())
    item("Save debug info", "menuitem", () => this.#save())
    this.inspect = item("Inspect", "menuitem", () => this.#media.inspect().catch(({ message }) => this.#tell(message)))
    return menu
  }

  #openMenu(opens) {
    if (this.menu.hidden === !opens) return
    this.menu.hidden = !opens
    this.inspect.hidden = !this.#media.inspector
    this.more.setAttribute("aria-expanded", String(opens))
    if (opens) (this.menu.querySelector("[aria-checked=true]") ?? this.menu.querySelector("button")).focus()
  }

  #moveInMenu(from, step) {
    const items = [...this.menu.querySelectorAll("button:not([hidden])")]
    items[(items.indexOf(from) + step + items.length) % items.length].focus()
  }

  /** The trace as text: `base64 --decode` turns it into a file. Without a clipboard it is saved. */
  async #copy() {
    try {
      await navigator.clipboard.writeText(base64(this.#media.takeTrace()))
      this.#tell("Debug info is on the clipboard")
    } catch {
      this.#save()
    }
  }

  #save() {
    const address = URL.createObjectURL(new Blob([this.#media.takeTrace()], { type: "application/octet-stream" }))
    const link = Object.assign(document.createElement("a"), { href: address, download: "tape-deck.trace" })
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    this.#tell("Debug info is saved")
  }
}
