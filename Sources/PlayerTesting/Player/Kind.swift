import PlayerCore

/// Numbers of kinds of inputs.
typealias Kind = Vocabulary.InputCode

extension Kind {
  /// The first of what changes around a player.
  static var environment: UInt16 { networkChanged }
  /// The first of an engine's reports.
  static var engine: UInt16 { connected }

  /// What an engine tells for the host's sake.
  @inline(__always)
  static func isMessage(_ code: UInt16) -> Bool {
    code == connected || code >= trackFound && code <= metadataFound || code == warned
  }
}
