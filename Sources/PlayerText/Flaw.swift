/// What is wrong at one place of a text or of a record. The reader of a file adds the file, the line, and what to do when
/// ``advice`` is empty.
package struct Flaw: Error {
  /// In bytes from the beginning of what is read.
  package var offset: Int
  /// For example `chapters[2].startTime`.
  package var field: String
  package var expected: String
  package var found: String
  /// What to do; empty for what holds for every flaw of the file.
  package var advice: String

  package init(at offset: Int = 0, field: String, expected: String, found: String, advice: String = "") {
    self.offset = offset
    self.field = field
    self.expected = expected
    self.found = found
    self.advice = advice
  }
}
