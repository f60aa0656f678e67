/// A text that is compared byte by byte.
///
/// The standard library compares and hashes texts by their meaning. For that it sorts combining marks, which takes the
/// square of their number in a row, and it takes two texts for one that a file distinguishes. Texts from files, servers
/// and other programs are compared as this.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  // Not inlined: each comparison would contain the loop, and libraries grow by kilobytes.
  @inline(never)
  package static func == (a: Self, b: Self) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  @inline(never)
  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension ExactText: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension StringProtocol {
  /// Whether the bytes are the same.
  @inline(never)
  package func isExactly(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Whether the text begins with these bytes.
  @inline(never)
  package func begins(with other: some StringProtocol) -> Bool { utf8.starts(with: other.utf8) }

  /// Whether more combining marks follow each other than in any language: Unicode's own limit for texts that are
  /// processed as a stream is 30. Code that works with whole letters refuses them.
  package var hasEndlessMarks: Bool {
    var count = 0
    for scalar in unicodeScalars {
      count = scalar.value < 0x300 || scalar.properties.canonicalCombiningClass == .notReordered ? 0 : count + 1
      if count > endlessMarks { return true }
    }
    return false
  }
}

/// So many combining marks in a row are accepted.
package let endlessMarks = 128
