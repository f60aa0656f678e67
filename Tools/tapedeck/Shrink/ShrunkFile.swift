import PlayerTrace

/// The file of what was shrunk.
enum ShrunkFile {
  /// Whole or not at all; never the original.
  static func write(_ bytes: [UInt8], to file: String, from original: String) throws {
    try reportingTraceErrors { try WholeFile.write(bytes, to: file, sparing: [original]) }
  }
}
