// Lays the tests out for one element: everything is a link to the original, except the pages, in which that element replaces <video> and
// <audio>, and the two files of the harness that are meant to be replaced by each environment.
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { groupOf } from "./groups.mjs"

const here = dirname(fileURLToPath(import.meta.url))

/** The folder with the tests to run. */
export const suite = "html/semantics/embedded-content/media-elements"

/** The address, for a page, of the scripts that replace the native element. */
export const scripts = "/in-place-of-native"

const isPage = (name) => [".html", ".htm"].includes(extname(name))

/** Why a page is not a test that runs by itself, or nothing. */
function reasonToSkip(path, text) {
  if (/-manual\./.test(path)) return "for people to try by hand"
  if (/-ref\./.test(path)) return ""
  if (/<link[^>]*rel=["']?(mis)?match/.test(text)) return "that compare pictures"
  if (!/\/resources\/testharness\.js/.test(text)) return /crash/.test(path) ? "that only look for a crash" : ""
  if (/\.https\./.test(path) || /\/cors\//.test(path)) return "with a second host or TLS"
  return undefined
}

function pages(folder, prefix = "") {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = join(prefix, entry.name)
    if (entry.isDirectory()) return ["resources", "support"].includes(entry.name) ? [] : pages(folder, path)
    return isPage(entry.name) ? [path] : []
  }).sort()
}

/**
 * The tests in `tests`: `{ run: [{ path, isLong }], skipped: [{ path, why }] }`. Paths are relative to the folder of the suite; long tests
 * are those that declare it. Tests about text tracks run only with `tracks`: a <track> loads only as the child of a native element.
 */
export function find(tests, { tracks = false } = {}) {
  const run = [], skipped = []
  for (const path of pages(join(tests, suite))) {
    const text = readFileSync(join(tests, suite, path), "utf8")
    const why = reasonToSkip(path, text) ?? (!tracks && groupOf(path) === "text tracks" ? "about text tracks (`--tracks`)" : undefined)
    if (why === undefined) run.push({ path, isLong: /<meta[^>]*timeout[^>]*long/.test(text) })
    else if (why) skipped.push({ path, why })
  }
  return { run, skipped }
}

/** A page of the tests with another element in place of the native one. Everything else in it stays the same, line by line. */
function substitute(text, tags) {
  const page = text
    .replace(/<(video|audio)(?=[\s>/])/gi, (_, name) => `<tape-deck data-in-place-of="${name.toLowerCase()}"`)
    .replace(/<\/(video|audio)(?=[\s>])/gi, "</tape-deck")
  // Before everything else, except what must come first in a page.
  const start = page.match(/^\s*(<!doctype[^>]*>)?\s*(<html[^>]*>)?\s*(<head>)?/i)[0]
  return start + tags + page.slice(start.length)
}

function layOut(from, to, replaced) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) layOut(source, target, replaced)
    else if (replaced && isPage(entry.name)) writeFileSync(target, replaced(readFileSync(source, "utf8")))
    else symlinkSync(source, target)
  }
}

/**
 * Lays out `tests` in `folder`, which is recreated. `elements` are the script files that define `tape-deck`, in their order; without any,
 * the native element stays. Results go to the port `port`; a test times out after `patience` milliseconds, a long one after six times as
 * many.
 */
export function lay(tests, folder, { elements = [], port, patience }) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const others = readdirSync(tests).filter((name) => !["html", "resources", "tools"].includes(name))
  for (const name of others) symlinkSync(join(tests, name), join(folder, name))

  let replaced
  if (elements.length > 0) {
    mkdirSync(join(folder, scripts))
    const names = [...elements, join(here, "substitute.js")].map((path, index) => {
      const name = `${index}-${path.split("/").pop()}`
      symlinkSync(path, join(folder, scripts, name))
      return name
    })
    const tags = names.map((name) => `<script src="${scripts}/${name}"></script>`).join("")
    replaced = (text) => substitute(text, tags)
  }
  layOut(join(tests, "html"), join(folder, "html"), replaced)

  layOut(join(tests, "resources"), join(folder, "resources"))
  for (const name of ["testharnessreport.js", "testdriver-vendor.js"]) {
    rmSync(join(folder, "resources", name))
    const given = name === "testharnessreport.js" ? `const givenToTests = { port: ${port}, patience: ${patience} }\n` : ""
    writeFileSync(join(folder, "resources", name), given + readFileSync(join(here, name), "utf8"))
  }
}
