/// The lines in which this build's vocabulary differs from that of format version 1, for builds that cannot compare the two:
/// Embedded Swift. Written by `TAPEDECK_WRITE_TABLES=1 swift test --filter VocabularyChangesTests`, and compared by it.
enum VocabularyChanges {
  static var text: String { "" }

  static var areNone: Bool { text.utf8.isEmpty }
}
