// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

/// What the buffer allows. A set, because playable and play-through can hold at once.
public struct BufferState: OptionSet, Hashable, Sendable {
  /// One bit for each member.
  public var rawValue: UInt8
  /// The members whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Nothing is known yet.
  public static var unknown: Self { [] }
  /// Enough data to play.
  public static var playable: Self { Self(rawValue: 1) }
  /// Enough data to continue without an expected stall.
  public static var playThrough: Self { Self(rawValue: 2) }
  /// Playback ran out of data and waits for more.
  public static var stalled: Self { Self(rawValue: 4) }
}

extension BufferState: WireValue {
  /// The bits, as they travel in messages.
  public var wireValue: Int64 { Int64(rawValue) }
  /// The members whose bits are set; `nil` when a bit has no member.
  public init?(wireValue: Int64) {
    guard wireValue >= 0, wireValue < 8 else { return nil }
    self.init(rawValue: UInt8(wireValue))
  }
  /// Takes the place of a value that could not be read.
  public static var placeholder: Self { .unknown }
  /// What the integer means.
  public static var wireKind: WireKind { .supply }

  /// The names of the bits, the lowest first.
  public static var bitNames: [StaticString] { ["playable", "playThrough", "stalled"] }
}
