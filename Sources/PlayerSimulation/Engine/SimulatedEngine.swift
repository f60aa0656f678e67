import PlayerCore

/// An engine that plays simulated media over a simulated network, and keeps the same contract as the engines that play
/// real media (`PlayerRuntime/Engine`).
///
/// It is a value: a copy is a fork. It reads no clock and no random numbers; its reports depend only on the media, the
/// timing, the network, the faults and the commands. It does not poll: it computes when data arrives, when the buffer
/// runs dry, when there is room again and when the media ends, to the microsecond; the network counts nanoseconds. At
/// one instant, data arrives before the buffer runs dry.
///
/// Item 1 is the first media of the library, item 2 the second, and so on; other items fail to open. At most two
/// openings exist at a time, one of them a standby opening; only the newest reads. A third takes the place of the
/// oldest.
public struct SimulatedEngine: Hashable, Sendable {
  /// For the header of a trace.
  public static var identity: String { "simulated" }

  var newest = Opening()
  /// Plays out what it has.
  var older = Opening()
  var place: Workplace

  /// An engine for these media.
  public init(
    _ library: [SimulatedMedia], network: NetworkProfile = .constant(bitsPerSecond: 10_000_000),
    timing: EngineTiming = EngineTiming()
  ) {
    place = Workplace(library: library, timing: timing.possible, line: Line(network))
  }

  /// What it can open.
  public var library: [SimulatedMedia] { place.library }
  /// How it behaves now.
  public var timing: EngineTiming { place.timing }
  /// The network that it reads over now.
  public var network: NetworkProfile { place.line.network }

  // MARK: Time

  /// Before this instant nothing is reported, and nothing else happens; `.never` when nothing is in progress.
  @inline(__always)
  public var nextEvent: Instant { min(place.outbox.nextInstant, nextOccasion) }

  @inline(__always)
  private var nextOccasion: Instant { min(newest.next, older.next) }

  /// The next report that is due at or before `limit`, in the order in which things happen; `nil` when there is none,
  /// and then ``nextEvent`` is after `limit`.
  public mutating func takeEvent(upTo limit: Instant) -> Report? {
    while true {
      let (reportAt, occasionAt) = (place.outbox.nextInstant, nextOccasion)
      guard min(reportAt, occasionAt) <= limit, min(reportAt, occasionAt) != .never else { return nil }
      if reportAt <= occasionAt {
        guard var report = place.outbox.takeNext() else { return nil }
        place.now = max(place.now, report.instant)
        // The position is that of the instant of the report.
        if case .positionReported = report.event, !report.isLate, let position = position(report.epoch, at: reportAt) {
          report.event = .positionReported(position)
        }
        return report
      }
      runNext()
    }
  }

  private mutating func runNext() {
    if older.next <= newest.next { older.run(&place) } else { newest.run(&place) }
  }

  /// Carries out what is due by then; its reports wait. A host that lets years pass without taking a report
  /// finds the rest of it later, at `now`.
  mutating func advance(to now: Instant) {
    for _ in 0..<1_000 {
      guard nextOccasion <= now, nextOccasion != .never else { break }
      runNext()
    }
    place.now = max(place.now, now)
  }

  // MARK: Commands

