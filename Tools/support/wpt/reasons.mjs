// Why an element cannot pass, or does not pass, what native passes: analysed by hand. Anything missing here is not known yet.

const known = [
  {
    element: "tape-deck", browser: /^Chromium/, path: "error-sequence.html", name: /^error event after HAVE_FUTURE_DATA$/,
    why: "after this error Chromium's element reports `playing` and its playhead stays where it is; `<tape-deck>` reports `playing` when the playhead has moved"
  },
  {
    element: /./, browser: /^WebKitGTK/, path: "preserves-pitch.html", name: /pitch/,
    why: "when the sound goes to Web Audio, WebKitGTK's own position runs up to a second ahead of what is heard: the test looks at silence; native fails most of this test, too"
  },
  {
    element: "tape-deck", browser: /^WebKitGTK/, path: /^readyState_during_canplay|^ready-states\/autoplay\.html/, name: /./,
    why: "now and then WebKitGTK's own `readyState` falls again after its `canplay`; the element shows what the native one shows"
  },
  {
    element: "tape-deck", browser: /./, path: "controlsList.tentative.html", name: /./,
    why: "`controlsList` is a proposal and not in HTML; a page cannot make a DOMTokenList for an attribute of its own"
  },
  {
    element: "pass-through", browser: /./, path: "user-interface/muted.html", name: /document\.write/,
    why: "the control cannot tell markup that a script writes from attributes that a script sets"
  }
]

const matches = (pattern, text) => (typeof pattern === "string" ? pattern === text : pattern.test(text))

/** Why `element` does not pass a subtest in a browser, as a sentence without its full stop; nothing if unknown. */
export function reason(browser, element, { path, name }) {
  return known.find((entry) => matches(entry.element, element) && matches(entry.browser, browser) && matches(entry.path, path) && matches(entry.name, name))?.why
}
