// A <tape-deck> without TapeDeck: it forwards everything to an inner <video>, and all events of the <video> to its own listeners. It is the
// control in the table: its failures are caused by the position of the element, not by its behaviour.
"use strict"
;(() => {
  const events = [
    "abort", "canplay", "canplaythrough", "durationchange", "emptied", "encrypted", "ended", "error", "loadeddata", "loadedmetadata", "loadstart",
    "pause", "play", "playing", "progress", "ratechange", "resize", "seeked", "seeking", "stalled", "suspend", "timeupdate", "volumechange",
    "waiting", "waitingforkey"
  ]
  const attributes = [
    "src", "crossorigin", "preload", "autoplay", "loop", "muted", "controls", "controlslist", "poster", "playsinline", "width", "height",
    "disablepictureinpicture", "disableremoteplayback"
  ]
  const videos = new WeakMap()
  const videoOf = (element) => videos.get(element)

  class PassThrough extends HTMLElement {
    static observedAttributes = attributes

    #isCopying = false
    #copies = new Map()
    #observer = new MutationObserver((records) => this.#mirror(records))

    constructor() {
      super()
      const video = document.createElement("video")
      videos.set(this, video)
      this.attachShadow({ mode: "open" }).append(video)
      for (const type of events) {
        video.addEventListener(type, (event) => this.dispatchEvent(new Event(type, { cancelable: event.cancelable })))
      }
      this.#observer.observe(this, { childList: true, subtree: true, attributes: true, attributeFilter: ["src", "type", "media"] })
      // An element that was cloned, or created by innerHTML, already has its attributes and children.
      video.muted = this.hasAttribute("muted")
      for (const child of this.childNodes) this.#insert(child)
    }

    get nativeElement() { return videoOf(this) }

    attributeChangedCallback(name, _, value, namespace) {
      if (this.#isCopying || namespace) return
      this.flush()
      // The parser adds attributes to an element after it has created it; only those define the initial state.
      if (name === "muted" && document.readyState === "loading" && !document.currentScript) videoOf(this).muted = true
      if (value === null) videoOf(this).removeAttribute(name)
      else videoOf(this).setAttribute(name, value)
    }

    /** Attributes that the <video> reflects after one of its properties was set. */
    copyAttributes() {
      this.#isCopying = true
      for (const name of attributes) {
        const value = videoOf(this).getAttribute(name)
        if (value === null) this.removeAttribute(name)
        else if (value !== this.getAttribute(name)) this.setAttribute(name, value)
      }
      this.#isCopying = false
    }

    /** Children that were inserted or removed since the last microtask reach the <video> before anything else does. */
    flush() { this.#mirror(this.#observer.takeRecords()) }

    #mirror(records) {
      for (const { type, target, addedNodes, removedNodes, attributeName } of records) {
        if (type === "attributes") {
          this.#copies.get(target)?.setAttribute(attributeName, target.getAttribute(attributeName))
        } else if (target === this) {
          for (const node of removedNodes) {
            this.#copies.get(node)?.remove()
            this.#copies.delete(node)
          }
          for (const node of addedNodes) if (node.parentNode === this) this.#insert(node)
        }
      }
    }

    #insert(node) {
      const copy = node.nodeType === Node.ELEMENT_NODE ? document.createElementNS(node.namespaceURI, node.localName) : node.cloneNode(false)
      if (node.nodeType === Node.ELEMENT_NODE) {
        for (const { name, value } of node.attributes) if (!name.startsWith("on")) copy.setAttribute(name, value)
        for (const type of ["error", "load"]) copy.addEventListener(type, () => node.dispatchEvent(new Event(type)))
      }
      this.#copies.get(node)?.remove()
      this.#copies.set(node, copy)
      let next = node.nextSibling
      while (next && !this.#copies.has(next)) next = next.nextSibling
      videoOf(this).insertBefore(copy, next ? this.#copies.get(next) : null)
    }
  }

  for (const { prototype } of [HTMLMediaElement, HTMLVideoElement]) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (name === "constructor" || typeof name === "symbol") continue
      if (property.get) {
        Object.defineProperty(PassThrough.prototype, name, {
          configurable: true,
          enumerable: true,
          get() {
            this.flush()
            return videoOf(this)[name]
          },
          set: property.set && function (value) {
            this.flush()
            videoOf(this)[name] = value
            this.copyAttributes()
          }
        })
      } else if (typeof property.value === "function") {
        PassThrough.prototype[name] = function (...words) {
          this.flush()
          return videoOf(this)[name](...words)
        }
      } else {
        Object.defineProperty(PassThrough.prototype, name, property)
      }
    }
  }
  customElements.define("tape-deck", PassThrough)
})()
