import PlayerCore
import ReducerTesting

/// A command to the engine, or a state on which it must agree with its player: three words, whose kind is all that a
/// ``ScopeEngine`` needs.
struct EngineOrder: Hashable, BitwiseCopyable, Sendable {
  enum Kind: UInt8 {
    case open, close, play, pause, seek, reportPosition
    /// Volume, renditions, stills: valid for any opening.
    case adjust
    /// The player has another current opening.
    case renumber
    /// The input is processed: player and engine must agree.
    case compare
  }

  /// Kind, flags and a phase: one byte each.
  private(set) var word: UInt64
  /// An opening, and a seek or a segment.
  private(set) var numbers: UInt64
  /// A position, or a difference between opening numbers.
  private(set) var value: Int64

  init(of kind: Kind, _ epoch: Epoch, flags: UInt8 = 0, number: UInt32 = 0, value: Int64 = 0) {
    word = UInt64(kind.rawValue) | UInt64(flags) << 8
    numbers = UInt64(epoch.rawValue) | UInt64(number) << 32
    self.value = value
  }

  @inline(__always)
  init(_ command: EngineCommand, _ epoch: Epoch) {
    switch command {
    case .open(_, let keepsBuffer): self.init(of: .open, epoch, flags: keepsBuffer ? 1 : 0)
    case .close: self.init(of: .close, epoch)
    case .setVolume, .selectTrack, .setPresentation, .setVideoEnabled, .captureStill, .catchUp:
      self.init(of: .adjust, epoch)
    case .play: self.init(of: .play, epoch)
    case .pause: self.init(of: .pause, epoch)
    case .seek(let serial, let target, _, _):
      self.init(of: .seek, epoch, number: serial.rawValue, value: target.microseconds)
    case .reportPosition: self.init(of: .reportPosition, epoch)
    }
  }

  /// The player's state after an input.
  @inline(__always)
  init(comparing player: inout Player, _ inspection: UnsafePointer<Player.Inspection>, at now: Instant) {
    let phase = inspection.pointee.shown.phase
    let needsEngine =
      phase == .prepared || phase == .ended || phase == .opening && !inspection.pointee.isWaitingToRetry
    var flags: UInt8 = (needsEngine ? 1 : 0) | (inspection.pointee.isSegmentDue ? 4 : 0)
    var position = MediaTime.zero
    var blocked = SegmentID.none
    if inspection.pointee.isMoving {
      flags |= 2
      position = player.position(at: now)
      if inspection.pointee.segmentCount > 0 { blocked = Self.blocked(player, position, at: now) }
    }
    self.init(
      of: .compare, inspection.pointee.epoch, flags: flags, number: blocked.rawValue, value: position.microseconds)
    word |= UInt64(phase.rawValue) << 16
  }

  /// The blocked segment that is played although all due deadlines were served and it could be skipped.
  private static func blocked(_ player: borrowing Player, _ position: MediaTime, at now: Instant) -> SegmentID {
    guard player.segmentCount > 0, player.nextDeadline > now, let segment = player.segment(at: position) else {
      return .none
    }
    return segment.isBlocked && segment.end < player.seekableRange.upperBound ? segment.id : .none
  }

  @inline(__always)
  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: word)) ?? .compare }
  var keepsBuffer: Bool { word >> 8 & 1 != 0 }
  var needsEngine: Bool { word >> 8 & 1 != 0 }
  var isMoving: Bool { word >> 8 & 2 != 0 }
  /// The playhead waits, at this very instant, for what its segment decides.
  var isSegmentDue: Bool { word >> 8 & 4 != 0 }
  var phase: Phase { Phase(rawValue: UInt8(truncatingIfNeeded: word >> 16)) ?? .empty }
  var epoch: Epoch { Epoch(UInt32(truncatingIfNeeded: numbers)) }
  var serial: SeekSerial { SeekSerial(UInt32(truncatingIfNeeded: numbers >> 32)) }
  var segment: UInt32 { UInt32(truncatingIfNeeded: numbers >> 32) }
  var position: MediaTime { MediaTime(microseconds: value) }
  var distance: Int64 { value }
}

extension ScopeEngine {
  /// Player and engine agree.
  @inline(__always)
  func compare(_ player: EngineOrder, at now: Instant, _ end: MediaTime, tolerance: TimeSpan) -> PropertyViolation? {
    if player.needsEngine != (main.phase != .none) {
      return PropertyViolation("start-not-closed", "\(player.phase) with an engine that is \(main.phase)")
    }
    guard player.needsEngine else { return nil }
    if main.epoch != player.epoch { return PropertyViolation("start-not-closed", "the engine has another opening") }
    guard main.isMoving, main.stops == 0 else { return Self.judge(blocked: player) }
    if player.isMoving {
      let truth = main.truth(at: now, end)
      let difference = player.position < truth ? truth - player.position : player.position - truth
      if difference > tolerance { return Self.jumped(player.position, truth) }
    } else if player.phase == .prepared, !main.isStarting, !player.isSegmentDue {
      return PropertyViolation("never-rests", "the engine moves, but the player rests")
    }
    return Self.judge(blocked: player)
  }

  @inline(__always)
  private static func judge(blocked player: EngineOrder) -> PropertyViolation? {
    player.segment == 0 ? nil : PropertyViolation("blocked-played", "segment \(player.segment)")
  }

  @inline(never)
  private static func jumped(_ shown: MediaTime, _ truth: MediaTime) -> PropertyViolation {
    PropertyViolation(
      "position-jumped-silently", "\(shown.microseconds) µs is shown, but the engine is at \(truth.microseconds) µs")
  }
}
