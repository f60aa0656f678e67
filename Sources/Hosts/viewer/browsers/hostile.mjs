// Traces in which every text tries to be more than text, and broken traces.

/** What a text can try in a page that passes it on; requests would go to `address`. */
export function attacks(address) {
  const run = "window.hostile=1"
  return [
    `<script>${run}</script>`,
    `</script><script>${run}</script>`,
    `"><img src=x onerror="${run}">`,
    `'><img src='${address}/image' onload='${run}'>`,
    `<svg onload=${run}><animate onbegin=${run} attributeName=x></svg>`,
    `javascript:${run}`,
    `${address}/address?a=<b>"'`,
    `<a href="javascript:${run}" id=hostile>here</a>`,
    `<iframe srcdoc="<script>parent.hostile=1</script>" src="${address}/frame"></iframe>`,
    `<meta http-equiv=refresh content="0;url=${address}/refresh"><base href="${address}/">`,
    `<link rel=stylesheet href="${address}/style"><style>@import "${address}/import";*{display:none}</style>`,
    `<form action="${address}/form"><input name=a autofocus onfocus=${run}><button>x</button></form>`,
    `<!--<script>`,
    `--></style></title></textarea></template></noscript><b>`,
    `]]><![CDATA[</text></svg><script>${run}</script>`,
    `data:text/html,<script>${run}</script>`,
    "\u202Egpj.exe\u2066\u200F\uFEFF",
    "\u0000\u0001\u0007\u001b]8;;http://a\u001b\\\u007f\u0085\u2028\u2029",
    "{{constructor.constructor('" + run + "')()}} ${" + run + "} %s %n",
    "__proto__", "constructor", "toString", "hasOwnProperty",
    "Z\u0351\u036b\u0343".repeat(300),
    "😀 \u{E0041} é 漢字 \r\n\t",
    "W".repeat(5000), "word ".repeat(2000), " ", ""
  ]
}

const encode = (lines) => Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n") + "\n")
const linesOf = (text) => String(text).trimEnd().split("\n").map((line) => JSON.parse(line))

/** A text trace with something hostile in place of every text: header, sources, words, marks. */
export function hostileTrace(text, address) {
  const given = attacks(address)
  let count = 0
  // Two definitions of one text would be merged: each gets a number.
  const next = () => `${given[count % given.length]}${count++}`
  const lines = linesOf(text).flatMap((line) => {
    if (line.k === "h") return [{ ...line, engine: next(), tool: next(), note: next() }]
    if (line.k === "d") return [line.item === undefined ? { ...line, is: next() } : { ...line, source: next() }]
    if (line.k === "i" && line.n % 2 === 1) return [line, { k: "m", n: line.n, x: next() }]
    return [line]
  })
  return encode(marksBehindOutputs(lines))
}

/** A mark follows the outputs of its step. */
function marksBehindOutputs(lines) {
  const marks = []
  const sorted = []
  for (const line of lines) {
    if (line.k === "m") {
      marks.push(line)
      continue
    }
    if (line.k !== "o") sorted.push(...marks.splice(0))
    sorted.push(line)
  }
  return [...sorted, ...marks]
}

/** How many steps a text trace has. */
export const stepsOf = (text) => String(text).split("\n").filter((line) => line.startsWith('{"k":"i"')).length

/** A text trace that breaks off in the middle of line number `line`, from 0. */
export function cutInLine(text, line) {
  const lines = String(text).split("\n")
  return Buffer.from([...lines.slice(0, line), lines[line].slice(0, lines[line].length >> 1)].join("\n"))
}

/** A text trace without its end record. */
export const unfinished = (text) => encode(linesOf(text).filter(({ k }) => k !== "z"))

/** Bytes with `count` of them inverted from `at` on. */
export function flipped(bytes, at, count = 4) {
  const copy = Buffer.from(bytes)
  for (let index = at; index < Math.min(copy.length, at + count); index++) copy[index] ^= 0xff
  return copy
}
