import PlayerCore

/// Things that wait for an answer, each on a row of its own.
struct Waits {
  struct Wait {
    /// What it is, by its number in the vocabulary.
    var code: UInt16
    /// Which one of its kind: a request, a seek.
    var number: UInt32
    var epoch: UInt32
    var track: Int
    var flow: UInt64
  }

  // There are no more than rows for them, so few.
  private var list: [Wait] = []

  mutating func add(_ wait: Wait) { list.append(wait) }

  /// Takes the oldest that matches.
  mutating func take(_ code: UInt16? = nil, number: UInt32? = nil, epoch: UInt32? = nil) -> Wait? {
    let place = list.firstIndex { wait in
      (code ?? wait.code) == wait.code && (number ?? wait.number) == wait.number && (epoch ?? wait.epoch) == wait.epoch
    }
    return place.map { list.remove(at: $0) }
  }
}

extension EngineCommand {
  /// Which one it is of its kind and opening; `nil` when no report answers it.
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
  /// The command that it answers: its code, and which one it is; `nil` when it answers none.
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
