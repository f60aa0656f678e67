import PlayerTrace

/// The file of what was shrunk.
enum ShrunkFile {
  /// Whole or not at all; never over what it was read from.
  static func write(_ bytes: [UInt8], to file: String, from originals: [String]) throws {
    try reportingTraceErrors { try WholeFile.write(bytes, to: file, sparing: originals) }
  }
}
