// @ts-check
// The only place where elements are made, so that every word from a trace becomes a text node.
import { visible } from "./words.js"

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes] a name that begins with `on` is a listener
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? "" : visible(String(value)))
  }
  element.append(...nodes(children))
  return element
}

/** @param {Child[]} children */
function nodes(children) {
  /** @type {(Node | string)[]} */
  const list = []
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue
    list.push(child instanceof Node ? child : visible(String(child)))
  }
  return list
}

/**
 * @param {HTMLElement} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children))
}

/**
 * @param {string} words
 * @param {(event: Event) => void} act
 * @param {Record<string, any>} [attributes]
 */
export const button = (words, act, attributes = {}) => /** @type {HTMLButtonElement} */ (h("button", { type: "button", onclick: act, ...attributes }, words))

/**
 * Explains why a panel has nothing to show of a run without inputs.
 * @param {string} what cannot be known
 */
export const observed = (what) => h("p", { class: "quiet" }, `This run comes from the log of another player. It has no inputs, so ${what} cannot be known. 'tapedeck check' names what looks wrong in it, and 'tapedeck scenario --simulate' makes a scenario that provokes the same.`)

/**
 * A link to a step.
 * @param {number} step
 * @param {(step: number) => void} go
 * @param {string} [words]
 */
export const stepLink = (step, go, words = `step ${step}`) => button(words, () => go(step), { class: "link", "data-step": step })

/**
 * An element of the page's template.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const element = document.getElementById(id)
  if (!element) throw new Error(`the page has no element '${id}'`)
  return element
}
