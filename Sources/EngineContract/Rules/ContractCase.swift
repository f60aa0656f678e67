/// A situation in which engines often fail, and which a session may or may not have met.
///
/// A rule such as `starved-rests` is tested only where playback starved and data arrived again. The counts of cases
/// show whether that has happened.
public enum ContractCase: String, CaseIterable, Hashable, Sendable {
  case starvedRefilled = "starved-refilled"
  case starvedPaused = "starved-paused"
  case seekSuperseded = "seek-superseded"
  case brokenFailed = "broken-failed"

  /// What has happened, and held.
  public var sentence: String {
    switch self {
    case .starvedRefilled: "after `starved` more was buffered, and the playhead rested"
    case .starvedPaused: "a pause after `starved`: more was buffered, and the playhead rested"
    case .seekSuperseded: "a seek was requested before the last one was answered, and the newest was answered"
    case .brokenFailed: "a connection broke after `opened`, and that was a failure"
    }
  }
}
