// Replaces <video> and <audio> with <tape-deck> wherever a test creates, finds or writes one. The scripts that define the element are
// loaded before this one; when they ask for a <video>, they get it.
"use strict"
;(() => {
  const folder = "/in-place-of-native/"
  const mark = "data-in-place-of"
  const isNative = (name) => /^(video|audio)$/i.test(name)

  /** Whether a script of the element is the direct caller. Frames further up do not count: they may belong to a listener of the test. */
  function isForElement() {
    const caller = new Error().stack.split("\n").find((line) => line.includes("http") && !line.includes("-substitute.js"))
    return caller !== undefined && caller.includes(folder)
  }

  function make(create, document, name) {
    const element = create.call(document, "tape-deck")
    element.setAttribute(mark, String(name).toLowerCase())
    return element
  }

  const { createElement, createElementNS } = Document.prototype
  Document.prototype.createElement = function (name, ...rest) {
    return isNative(name) && !isForElement() ? make(createElement, this, name) : createElement.call(this, name, ...rest)
  }
  Document.prototype.createElementNS = function (space, name, ...rest) {
    return space === "http://www.w3.org/1999/xhtml" && isNative(name) && !isForElement()
      ? make(createElement, this, name) : createElementNS.call(this, space, name, ...rest)
  }

  const NativeAudio = window.Audio
  window.Audio = function Audio(...words) {
    const element = document.createElement("audio")
    element.setAttribute("preload", "auto")
    if (words.length > 0) element.setAttribute("src", words[0])
    return element
  }
  window.Audio.prototype = NativeAudio.prototype

  // APIs that accept only a native element get the inner one, which the element exposes as its `nativeElement`.
  const inside = (element) => element?.nativeElement ?? element
  if (window.AudioContext) {
    const { createMediaElementSource } = AudioContext.prototype
    AudioContext.prototype.createMediaElementSource = function (element) { return createMediaElementSource.call(this, inside(element)) }
  }

  // `video` as a type selector; not in a class, an identifier, a string or an attribute.
  const selector = (text) => String(text).replace(/(^|[\s>+~,(])(video|audio)(?![\w-])/gi, (_, before, name) => `${before}tape-deck[${mark}="${name.toLowerCase()}"]`)
  for (const { prototype } of [Document, DocumentFragment, Element]) {
    for (const name of ["querySelector", "querySelectorAll"]) {
      const original = prototype[name]
      prototype[name] = function (text) { return original.call(this, isForElement() ? text : selector(text)) }
    }
    const { getElementsByTagName } = prototype
    if (getElementsByTagName) {
      prototype.getElementsByTagName = function (name) {
        return isNative(name) && !isForElement() ? this.querySelectorAll(name) : getElementsByTagName.call(this, name)
      }
    }
  }

  const markup = (text) => String(text)
    .replace(/<(video|audio)(?=[\s>/])/gi, (_, name) => `<tape-deck ${mark}="${name.toLowerCase()}"`)
    .replace(/<\/(video|audio)(?=[\s>])/gi, "</tape-deck")
  const inner = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML")
  Object.defineProperty(Element.prototype, "innerHTML", {
    ...inner,
    set(text) { inner.set.call(this, isForElement() ? text : markup(text)) }
  })
  const { insertAdjacentHTML } = Element.prototype
  Element.prototype.insertAdjacentHTML = function (place, text) { insertAdjacentHTML.call(this, place, markup(text)) }
  for (const name of ["write", "writeln"]) {
    const original = Document.prototype[name]
    Document.prototype[name] = function (...texts) { original.apply(this, texts.map(markup)) }
  }
})()
