import PlayerCore

/// The numeric codes of input kinds.
typealias Kind = Vocabulary.InputCode

extension Kind {
  /// The first code of the environment's events.
  static var environment: UInt16 { networkChanged }
  /// The first code of the engine's reports.
  static var engine: UInt16 { connected }

  /// Whether the engine's report is meant for the host and does not drive playback.
  @inline(__always)
  static func isMessage(_ code: UInt16) -> Bool {
    code == connected || code >= trackFound && code <= metadataFound || code == warned
  }
}
