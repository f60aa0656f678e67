// From a file: no modules, no fetch; the trace is next to the page.
const found = { agent: navigator.userAgent, replayed: 0, simulated: 0, failures: [] }
try {
  const trace = new TapeDeckTrace.Trace(Uint8Array.from(atob(given.bytes), (character) => character.charCodeAt(0)))
  const player = new TapeDeck.Player({ settings: trace.header.settings })
  for (const { input, at } of trace.steps()) player.receive(input, at)
  if (player.digest !== trace.replay().digest) found.failures.push("file: another digest")
  found.replayed = 1
  const virtual = new TapeDeckSimulation.VirtualPlayer()
  virtual.play()
  virtual.runToEnd()
  if (virtual.get("state") !== "ended") found.failures.push("file: a virtual player does not come to its end")
  found.simulated = 1
} catch (error) {
  found.failures.push(`file: ${error.name}: ${error.message}${error.cause ? ` (${error.cause})` : ""}`)
}
fetch(given.report, { method: "POST", mode: "no-cors", body: JSON.stringify(found) })
