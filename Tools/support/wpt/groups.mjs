// Assigns a test to a group, by its path.

/** The groups in the order of the table; the last two are not part of the aim. A test belongs to the first group that matches. */
const groups = [
  ["text tracks", /^track\/|TextTrack|TrackEvent|HTMLTrackElement|text-tracks|broken-track/],
  ["errors", /error|nonfinite/],
  ["event order", /^event_order_/],
  ["end", /seek_to_eos|from-ended/],
  ["loop", /loop/],
  ["seeking", /^seeking\/|fragment_seek|^offsets-into-the-media-resource\//],
  ["rate", /playbackRate|preserves-pitch/],
  ["volume", /volume|muted/],
  ["play and pause", /^playing-the-media-resource\/|^paused_|^event_(play|pause|playing)(_noautoplay)?\.|autoplay-(hidden|supported)|^ready-states\//],
  ["events", /^event_|^readyState_during|^networkState_during/],
  ["loading", /^loading-the-media-resource\/|^preload|^src_|currentSrc|_initial/],
  ["interfaces", /./]
]

/** The order of the table. */
export const order = [
  "events", "event order", "loading", "seeking", "play and pause", "rate", "volume", "loop", "end", "errors", "interfaces", "text tracks"
]

/** Whether `<tape-deck>` should pass a group where the native element does. */
export const isAim = (group) => !["interfaces", "text tracks"].includes(group)

/** The group of a test, by its path in the suite. */
export const groupOf = (path) => groups.find(([, pattern]) => pattern.test(path))[0]
