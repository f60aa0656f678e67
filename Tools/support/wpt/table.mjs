// Results as a Markdown page.
import { groupOf, isAim, order } from "./groups.mjs"
import { reason } from "./reasons.mjs"

// In a copy for <tape-deck>, the names of tests that quote markup contain it, too.
const nameOf = (name) => name.replace(/<tape-deck data-in-place-of="(video|audio)"/g, "<$1").replace(/<\/(tape-deck|video|audio)>/g, "</>")

/** The outcome of a subtest in all repeats, or several when they differ, such as "pass 9, fail 1". */
function outcomeOf(counts) {
  const found = Object.entries(counts)
  return found.length === 1 ? found[0][0] : found.sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${outcome} ${count}`).join(", ")
}

/** The subtests of a browser with an element, by test and name: Map of `path\nname` to `{ path, name, group, outcome, message }`. */
export function subtests(run) {
  const all = new Map()
  for (const [path, test] of Object.entries(run.tests)) {
    for (const [given, { counts, message }] of Object.entries(test.subtests)) {
      const name = nameOf(given)
      // A subtest that a repeat does not report did not run in it.
      const missing = run.repeats - Object.values(counts).reduce((sum, count) => sum + count, 0)
      const outcome = outcomeOf(missing > 0 ? { ...counts, "not run": (counts["not run"] ?? 0) + missing } : counts)
      all.set(`${path}\n${name}`, { path, name, group: groupOf(path), outcome, message })
    }
  }
  return all
}

/** Where `element` does not pass what native passes in every repeat: `[{ path, name, group, outcome, message }]`. */
export function differences(native, other) {
  const [expected, found] = [subtests(native), subtests(other)]
  return [...expected].filter(([, { outcome }]) => outcome === "pass").flatMap(([key, { path, name, group }]) => {
    const { outcome, message } = found.get(key) ?? { outcome: "not run", message: harnessOf(other, path) }
    return outcome === "pass" ? [] : [{ path, name, group, outcome, message }]
  })
}

const harnessOf = (run, path) => {
  const { harness = {}, message = "" } = run.tests[path] ?? {}
  return [Object.keys(harness).filter((outcome) => outcome !== "ok").join(", "), message].filter(Boolean).join(": ")
}

const cell = (text) => text.replace(/\s+/g, " ").replace(/[|<>`*_]/g, "\\$&")
const short = (text) => (text.length > 140 ? `${text.slice(0, 139)}…` : text)

function summary(result, browser) {
  const runs = result.runs.filter((run) => run.browser === browser)
  const native = runs.find((run) => run.element === "native")
  const others = runs.filter((run) => run !== native).sort((a, b) => (a.element < b.element ? -1 : 1))
  const lines = [
    `| group | subtests | native passes |${others.map((run) => ` \`${run.element}\`: of these |`).join("")}`,
    `|---|---:|---:|${others.map(() => "---:|").join("")}`
  ]
  const all = [...(native ? subtests(native) : new Map()).values()]
  const row = (label, isIn) => {
    const here = all.filter(({ group }) => isIn(group))
    const passes = here.filter(({ outcome }) => outcome === "pass").length
    const counts = others.map((run) => ` ${passes - differences(native, run).filter(({ group }) => isIn(group)).length} |`)
    if (here.length > 0) lines.push(`| ${label} | ${here.length} | ${passes} |${counts.join("")}`)
  }
  for (const group of order.filter(isAim)) row(group, (name) => name === group)
  row("**aimed at**", isAim)
  for (const group of order.filter((group) => !isAim(group))) row(group, (name) => name === group)
  return lines
}

function differenceLines(result, browser, isIn) {
  const runs = result.runs.filter((run) => run.browser === browser)
  const native = runs.find((run) => run.element === "native")
  return runs.filter((run) => run !== native).flatMap((run) => differences(native, run).filter(({ group }) => isIn(group)).map(
    ({ group, path, name, outcome, message }) => {
      const why = reason(result.browsers[browser], run.element, { path, name })
      return `| \`${run.element}\` | ${group} | ${cell(path)} | ${cell(name)} | ${outcome} | ${cell(short(message))} | ${why ?? "not known yet"} |`
    }))
}

