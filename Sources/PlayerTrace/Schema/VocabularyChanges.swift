/// The lines in which this build's vocabulary differs from that of format version 1.
enum VocabularyChanges {
  /// For builds that cannot compare the two: Embedded Swift. Written by
  /// `TAPEDECK_WRITE_TABLES=1 swift test --filter VocabularyTests`, and compared by it.
  static var text: String {
    """
    state segments.skipGoal time -9223372036854775808 after segments.skipsInVain
    """
  }

  #if hasFeature(Embedded)
  static var lines: String { text }
  #else
  static let lines = TraceVocabulary.current.changes.joined(separator: "\n")
  #endif

  static var areNone: Bool { lines.utf8.isEmpty }
}
