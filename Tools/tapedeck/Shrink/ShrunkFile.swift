import PlayerTrace

/// The file of a shrunk trace or scenario.
enum ShrunkFile {
  /// Completely or not at all; never over its own source.
  static func write(_ bytes: [UInt8], to file: String, from originals: [String]) throws {
    try reportingTraceErrors { try WholeFile.write(bytes, to: file, sparing: originals) }
  }
}