  /// Carries out a command. ``takeEvent(upTo:)`` returns the resulting reports, never before `now`. Commands for an
  /// epoch that is not open do nothing.
  public mutating func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    advance(to: now)
    switch command {
    case .open(let item, _): open(item, epoch)
    case .close: close(epoch)
    case .play, .pause, .seek, .selectTrack, .captureStill, .reportPosition, .catchUp:
      if epoch.isNone { break }
      if newest.epoch == epoch {
        newest.perform(command, &place)
      } else if older.epoch == epoch {
        older.perform(command, &place)
      }
    case .setVolume, .setPresentation, .setVideoEnabled: break
    }
  }

  /// The system has stopped the output, for a call, and nothing is reported about it.
  mutating func stopOutput(at now: Instant) {
    advance(to: now)
    newest.rest(at: now)
    older.rest(at: now)
    planAll()
  }

  private mutating func open(_ item: ItemID, _ epoch: Epoch) {
    if !newest.isNone {
      if !older.isNone { close(older.epoch) }
      older = newest
      older.stopReading(&place)
    }
    // Where integers have 32 bits, an item may have a number beyond them.
    let index = Int(clamping: item.rawValue) - 1
    newest.begin(place.library.indices.contains(index) ? Int32(clamping: index) : nil, epoch, &place)
  }

  private mutating func close(_ epoch: Epoch) {
    if newest.epoch == epoch { newest = newest.closed(&place) } else if older.epoch == epoch { older = Opening() }
    place.outbox.remove(epoch)
    if place.faults.hangingCloses.takeOne() { return }
    place.report(.closed, epoch, after: place.timing.closeLatency)
  }

  // MARK: The truth

  /// Where the playhead of an opening really is; `nil` when it is not open.
  public func position(_ epoch: Epoch, at now: Instant) -> MediaTime? {
    opening(epoch).map { $0.position(at: now) }
  }

  /// Whether the playhead of an opening moves.
  public func isMoving(_ epoch: Epoch) -> Bool { opening(epoch)?.isMoving ?? false }

  /// Up to where an opening holds data; `nil` when it is not open.
  public func bufferedUntil(_ epoch: Epoch) -> MediaTime? { opening(epoch).map { $0.bufferEnd } }

  /// How many openings are not closed yet.
  public var openingCount: Int { (newest.isNone ? 0 : 1) + (older.isNone ? 0 : 1) }

  private func opening(_ epoch: Epoch) -> Opening? {
    if epoch.isNone { return nil }
    if newest.epoch == epoch { return newest.stage == .open ? newest : nil }
    return older.epoch == epoch && older.stage == .open ? older : nil
  }
}

extension Opening {
  mutating func perform(_ command: EngineCommand, _ place: inout Workplace) {
    switch command {
    case .play(let rate): play(at: rate, &place)
    case .pause: pause(&place)
    case .seek(let serial, let target, let before, let after): seek(serial, to: target, before, after, &place)
    case .selectTrack(let kind, let track): select(kind, track, &place)
    case .captureStill(let serial):
      guard stage == .open else { break }
      place.report(.stillCaptured(serial, isCaptured: traits.hasVideo), epoch, after: place.timing.answerLatency)
    case .reportPosition:
      guard stage == .open else { break }
      place.report(.positionReported(position(at: place.now)), epoch, after: place.timing.answerLatency)
    case .catchUp(let target): catchUp(to: target, &place)
    case .open, .close, .setVolume, .setPresentation, .setVideoEnabled: break
    }
    plan(place)
  }

  private mutating func select(_ kind: TrackKind, _ track: TrackID, _ place: inout Workplace) {
    guard stage == .open else { return }
    let media = place.library[Int(item)]
    let chosen = track == .automatic ? media.standardTrack(kind) : track
    guard chosen == .off || media.track(chosen)?.kind == kind else {
      return place.report(.warned(Failure(.notFound)), epoch)
    }
    let before = (audio, video, subtitle)
    switch kind {
    case .audio: audio = chosen
    case .video: video = chosen
    case .subtitle: subtitle = chosen
    }
    // Data in transit arrives as it was requested.
    measure(media)
    place.report(.trackSelected(kind, chosen), epoch)
    if before != (audio, video, subtitle) {
      reportedUntil = .unknown
      reportBuffer(&place)
    }
    if kind == .subtitle, traits.hasCues, !isSeeking { showCue(&place) }
  }

  /// Nothing, with the line free for others.
  func closed(_ place: inout Workplace) -> Opening {
    if reading == .busy || stage == .connecting { place.line.drop(at: place.nanoseconds) }
    return Opening()
  }
}
