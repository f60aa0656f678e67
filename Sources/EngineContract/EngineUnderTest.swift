import PlayerCore
import PlayerRuntime

/// An engine that is checked against the contract: how one is made, what it can open, and how exact it is.
///
/// ```swift
/// let engine = EngineUnderTest("my engine 1.0", clock: .virtual, media: [ContractMedia("tone.wav", lasts:
/// .seconds(3))]) {
///   library in MyEngine(library: library)
/// }
/// print(engine.certify())
/// ```
public struct EngineUnderTest: Sendable {
  /// What drives the engine.
  public enum Clock: Hashable, Sendable {
    /// The machine's clock: the engine works on its own threads and calls its wake handler. A session takes as long as
    /// it plays.
    case real
    /// The host's calls: ``PlayerRuntime/Engine/nextEvent`` is when something happens, and the clock jumps there.
    case virtual
  }

  /// For reports.
  public var name: String
  /// Which clock drives the engine.
  public var clock: Clock
  /// What sessions open, at least one; each session opens one of them.
  public var media: [ContractMedia]
  /// How exact and how fast it must be.
  public var limits = ContractLimits()
  /// Makes an engine for one session, over the table that identifies items. It may be called on any thread.
  public var make: @Sendable (IdentifierTable) -> any Engine

  /// An engine, its media, and how to make one.
  public init(
    _ name: String, clock: Clock, media: [ContractMedia], make: @escaping @Sendable (IdentifierTable) -> any Engine
  ) {
    self.name = name
    self.clock = clock
    self.media = media
    self.make = make
  }
}

/// Media that an engine is asked to open, and what is known about it.
public struct ContractMedia: Hashable, Sendable {
  /// The outcome of opening and playing it.
  public enum Outcome: String, Hashable, Sendable {
    /// It opens, and plays to its end.
    case plays
    /// It does not exist, or cannot be played: it must fail.
    case fails
    /// It may fail at any time, as from a server that breaks its connections.
    case mayFail
    /// Its only connection breaks before the end: playback that gets there fails, and does not end.
    case breaks
  }

  /// The source of the item: a path or an address, as the engine expects it.
  public var source: String
  /// Its approximate duration: seeks go up to it. `nil` for a live stream.
  public var duration: TimeSpan?
  /// The expected outcome of opening it.
  public var outcome: Outcome
  /// Whether its data comes slower than it plays, or pauses on the way: sessions wait until playback starves there.
  public var stalls: Bool

  /// Media that the engine can be asked to open; `lasts` is `nil` for a live stream.
  public init(_ source: String, lasts duration: TimeSpan?, outcome: Outcome = .plays, stalls: Bool = false) {
    self.source = source
    self.duration = duration
    self.outcome = outcome
    self.stalls = stalls
  }

  /// Whether sessions play it until it comes to rest by itself.
  var isPlayedOut: Bool { stalls || outcome == .breaks }

  /// Media that does not exist.
  public static func missing(_ source: String) -> ContractMedia {
    ContractMedia(source, lasts: .zero, outcome: .fails)
  }
}

/// How patient and how exact the checks are.
public struct ContractLimits: Hashable, Sendable {
  /// The longest time until an answer, except that to `close`.
  public var patience = TimeSpan.seconds(10)
  /// The longest time until `closed`: the contract's 100 ms.
  public var closing = TimeSpan.milliseconds(100)
  /// The largest difference between a reported position and the true one, at normal speed.
  public var position = TimeSpan.milliseconds(100)
  /// How far a landing may be outside the tolerances of its seek, because a frame or a packet cannot be cut.
  public var landing = TimeSpan.milliseconds(50)
  /// The largest difference between the position of `ended` and the reported duration.
  public var end = TimeSpan.milliseconds(250)

  /// The limits of the contract.
  public init() {}
}
