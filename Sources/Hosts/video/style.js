// The styles, as an adopted sheet: a strict policy allows no styles in markup.

export const sheet = new CSSStyleSheet()
sheet.replaceSync(`
:host {
  --tape-accent: light-dark(#0b62c4, #6db3ff);
  --tape-panel: light-dark(#f6f6f4, #1d1f22);
  --tape-text: light-dark(#1b1c1e, #f1f1ee);
  --tape-quiet: light-dark(#5c6066, #a9adb3);
  --tape-line: light-dark(#c9ccd1, #484c52);
  --tape-buffer: light-dark(#8d949d, #868c95);
  --tape-segment: light-dark(#2f8f5b, #5fd394);
  --tape-blocked: light-dark(#b3261e, #ff8a80);
  color-scheme: light dark;
  display: inline-flex;
  flex-direction: column;
  width: 320px;
  position: relative;
  background: #000;
  color: var(--tape-text);
  font: 14px/1.3 system-ui, sans-serif;
}
:host([hidden]) { display: none }
:host(:fullscreen) { width: 100%; height: 100% }
:host(:fullscreen) .stage { flex: 1; min-height: 0 }
.stage { display: flex; min-height: 0; flex: 1 }
video { display: block; width: 100%; min-width: 0; object-fit: contain }
.controls { background: var(--tape-panel); padding: 6px 10px 8px; display: grid; gap: 2px }
.row { display: flex; align-items: center; gap: 4px; min-width: 0 }
button {
  all: unset; box-sizing: border-box; width: 32px; height: 32px; flex: none; border-radius: 6px; display: grid; place-items: center; cursor: pointer;
  color: inherit;
}
button:hover { background: color-mix(in srgb, currentColor 12%, transparent) }
button svg { width: 20px; height: 20px; fill: currentColor; display: block }
:focus-visible { outline: 2px solid var(--tape-accent); outline-offset: 1px }
.clock { font-variant-numeric: tabular-nums; white-space: nowrap; padding: 0 4px }
.message { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--tape-quiet); text-align: end; padding: 0 4px }
.message[data-kind=error] { color: var(--tape-blocked) }
input[type=range] { width: 72px; accent-color: var(--tape-accent); margin: 0 }
.timeline { position: relative; height: 22px; cursor: pointer; touch-action: none; border-radius: 4px }
.timeline > div { position: absolute }
.rail { inset: 8px 0; background: var(--tape-line); border-radius: 3px; overflow: hidden }
.rail > div { position: absolute; top: 0; bottom: 0 }
.range { background: var(--tape-buffer) }
.done { background: var(--tape-accent); left: 0 }
.marks { inset: 3px 0; pointer-events: none }
.marks > div { position: absolute; top: 0; bottom: 0; box-sizing: border-box; border-radius: 2px; border: 1px solid var(--tape-segment); border-width: 0 1px 2px }
.marks > .blocked {
  border: 1px solid var(--tape-blocked);
  background: repeating-linear-gradient(135deg, var(--tape-blocked) 0 2px, transparent 2px 6px);
}
.thumb { width: 12px; height: 12px; top: 5px; margin-left: -6px; border-radius: 50%; background: var(--tape-accent); box-shadow: 0 0 0 2px var(--tape-panel); pointer-events: none }
.hint { bottom: 22px; transform: translateX(-50%); background: var(--tape-panel); border: 1px solid var(--tape-line); border-radius: 4px; padding: 1px 6px; white-space: nowrap; pointer-events: none; z-index: 1 }
.hint[hidden], .menu[hidden], .menu [hidden] { display: none }
.menu {
  position: absolute; right: 8px; bottom: 44px; z-index: 2; min-width: 200px; background: var(--tape-panel); border: 1px solid var(--tape-line);
  border-radius: 8px; padding: 4px; box-shadow: 0 4px 16px rgb(0 0 0 / .25); display: grid; max-height: calc(100% - 56px); overflow: auto; box-sizing: border-box;
}
.menu button { width: 100%; height: auto; padding: 5px 10px; display: block; border-radius: 5px }
.menu button[aria-checked=true]::after { content: "✓"; float: right }
.menu hr { width: 100%; border: 0; border-top: 1px solid var(--tape-line); margin: 4px 0 }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (forced-colors: active) { .done, .thumb { background: Highlight } .marks > .blocked { border-color: Mark } }
`)
