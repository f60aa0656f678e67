import PlayerCore

/// Something that goes wrong with a simulated engine, its source or its network.
///
/// Some faults are armed for the next opening, seek, start, close or report; the others happen at once, to what is
/// open. ``SimulatedEngine/heal(at:)`` ends all faults that can be ended.
public enum EngineFault: Hashable, Sendable {
  // MARK: In wait

  /// The next `count` openings fail: a name that is not found, a refused connection, an HTTP status, a codec that is
  /// not supported. `after` the command to open.
  case openFails(Failure, after: TimeSpan, count: Int32)
  /// The next `count` openings never complete.
  case openHangs(count: Int32)
  /// The next `count` openings take this much longer.
  case openIsSlow(by: TimeSpan, count: Int32)
  /// The next `count` openings report a wrong duration.
  case durationIsWrong(MediaTime, count: Int32)
  /// The next `count` seeks fail: the engine stays where it was and reports that.
  case seekFails(count: Int32)
  /// The next `count` seeks are never answered.
  case seekHangs(count: Int32)
  /// The next `count` starts never happen.
  case startHangs(count: Int32)
  /// The next `count` closes are never confirmed.
  case closeHangs(count: Int32)
  /// The next `count` reports of these kinds are lost.
  case reportsAreLost(ReportKinds, count: Int32)
  /// The next `count` reports of these kinds come twice.
  case reportsComeTwice(ReportKinds, count: Int32)
  /// The next `count` reports of these kinds come later, even if their epoch or their request has ended by then.
  case reportsAreLate(ReportKinds, by: TimeSpan, count: Int32)

  // MARK: In the source

  /// Reading fails for good once this many bytes of an opening were read; what was read plays out first.
  case readFails(Failure, atByte: Int64)
  /// The media at this position cannot be decoded: playback fails there.
  case decodingFails(Failure, at: MediaTime)
  /// The media ends here, whatever its declared duration.
  case endsEarly(at: MediaTime)

  // MARK: In the network

  /// No data arrives.
  case outage
  /// Data arrives again after an outage.
  case outageEnds
  /// The server sends at this many thousandths of the network's rate, and answers each request this much later.
  case serverIsSlow(thousandths: Int32, latency: TimeSpan)

  // MARK: At once

  /// The newest opening fails.
  case fails(Failure)
  /// Something is wrong that does not stop playback.
  case warns(Failure)
  /// The playhead stops by itself.
  case stops
  /// The buffer ahead of the playhead is lost and must be read again.
  case losesBuffer
  /// The playhead stops without a report.
  case freezes
  /// The playhead jumps by this much, without a report.
  case slips(by: TimeSpan)
  /// The playhead moves faster or slower than reported, by this many thousandths: −1,000 … 10,000.
  case drifts(thousandths: Int32)
}

/// Kinds of reports.
public struct ReportKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind of report.
  public var rawValue: UInt32
  /// The kinds that have their bits set.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `opened`.
  public static var opened: Self { Self(rawValue: 1 << 0) }
  /// `closed`.
  public static var closed: Self { Self(rawValue: 1 << 1) }
  /// `playbackStarted`.
  public static var started: Self { Self(rawValue: 1 << 2) }
  /// `playbackStopped`.
  public static var stopped: Self { Self(rawValue: 1 << 3) }
  /// `seekCompleted`.
  public static var seekCompleted: Self { Self(rawValue: 1 << 4) }
  /// `buffered`.
  public static var buffered: Self { Self(rawValue: 1 << 5) }
  /// `starved`.
  public static var starved: Self { Self(rawValue: 1 << 6) }
  /// `ended`.
  public static var ended: Self { Self(rawValue: 1 << 7) }
  /// `positionReported`.
  public static var position: Self { Self(rawValue: 1 << 8) }
  /// `failed`.
  public static var failed: Self { Self(rawValue: 1 << 9) }
  /// Everything else.
  public static var other: Self { Self(rawValue: 1 << 10) }
  /// Every kind of report.
  public static var all: Self { Self(rawValue: (1 << 11) - 1) }

  init(_ event: EngineEvent) {
    self =
      switch event {
      case .opened: .opened
      case .closed: .closed
      case .playbackStarted: .started
      case .playbackStopped: .stopped
      case .seekCompleted: .seekCompleted
      case .buffered: .buffered
      case .starved: .starved
      case .ended: .ended
      case .positionReported: .position
      case .failed: .failed
      case .connected, .trackFound, .chapterFound, .metadataFound, .durationChanged, .seekableRangeChanged,
        .dateReference, .naturalSizeChanged, .supplyChanged, .firstFrame, .warned, .trackSelected, .subtitleShown,
        .stillCaptured:
        .other
      }
  }
}
