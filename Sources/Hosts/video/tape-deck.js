// <tape-deck>: plays like <video>, and decides like TapeDeck.
import { Controls } from "./controls.js"
import { PlayerElement } from "./player-element.js"
import { sheet } from "./style.js"

export class TapeDeckElement extends PlayerElement {
  #controls = null
  #root

  constructor() {
    const stage = document.createElement("div")
    stage.className = "stage"
    stage.part = "stage"
    super(stage)
    this.#root = this.attachShadow({ mode: "open" })
    this.#root.adoptedStyleSheets = [sheet]
    this.#root.append(stage)
    if (this.controls) this.#show()
  }

  attributeChangedCallback(name, before, value, namespace) {
    super.attributeChangedCallback(name, before, value, namespace)
    if (name === "controls") this.#show()
  }

  #show() {
    if (this.controls && this.#controls === null) {
      this.#controls = new Controls(this)
      this.#root.append(this.#controls.element)
    } else if (!this.controls && this.#controls !== null) {
      this.#controls.element.remove()
      this.#controls.stop()
      this.#controls = null
    }
  }
}

if (!customElements.get("tape-deck")) customElements.define("tape-deck", TapeDeckElement)
