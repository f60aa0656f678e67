// Builds the viewer's template from its parts: node build.mjs MODULE.wasm OUTPUT.html [FOLDER]
//
// One file that opens from disk: page.html with the style, the script and the module in it, and a policy that permits no other code.
// `tapedeck view` replaces the comment <!-- traces --> with traces.
//
// FOLDER gets the same page as separate files, for sites whose policy permits no inline scripts: the inspector of <tape-deck>.
import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

/** Bytes of everything but the module, compressed by gzip. */
const limit = 61_440

const here = dirname(fileURLToPath(import.meta.url))

class Refusal extends Error {}
const refuse = (message) => { throw new Refusal(message) }

/** Without esbuild the page is the same, and larger. */
const packs = spawnSync("esbuild", ["--version"]).status === 0

function esbuild(words) {
  try {
    const given = [...words, "--minify", "--target=es2022", "--charset=utf8", "--log-level=warning"]
    return execFileSync("esbuild", given, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 2 ** 26 }).trimEnd()
  } catch {
    return refuse(`esbuild makes nothing of ${words[0]}`)
  }
}

/** Bundles a module, which may import the text of the worker's script as "worker-source". */
function bundle(entry, format, workerPath) {
  if (!packs) return joined(entry, workerPath && readFileSync(workerPath, "utf8"))
  const inputs = workerPath ? [`--alias:worker-source=${workerPath}`, "--loader:.txt=text"] : []
  return esbuild([join(here, entry), "--bundle", `--format=${format}`, "--legal-comments=none", ...inputs])
}

/** Each module as what a function returns, after the modules that it imports. */
function joined(entry, workerSource) {
  const names = new Map()
  let text = ""
  const add = (file) => {
    if (names.has(file)) return names.get(file)
    const exported = []
    const body = readFileSync(join(here, file), "utf8")
      .replace(/^import (?:\* as )?(\w+|\{[^}]*\}) from "([^"]+)"$/gm, (_, what, from) =>
        `const ${what.replaceAll(" as ", ": ")} = ${from === "worker-source" ? JSON.stringify(workerSource) : add(from.slice(2))}`)
      .replace(/^export (.*?(?:function\*?|class|const) (\w+))/gm, (_, declared, name) => exported.push(name) && declared)
    names.set(file, `module${names.size}`)
    // The first one may wait for something.
    text += file === entry ? body : `const ${names.get(file)} = (() => {\n${body}\nreturn { ${exported.join(", ")} }\n})()\n`
    return names.get(file)
  }
  add(entry)
  return text
}

function minifyStyle(path) {
  return packs ? esbuild([path]) : readFileSync(path, "utf8").trimEnd()
}

/**
 * The content of an element must not end it early, and must reach the browser as it was hashed: HTML parsers change carriage returns and
 * zeros.
 */
function checkContent(words, text, ends) {
  for (const [pattern, found] of [[ends, `"${ends.source.replace("\\", "")}"`], [/\r/, "a carriage return"], [/\0/, "a zero byte"]]) {
    const at = text.search(pattern)
    if (at >= 0) refuse(`${words}: found ${found} in ${JSON.stringify(text.slice(Math.max(0, at - 40), at + 40))}; expected a text that a page can hold`)
  }
}