function unsteady(result) {
  return result.runs.flatMap((run) => [...subtests(run).values()].filter(({ outcome }) => /\d/.test(outcome)).map(
    ({ path, name, outcome }) => `| ${result.browsers[run.browser]} | \`${run.element}\` | ${cell(path)} | ${cell(name)} | ${outcome} |`))
}

function counted(paths) {
  const counts = new Map()
  for (const { why } of paths) counts.set(why, (counts.get(why) ?? 0) + 1)
  return [...counts].map(([why, count]) => `${count} ${why}`).join(", ")
}

/** How often the tests ran: each of several results may have a different number of repeats. */
function often({ runs, browsers }) {
  const [{ repeats }] = runs
  if (runs.some((run) => run.repeats !== repeats)) {
    return `each repeat: ${runs.map((run) => `${run.repeats} of \`${run.element}\` in ${browsers[run.browser].split(" ")[0]}`).join(", ")}`
  }
  return repeats === 1 ? "the one run there was" : `all of ${repeats} repeats`
}

/** The page. `result` is what `run.mjs` writes as JSON. */
export function page(result) {
  const browsers = Object.keys(result.browsers)
  const elements = [...new Set(result.runs.map(({ element }) => element))]
  const repeats = Math.max(...result.runs.map((run) => run.repeats))
  const command = ["Tools/wpt", ...elements.map((element) => `--element ${element}`), ...result.filter ? [`--filter '${result.filter}'`] : [],
    ...repeats === 1 ? [] : [`--repeat ${repeats}`], ...result.tracks ? ["--tracks"] : [], ...result.patience ? [`--patience ${result.patience}`] : [], "--output FILE"].join(" ")
  const lines = [
    "# The web-platform-tests of media elements",
    "",
    `The tests are those in \`${result.suite}\`, as they come with Debian's source package of`,
    `${result.source}. Each runs in a page of its own, in each browser, with the native element and with another in its place: wherever a`,
    "test writes, makes or finds a `<video>` or an `<audio>`, it gets a `<tape-deck>`.",
    ...elements.includes("pass-through") ? [
      "`pass-through` is the control: a `<tape-deck>` that hands everything to a `<video>` inside it. What it fails, the place of the element is the",
      "reason for, and not what the element does."
    ] : [],
    "",
    `A subtest passes if it does so in ${often(result)}. ${result.tests} tests ran${result.filter ? `, those that match \`${result.filter}\`` : ""}.`,
    ...result.skipped.length > 0 ? [`${result.skipped.length} did not: ${counted(result.skipped)}.`] : [],
    "",
    `To reproduce: \`${command}\`. That command writes this page; do not edit it.`,
    ""
  ]
  for (const browser of browsers) lines.push(`## ${result.browsers[browser]}`, "", ...summary(result, browser), "")
  lines.push("## What native passes and another element does not", "")
  for (const browser of browsers) {
    const found = differenceLines(result, browser, isAim)
    lines.push(`### ${result.browsers[browser]}`, "")
    if (found.length === 0) lines.push("Nothing of what is aimed at.", "")
    else lines.push("| element | group | test | subtest | outcome | message | why |", "|---|---|---|---|---|---|---|", ...found, "")
    const rest = differenceLines(result, browser, (group) => group === "interfaces")
    if (rest.length > 0) lines.push("Interfaces:", "", "| element | group | test | subtest | outcome | message | why |", "|---|---|---|---|---|---|---|", ...rest, "")
  }
  const flaky = unsteady(result)
  if (repeats > 1) {
    lines.push("## What is not the same in all repeats", "")
    if (flaky.length === 0) lines.push("Nothing.", "")
    else lines.push("| browser | element | test | subtest | outcomes |", "|---|---|---|---|---|", ...flaky, "")
  }
  return lines.join("\n")
}
