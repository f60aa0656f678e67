import PlayerCore

/// How a session begins: what it opens.
public struct ContractSetup: Hashable, Codable, Sendable {
  /// The place in ``EngineUnderTest/media``.
  public var media: Int

  /// The medium at this place in the list.
  public init(media: Int = 0) { self.media = media }
}

/// What a session does: what a host requests of an engine, and how time passes. A step that a host would not take, such
/// as `play` before the media is open, does nothing.
public enum ContractStep: Hashable, Codable, Sendable {
  /// Opens the media. What is open is closed first, unless this is a standby opening (`keepsBuffer`).
  case open(keepsBuffer: Bool)
  /// Closes what is open; of two epochs, the older one if `older` is set.
  case close(older: Bool)
  /// In thousandths.
  case play(rate: Int32)
  case pause
  /// Milliseconds of the media, and tolerances in milliseconds.
  case seek(to: Int64, before: Int64, after: Int64)
  case reportPosition(older: Bool)
  case captureStill
  /// A rendition by its number; -1: off, -2: automatic, as in ``PlayerCore/TrackID``.
  case select(kind: UInt8, track: Int32)
  case setVolume(thousandths: Int32)
  case setVideo(isEnabled: Bool)
  case rotate(degrees: Int32)
  /// Drops what precedes this many milliseconds of a live stream.
  case catchUp(to: Int64)
  /// Lets time pass, in milliseconds.
  case wait(Int64)
  /// Lets time pass until the playhead comes to rest, or the epoch has failed: at most this many milliseconds.
  case untilRest(Int64)
  /// Lets time pass until more is buffered, or the epoch has failed: at most this many milliseconds.
  case untilBuffered(Int64)
  /// Waits until everything requested is answered.
  case settle
}

extension ContractStep: CustomStringConvertible {
  /// The step in words.
  public var description: String {
    switch self {
    case .open(let keepsBuffer): keepsBuffer ? "open beside" : "open"
    case .close(let older): older ? "close the older epoch" : "close"
    case .play(let rate): "play at \(rate)/1000"
    case .pause: "pause"
    case .seek(let target, let before, let after):
      "seek to \(target) ms, tolerance \(before) ms before, \(after) ms after"
    case .reportPosition(let older): older ? "report the older epoch's position" : "report the position"
    case .captureStill: "capture a still"
    case .select(let kind, let track): "select \(TrackKind(rawValue: kind).map { "\($0)" } ?? "kind \(kind)") \(track)"
    case .setVolume(let volume): "set the volume to \(volume)/1000"
    case .setVideo(let isEnabled): isEnabled ? "enable video" : "disable video"
    case .rotate(let degrees): "rotate by \(degrees) degrees"
    case .catchUp(let position): "catch up to \(position) ms"
    case .wait(let milliseconds): "wait \(milliseconds) ms"
    case .untilRest(let milliseconds): "wait until it rests, \(milliseconds) ms at most"
    case .untilBuffered(let milliseconds): "wait until more is buffered, \(milliseconds) ms at most"
    case .settle: "settle"
    }
  }
}
