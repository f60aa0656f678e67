// @ts-check
// A canvas that writes SVG: the picture becomes a file that needs nothing else.

/** @typedef {import("./types").Pen} Pen */

// Room for the title.
const HEAD = 46

/** @implements {Pen} */
export class SVGPen {
  fillStyle = "#000000"
  strokeStyle = "#000000"
  lineWidth = 1
  font = "11px system-ui, sans-serif"
  textAlign = "left"
  textBaseline = "alphabetic"
  globalAlpha = 1
  /** @type {string[]} */
  #parts = []
  /** @type {string[]} */
  #path = []
  /** @type {number[]} */
  #dash = []
  /** @type {{ alpha: number, stroke: string, width: number, groups: number }[]} */
  #saved = []
  #groups = 0
  #clips = 0

  save() {
    this.#saved.push({ alpha: this.globalAlpha, stroke: this.strokeStyle, width: this.lineWidth, groups: this.#groups })
  }

  restore() {
    const saved = this.#saved.pop()
    if (!saved) return
    for (; this.#groups > saved.groups; this.#groups--) this.#parts.push("</g>")
    this.globalAlpha = saved.alpha
    this.strokeStyle = saved.stroke
    this.lineWidth = saved.width
  }

  beginPath() { this.#path = [] }
  closePath() { this.#path.push("Z") }
  /**
   * @param {number} x
   * @param {number} y
   */
  moveTo(x, y) { this.#path.push(`M${n(x)} ${n(y)}`) }
  /**
   * @param {number} x
   * @param {number} y
   */
  lineTo(x, y) { this.#path.push(`L${n(x)} ${n(y)}`) }
  /**
   * @param {number} cx
   * @param {number} cy
   * @param {number} x
   * @param {number} y
   */
  quadraticCurveTo(cx, cy, x, y) { this.#path.push(`Q${n(cx)} ${n(cy)} ${n(x)} ${n(y)}`) }
  // Only whole circles are drawn.
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   */
  arc(x, y, radius) { this.#path.push(`M${n(x - radius)} ${n(y)}a${n(radius)} ${n(radius)} 0 1 0 ${n(2 * radius)} 0a${n(radius)} ${n(radius)} 0 1 0 ${n(-2 * radius)} 0`) }
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  rect(x, y, width, height) { this.#path.push(`M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`) }

  clip() {
    const id = `clip${++this.#clips}`
    this.#parts.push(`<clipPath id="${id}"><path d="${this.#path.join("")}"/></clipPath><g clip-path="url(#${id})">`)
    this.#groups++
  }

  fill() {
    if (this.#path.length > 0) this.#parts.push(`<path d="${this.#path.join("")}" fill="${this.fillStyle}"${this.#opacity()}/>`)
  }

  stroke() {
    if (this.#path.length === 0) return
    const dash = this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.join(" ")}"` : ""
    this.#parts.push(`<path d="${this.#path.join("")}" fill="none" stroke="${this.strokeStyle}" stroke-width="${n(this.lineWidth)}"${dash}${this.#opacity()}/>`)
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  fillRect(x, y, width, height) {
    if (width > 0 && height > 0) this.#parts.push(`<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${this.fillStyle}"${this.#opacity()}/>`)
  }

  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   */
  fillText(text, x, y) {
    const [, weight, size] = /^(?:(\d{3}) )?([\d.]+)px/.exec(this.font) ?? ["", "", "11"]
    const anchor = /** @type {Record<string, string>} */ ({ center: "middle", right: "end" })[this.textAlign] ?? "start"
    const base = this.textBaseline === "middle" ? y + Number(size) * 0.35 : y
    this.#parts.push(`<text x="${n(x)}" y="${n(base)}" font-size="${size}"${weight ? ` font-weight="${weight}"` : ""} text-anchor="${anchor}" fill="${this.fillStyle}"${this.#opacity()}>${escaped(text)}</text>`)
  }

  /** @param {number[]} dash */
  setLineDash(dash) { this.#dash = dash }

  /** @param {string} text */
  measureText(text) { return { width: text.length * parseFloat(this.font.replace(/^\d{3} /, "")) * 0.58 } }

  #opacity() { return this.globalAlpha === 1 ? "" : ` opacity="${this.globalAlpha}"` }

  /**
   * The document.
   * @param {number} width
   * @param {number} height
   * @param {string} title
   * @param {string} facts the line under the title
   * @param {import("./palette.js").Palette} colours
   */
  document(width, height, title, facts, colours) {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${-HEAD} ${n(width)} ${n(height + HEAD)}" width="${n(width)}" height="${n(height + HEAD)}" role="img" aria-labelledby="t" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"><title id="t">${escaped(`${title}: ${facts}`)}</title>\n<rect y="${-HEAD}" width="${n(width)}" height="${HEAD}" fill="${colours.ground}"/><text x="8" y="-25" font-size="16" font-weight="600" fill="${colours.text}">${escaped(title)}</text><text x="8" y="-9" font-size="12" fill="${colours.quiet}">${escaped(facts)}</text>\n${this.#parts.join("\n")}\n</svg>\n`
  }
}

/** @param {number} value */
const n = (value) => String(Math.round(value * 100) / 100)

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (character) => ENTITIES[character])
