/// An error at one place of a text or of a record. The reader of a file adds the file, the line, and advice if
/// ``advice`` is empty.
package struct Flaw: Error {
  /// In bytes from the beginning of the input.
  package var offset: Int
  /// For example `chapters[2].startTime`.
  package var field: String
  package var expected: String
  package var found: String
  /// What to do; empty if the advice for every flaw of the file applies.
  package var advice: String

  package init(at offset: Int = 0, field: String, expected: String, found: String, advice: String = "") {
    self.offset = offset
    self.field = field
    self.expected = expected
    self.found = found
    self.advice = advice
  }
}
