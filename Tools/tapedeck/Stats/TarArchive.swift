import Foundation
import PlayerTrace

/// The files in a tar archive, one after the other: a million traces are one file to a file system.
///
/// Reads the formats of modern tar programs: ustar, GNU's long names and pax paths. Anything but regular files is
/// skipped. The name of the standard input is `-`.
final class TarArchive {
  /// One file of an archive.
  struct Member {
    var name: String
    var bytes: [UInt8]
  }

  /// Why reading ended before the end of the archive.
  struct Damage: Error {
    var text: String
  }

  static let block = 512
  /// A longer member is not a trace that fits into memory.
  static let longest = 1 << 30

  private let handle: FileHandle
  private let path: String
  private var pending = Data()
  private var place = 0
  private var offset: Int64 = 0

  /// Whether the first bytes of a file are those of a tar archive.
  static func isArchive(_ start: [UInt8]) -> Bool {
    start.count >= 263 && Array(start[257..<262]) == Array("ustar".utf8)
  }

  init(_ handle: FileHandle, path: String, start: Data = Data()) {
    (self.handle, self.path, pending) = (handle, path, start)
  }

  /// The next ordinary file; `nil` after the last.
  func next() throws -> Member? {
    var longName: String?
    while let header = try read(Self.block, "a header") {
      guard header.contains(where: { $0 != 0 }) else { return nil }
      guard Self.checksum(header) == Self.number(header[148..<156]), let size = Self.number(header[124..<136]) else {
        throw damage("not the header of a member: its checksum is wrong")
      }
      guard size <= Self.longest else { throw damage("a member of \(size) bytes; at most \(Self.longest) are read") }
      let padded = (size + Self.block - 1) / Self.block * Self.block
      guard let content = try read(padded, "a member of \(size) bytes") else {
        throw damage("the archive ends before a member of \(size) bytes")
      }
      let bytes = Array(content[..<size])
      switch header[156] {
      case UInt8(ascii: "L"): longName = Self.text(bytes[...])
      case UInt8(ascii: "x"): longName = Self.paxPath(bytes) ?? longName
      case UInt8(ascii: "0"), 0:
        return Member(name: longName ?? Self.name(header), bytes: bytes)
      default: longName = nil
      }
    }
    return nil
  }

  /// This many bytes; `nil` at the end of the file.
  private func read(_ count: Int, _ what: String) throws -> [UInt8]? {
    while pending.count - place < count {
      let more = try handle.read(upToCount: max(1 << 20, count)) ?? Data()
      if more.isEmpty {
        if pending.count == place { return nil }
        throw damage("the archive ends inside \(what)")
      }
      pending = pending.subdata(in: pending.startIndex + place..<pending.endIndex) + more
      place = 0
    }
    let start = pending.startIndex + place
    place += count
    offset += Int64(count)
    return [UInt8](pending[start..<start + count])
  }

  private func damage(_ text: String) -> Damage { Damage(text: "\(path): byte \(offset): \(text)") }

  private static func checksum(_ header: [UInt8]) -> Int {
    var sum = 8 * 32
    for (place, byte) in header.enumerated() where !(148..<156).contains(place) { sum += Int(byte) }
    return sum
  }

  /// Octal digits, or a binary number if the highest bit is set.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard let first = field.first else { return nil }
    if first & 0x80 != 0 {
      var value = 0
      for byte in field.dropFirst() {
        guard value < 1 << 40 else { return nil }
        value = value << 8 | Int(byte)
      }
      return value
    }
    let digits = field.drop { $0 == 32 }.prefix { $0 != 0 && $0 != 32 }
    return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 >= 0 ? $0 : nil }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func name(_ header: [UInt8]) -> String {
    let prefix = text(header[345..<500])
    return (prefix.isEmpty ? "" : prefix + "/") + text(header[0..<100])
  }

  /// Records of the form `length key=value` and a line feed.
  private static func paxPath(_ bytes: [UInt8]) -> String? {
    for line in bytes.split(separator: 0x0A) {
      let record = line.drop { $0 != 0x20 }
      if record.starts(with: " path=".utf8) { return String(decoding: record.dropFirst(6), as: UTF8.self) }
    }
    return nil
  }
}
