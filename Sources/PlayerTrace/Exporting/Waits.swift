import PlayerCore

/// Requests that wait for an answer, each on a separate row.
struct Waits {
  struct Wait {
    /// The kind of request, by its number in the vocabulary.
    var code: UInt16
    /// The number among its kind, such as that of a request or a seek.
    var number: UInt32
    var epoch: UInt32
    var track: Int
    var flow: UInt64
  }

  // A short list: there are no more waits than rows for them.
  private var list: [Wait] = []

  mutating func add(_ wait: Wait) { list.append(wait) }

  /// Removes and returns the oldest match.
  mutating func take(_ code: UInt16? = nil, number: UInt32? = nil, epoch: UInt32? = nil) -> Wait? {
    let place = list.firstIndex { wait in
      (code ?? wait.code) == wait.code && (number ?? wait.number) == wait.number && (epoch ?? wait.epoch) == wait.epoch
    }
    return place.map { list.remove(at: $0) }
  }
}

extension EngineCommand {
  /// The number of the command among its kind and opening; `nil` if no report answers it.
  var awaited: UInt32? {
    switch self {
    case .open, .close, .play, .pause, .reportPosition: 0
    case .seek(let serial, _, _, _): serial.rawValue
    case .captureStill(let serial): serial.rawValue
    case .selectTrack(let kind, _): UInt32(kind.rawValue)
    case .setVolume, .setPresentation, .setVideoEnabled, .catchUp: nil
    }
  }
}

extension EngineEvent {
  /// The command that it answers: its code and its number; `nil` if it answers none.
  var answers: (code: UInt16, number: UInt32)? {
    switch self {
    case .opened, .failed: (EngineCodes.open, 0)
    case .closed: (EngineCodes.close, 0)
    case .playbackStarted: (EngineCodes.play, 0)
    case .playbackStopped: (EngineCodes.pause, 0)
    case .positionReported: (EngineCodes.report, 0)
    case .seekCompleted(let serial, _, _): (EngineCodes.seek, serial.rawValue)
    case .stillCaptured(let serial, _): (EngineCodes.still, serial.rawValue)
    case .trackSelected(let kind, _): (EngineCodes.select, UInt32(kind.rawValue))
    case .connected, .trackFound, .chapterFound, .metadataFound, .durationChanged, .seekableRangeChanged,
      .dateReference, .naturalSizeChanged, .buffered, .supplyChanged, .starved, .firstFrame, .ended, .warned,
      .subtitleShown:
      nil
    }
  }
}

/// Engine commands by their numbers in the vocabulary.
enum EngineCodes {
  static let open = Output.engine(.open(item: .none, keepsBuffer: false), .none).code
  static let select = Output.engine(.selectTrack(.audio, .off), .none).code
  static let close = CauseLog.close
  static let play = CauseLog.play
  static let pause = CauseLog.pause
  static let seek = CauseLog.seek
  static let report = CauseLog.report
  static let still = CauseLog.still
}
