// In the place of the file of this name: what happened in a page goes to the program that opened it, which answers with the next page.
// `givenToTests` is written before this file when it is laid out.
"use strict"
;(() => {
  if (window !== window.top) return
  const server = `http://127.0.0.1:${givenToTests.port}`
  const { fetch, setTimeout, location, JSON } = window
  const isLong = document.querySelector('meta[name="timeout"][content="long"]') !== null

  // The harness would give up after ten seconds, or a minute, however busy the machine is.
  setup({ explicit_timeout: true, output: false })
  setTimeout(timeout, givenToTests.patience * (isLong ? 6 : 1))

  // A connection that breaks when the page does.
  fetch(`${server}/alive`).catch(() => {})

  add_completion_callback((tests, harness) => {
    const outcomes = ["pass", "fail", "timeout", "not run", "not run"]
    const report = {
      path: location.pathname,
      harness: ["ok", "error", "timeout", "error"][harness.status],
      message: harness.message ?? "",
      subtests: tests.map(({ name, status, message }) => ({ name, outcome: outcomes[status], message: message ?? "" }))
    }
    fetch(`${server}/report`, { method: "POST", body: JSON.stringify(report) })
      .then((response) => response.json())
      .then(({ next }) => { if (next) location.replace(next) })
  })
})()
