/// Bugs that real players had, and the properties that catch them (BugZoo.md): one row for each.
///
/// Rows that share a law have the same property. Three rows cannot be observed from inside a reducer:
/// - #13, an input that traps: the process ends. A runner that isolates sessions in their own process reports
///   ``PlayerProperty`` `reducer-trapped`. From inside, only a failure announced outside idle can be observed.
/// - #15 and #31, observers that see different sequences or deadlock on re-entry: a reducer has one sequence of
///   outputs, which is the same whenever the input is repeated; queueing is the host's job (`Conductor`).
public struct BugZoo: Hashable, Sendable {
  /// The number of the row.
  public let number: Int
  /// What went wrong.
  public let bug: String
  /// Where it was reported.
  public let source: String
  /// The properties that catch it, the most specific first.
  public let properties: [String]

  /// Every bug, in the order of the page.
  public static let all: [BugZoo] = [
    row(
      1, "blocked segment to the end of media: endless seeks", "srgmediaplayer-apple#103", "skip-chain-endless",
      "deadline-chain-endless", "world-busy-at-one-instant"),
    row(2, "media plays, state remains stalled", "srgmediaplayer-apple#88", "stalled-although-moving"),
    row(
      3, "spinner for ever after offline seek and reconnect", "srgletterbox-apple#83", "wait-without-watchdog",
      "never-plays"),
    row(4, "overlapping blocked ranges show frames", "pillarbox-apple#861", "blocked-played"),
    row(
      5, "interrupted seek completes as not finished, time jumps back", "pillarbox-apple#267",
      "position-jumped-silently"),
    row(6, "seeks near the end never complete", "pillarbox-apple PR#238", "seek-not-closed", "request-unanswered"),
    row(7, "reconnect resumes an explicit pause", "delannoyk/AudioPlayer#24", "plays-although-paused", "never-rests"),
    row(8, "after reconnect restarts at 0", "delannoyk/AudioPlayer#43", "position-lost-on-retry"),
    row(9, "total loss reported as end of item", "delannoyk/AudioPlayer#142", "ended-before-end"),
    row(
      10, "paused live for more than two minutes never resumes, no error", "openradar 25953728, 29362808",
      "wait-without-watchdog", "never-plays"),
    row(11, "playing with frozen position", "phiamo/capacitor-plugin-playlist#143", "playing-frozen"),
    row(12, "idle and loading at once", "androidx/media#2133", "illegal-state-product", "start-not-closed"),
    row(13, "error outside idle throws", "androidx/media#2674, #2873", "error-outside-idle", "reducer-trapped"),
    row(
      14, "give-up policy yields endless buffering", "androidx/media#2401", "gives-up-silently", "retry-beyond-limit"),
    row(
      15, "observers see different sequences under re-entrancy", "google/ExoPlayer#4276, #8048", "not-deterministic"),
    row(
      16, "duplicate notifications", "google/ExoPlayer#2272, mediaelement#2080, ustream/embedapi#24",
      "change-announced-twice"),
    row(17, "playing without ready", "google/ExoPlayer#5902", "playing-unprepared", "state-out-of-grammar"),
    row(
      18, "seek rebuffer shown as stall or pause", "google/ExoPlayer#9511, PianoNic/Snepilatch#709",
      "wait-reason-wrong"),
    row(19, "buffering pause stored as user pause", "WebKit PR#4757", "intent-changed-by-itself"),
    row(
      20, "slow seek loses an intermediate state, never resumes", "WebKit PR#51698, WPEWebKit#1561",
      "wanted-but-not-driven", "never-plays"),
    row(
      21, "autoplay after buffering although paused", "nugu-linux#330", "autoplay-although-paused",
      "plays-although-paused"),
    row(22, "buffering before any load", "shaka#63", "buffering-before-load"),
    row(23, "unloading after loading", "shaka#2894", "commands-closed-engine", "start-not-closed"),
    row(24, "starved but no buffering event", "shaka#511", "starved-not-stalled"),
    row(
      25, "pause around ended, repeated", "shaka#6918, #7189, rx-player#36, playkit-android#480", "pause-around-end",
      "state-out-of-grammar"),
    row(26, "restart loop without back-off", "flashls#300", "recovery-unbounded", "retry-beyond-limit"),
    row(27, "no load after seek", "hls.js#1136", "no-load-after-seek"),
    row(28, "handler reads stale derived field", "mpv#15307", "stale-value", "change-forgotten"),
    row(
      29, "ended flag not set or cleared around seek", "mpv#2609, vimeo/player.js#62, #792", "ended-flag-wrong",
      "change-forgotten"),
    row(30, "stopped missing if play arrives while stopping", "vlcj#1133", "start-not-closed", "left-open"),
    row(31, "call from a handler deadlocks", "libvlc-go#87, vlcj#351, #386", "not-deterministic"),
    row(32, "playing while buffering", "vlc-qt#231", "plays-without-data"),
    row(
      33, "late completion hits the newer request", "whatwg/html#996, #1646", "stale-completion-taken",
      "stale-report-taken"),
    row(34, "playing before real progress", "whatwg/html#309", "playing-unconfirmed"),
    row(35, "phantom stall from float residue", "SABRE", "phantom-stall"),
    row(36, "pending seek by fixed delay lost", "JellyAmp#94", "seek-lost", "position-lost-on-retry"),
  ]

  private static func row(_ number: Int, _ bug: String, _ source: String, _ properties: String...) -> BugZoo {
    BugZoo(number: number, bug: bug, source: source, properties: properties)
  }
}
