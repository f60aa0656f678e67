// Replaces the original file of this name: sends the results of a page to the program that opened it, which answers with the next page. The
// layout writes `givenToTests` before the contents of this file.
"use strict"
;(() => {
  if (window !== window.top) return
  const server = `http://127.0.0.1:${givenToTests.port}`
  const { fetch, setTimeout, location, JSON } = window
  const isLong = document.querySelector('meta[name="timeout"][content="long"]') !== null

  // Otherwise the harness would time out after ten seconds, or a minute, however busy the machine is.
  setup({ explicit_timeout: true, output: false })
  setTimeout(timeout, givenToTests.patience * (isLong ? 6 : 1))

  // A connection that breaks when the page goes away.
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