/** Replaces a placeholder, which must occur exactly once. */
function fill(page, mark, text) {
  const parts = page.split(mark)
  if (parts.length !== 2) refuse(`page.html: found ${parts.length - 1} of ${mark}; expected one`)
  return parts.join(text)
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** The policy for a style and a script, and nothing from elsewhere. */
function policy(style, script) {
  return [
    "default-src 'none'", `script-src ${hash(script)} 'wasm-unsafe-eval' blob:`, "worker-src blob:", `style-src ${hash(style)}`,
    "img-src data: blob:", "form-action 'none'", "base-uri 'none'"
  ].join("; ")
}

/** Writes the page as separate files; nothing comes from elsewhere. */
function writeApart(folder, modulePath, { worker, apart, style }) {
  mkdirSync(folder, { recursive: true })
  let page = readFileSync(join(here, "page.html"), "utf8")
  const first = '<meta charset="utf-8">'
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; img-src data: blob:; form-action 'none'; base-uri 'none'"
  page = fill(page, first, `${first}\n<meta http-equiv="content-security-policy" content="${policy}">`)
  page = fill(page, "<style>/* style */</style>", '<link rel="stylesheet" href="viewer.css">')
  page = fill(page, '<script type="module" async>/* script */</script>', '<script type="module" async src="viewer.js"></script>')
  page = fill(page, "<!-- module -->\n", "")
  page = fill(page, "<!-- traces -->\n", "")
  for (const [name, text] of [["viewer.html", page], ["viewer.css", style], ["viewer.js", apart], ["worker.js", worker]]) writeFileSync(join(folder, name), text)
  copyFileSync(modulePath, join(folder, "viewer.wasm"))
}

/**
 * The module, packed, in elements of 48 KiB each: some browsers need long for a long text, during which the page does not respond. They are
 * no scripts, at each of whose ends the reading of the page would wait.
 */
function inElements(packed) {
  let elements = ""
  for (let from = 0; from < packed.length; from += 49_152) {
    elements += `<div hidden data-type="application/x-tapedeck-module">${packed.subarray(from, from + 49_152).toString("base64")}</div>\n`
  }
  return elements
}

function build(modulePath, output, folder) {
  const work = mkdtempSync(join(tmpdir(), "tapedeck-viewer-"))
  let style, script, apart
  const workerScript = bundle("worker.js", "iife")
  try {
    const worker = join(work, "worker-source.txt")
    if (folder) {
      // Without a source the page uses the file next to it.
      writeFileSync(worker, "")
      apart = bundle("main.js", "esm", worker)
    }
    writeFileSync(worker, workerScript)
    script = bundle("main.js", "esm", worker)
    style = minifyStyle(join(here, "page.css"))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  // After "<!--", a "<script" changes what ends a script; neither may occur.
  checkContent("the script", script, /<\/script|<script|<!--/i)
  checkContent("the style", style, /<\/style|<!--/i)

  let page = readFileSync(join(here, "page.html"), "utf8")
  if (/content-security-policy/i.test(page)) refuse("page.html: found a content security policy; expected none, since it is made here")
  if (/\sstyle\s*=|\son[a-z]+\s*=/i.test(page)) refuse("page.html: found a style or a handler in an attribute, which the policy forbids")
  const first = '<meta charset="utf-8">'
  page = fill(page, first, `${first}\n<meta http-equiv="content-security-policy" content="${policy(style, script)}">`)
  page = fill(page, "/* style */", style)
  page = fill(page, "/* script */", script)
  if (page.split("<!-- traces -->").length !== 2) refuse("page.html: expected <!-- traces --> once")
  const module = readFileSync(modulePath)
  const packedModule = gzipSync(module, { level: 9 })
  const whole = fill(page, "<!-- module -->\n", inElements(packedModule))
  const packed = gzipSync(page, { level: 9 }).length
  writeFileSync(output, whole)
  const size = (bytes) => bytes.toLocaleString("en")
  console.log(`${output}: ${size(Buffer.byteLength(whole))} bytes; the page ${size(Buffer.byteLength(page))}, ${size(packed)} packed by gzip ` +
    `(at most ${size(limit)}); the module ${size(module.length)}, ${size(packedModule.length)} packed`)
  if (folder) writeApart(folder, modulePath, { worker: workerScript, apart, style })
  if (packs && packed > limit) refuse(`the page beside the module is larger than ${size(limit)} bytes when it is packed`)
}

const [modulePath, output, folder, ...rest] = process.argv.slice(2)
if (!output || rest.length > 0) {
  console.error("Usage: node build.mjs MODULE.wasm OUTPUT.html [FOLDER]")
  process.exit(2)
}
try {
  build(modulePath, output, folder)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(`build.mjs: ${error.message}`)
  process.exitCode = 1
}
