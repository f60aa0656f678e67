// The timeline: played and buffered ranges, segments (blocked ones hatched), and the slider over them.

const STEP = 5

export const timeText = (seconds) => {
  if (!Number.isFinite(seconds)) return "–:––"
  const whole = Math.floor(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  if (parts[0] === 0) parts.shift()
  return parts.map((part, index) => index === 0 ? String(part) : String(part).padStart(2, "0")).join(":")
}

const part = (name, parent) => {
  const element = document.createElement("div")
  element.className = name
  parent.append(element)
  return element
}

export class Timeline {
  element = document.createElement("div")
  #media
  #rail
  #ranges = []
  #done
  #marks
  #thumb
  #hint
  #isDragging = false

  constructor(media) {
    this.#media = media
    const element = this.element
    element.className = "timeline"
    element.part = "timeline"
    element.tabIndex = 0
    for (const [name, value] of [["role", "slider"], ["aria-label", "Position"], ["aria-orientation", "horizontal"], ["aria-valuemin", "0"]]) element.setAttribute(name, value)
    this.#rail = part("rail", element)
    this.#done = part("done", this.#rail)
    this.#marks = part("marks", element)
    this.#thumb = part("thumb", element)
    this.#hint = part("hint", element)
    this.#hint.hidden = true
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return
      this.#isDragging = true
      element.setPointerCapture(event.pointerId)
      this.#seekTo(event)
    })
    element.addEventListener("pointermove", (event) => {
      this.#showHint(event)
      if (this.#isDragging) this.#seekTo(event)
    })
    for (const type of ["pointerup", "pointercancel"]) element.addEventListener(type, () => { this.#isDragging = false })
    element.addEventListener("pointerleave", () => { this.#hint.hidden = true })
    element.addEventListener("keydown", (event) => this.#key(event))
    this.drawSegments()
    this.draw()
  }

  get #duration() {
    const { duration } = this.#media
    return Number.isFinite(duration) && duration > 0 ? duration : 0
  }

  #at(event) {
    const { left, width } = this.element.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - left) / width)) * this.#duration
  }

  /** Each movement is a seek: the newest supersedes the previous one. */
  #seekTo(event) {
    if (this.#duration > 0) this.#media.currentTime = this.#at(event)
  }

  #showHint(event) {
    if (this.#duration === 0) return
    const seconds = this.#at(event)
    const segment = this.#media.segments.find(({ start, end }) => seconds >= start && seconds < end)
    this.#hint.hidden = false
    this.#hint.textContent = timeText(seconds) + (segment?.title ? ` · ${segment.title}` : "") + (segment?.isBlocked ? " (blocked)" : "")
    this.#hint.style.left = `${(seconds / this.#duration) * 100}%`
  }

  #key(event) {
    const media = this.#media
    const to = { Home: 0, End: this.#duration, PageUp: media.currentTime + 6 * STEP, PageDown: media.currentTime - 6 * STEP }[event.key]
    if (to === undefined || this.#duration === 0) return
    media.currentTime = Math.min(Math.max(0, to), this.#duration)
    event.preventDefault()
    event.stopPropagation()
  }

  /** The position and the buffer: updated on each time update. */
  draw() {
    const { currentTime, buffered } = this.#media
    const duration = this.#duration
    const share = (seconds) => `${duration > 0 ? Math.min(100, Math.max(0, (seconds / duration) * 100)) : 0}%`
    this.#done.style.width = share(currentTime)
    this.#thumb.style.left = share(currentTime)
    while (this.#ranges.length < buffered.length) {
      const range = document.createElement("div")
      range.className = "range"
      this.#done.before(range)
      this.#ranges.push(range)
    }
    this.#ranges.forEach((range, index) => {
      const isShown = index < buffered.length
      range.hidden = !isShown
      if (!isShown) return
      range.style.left = share(buffered.start(index))
      range.style.width = share(buffered.end(index) - buffered.start(index))
    })
    const { element } = this
    element.setAttribute("aria-valuemax", String(Math.floor(duration)))
    element.setAttribute("aria-valuenow", String(Math.floor(currentTime)))
    const title = this.#media.currentSegment?.title
    element.setAttribute("aria-valuetext", `${timeText(currentTime)} of ${timeText(duration || NaN)}${title ? `, ${title}` : ""}`)
    element.toggleAttribute("aria-disabled", duration === 0)
  }

  /** Segments: updated when they or the duration have changed. */
  drawSegments() {
    const duration = this.#duration
    this.#marks.replaceChildren()
    if (duration === 0) return
    for (const { start, end, isBlocked, isHidden } of this.#media.segments) {
      if (isHidden || start >= duration) continue
      const mark = part(isBlocked ? "blocked" : "segment", this.#marks)
      mark.style.left = `${(start / duration) * 100}%`
      mark.style.width = `${((Math.min(end, duration) - start) / duration) * 100}%`
    }
  }
}
