import Foundation

@testable import ReducerTesting

/// A checkpoint split into sections: tests change a section and reassemble the file with a matching fingerprint.
struct CheckpointFile {
  private(set) var sections: [(number: UInt64, byteCount: UInt64, words: [UInt64])] = []

  init(_ bytes: Data) {
    let words = Self.words(of: bytes)
    var place = Checkpoint.magic.count
    while place + 1 < words.count {
      let count = (Int(words[place + 1]) + 7) / 8
      sections.append((words[place], words[place + 1], Array(words[place + 2..<place + 2 + count])))
      place += 2 + count
    }
    sections.removeLast()
  }

  private static func words(of bytes: Data) -> [UInt64] {
    stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[bytes.startIndex + start..<bytes.startIndex + start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// The elements of a section, each as an integer.
  subscript<Element: FixedWidthInteger & UnsignedInteger>(
    _ section: Checkpoint.Section, as type: Element.Type
  ) -> [Element] {
    get {
      let (_, byteCount, words) = sections[index(of: section)]
      let width = Element.bitWidth / 8
      return (0..<Int(byteCount) / width).map { element in
        Element(truncatingIfNeeded: words[element * width / 8] >> UInt64(element * width % 8 * 8))
      }
    }
    set {
      let width = Element.bitWidth / 8
      var words = [UInt64](repeating: 0, count: (newValue.count * width + 7) / 8)
      for (element, value) in newValue.enumerated() {
        words[element * width / 8] |= UInt64(value) << UInt64(element * width % 8 * 8)
      }
      sections[index(of: section)] = (section.rawValue, UInt64(newValue.count * width), words)
    }
  }

  /// Makes a section claim a number of bytes, whatever it has.
  mutating func pretend(_ section: Checkpoint.Section, byteCount: UInt64) {
    sections[index(of: section)].byteCount = byteCount
  }

  private func index(of section: Checkpoint.Section) -> Int {
    // Every checkpoint has all sections; `init` removes only the end.
    sections.firstIndex { $0.number == section.rawValue }!
  }

  /// The file, with the fingerprint of what is in it.
  var bytes: Data {
    var words = Checkpoint.magic
    for section in sections { words += [section.number, section.byteCount] + section.words }
    words += [Checkpoint.Section.end.rawValue, 8]
    var digest: UInt64 = 1
    for start in stride(from: 0, to: words.count, by: 1 << 13) {
      let part = Array(words[start..<min(start + 1 << 13, words.count)])
      digest = Fingerprint.joined(digest, Fingerprint.of(part, count: part.count), UInt64(part.count), 0, 0)
    }
    return (words + [digest]).reduce(into: Data()) { data, word in
      withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) }
    }
  }
}
