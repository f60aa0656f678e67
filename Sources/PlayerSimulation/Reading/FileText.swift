import Foundation
import PlayerText

/// The bytes of a file that was written by hand, and a name for messages. No more of it is read than a limit allows, by
/// default that of ``NetworkProfile/Limit``, so that neither a device nor a mistaken path fills the memory.
struct FileText {
  let name: String
  let bytes: [UInt8]

  init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  init(path: String, limit: Int = NetworkProfile.Limit.bytes) throws(SimulationFileError) {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.refusal("open", path) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.refusal("read", path) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    self.init(name: path == "-" ? "standard input" : path, bytes: bytes)
    if bytes.count > limit {
      throw damage(
        flaw(at: limit, "size", expected: "at most \(limit) bytes", found: "more", "Give a shorter part of it"))
    }
  }

  private static func refusal(_ action: String, _ path: String) -> SimulationFileError {
    .system(action: action, file: path, code: errno, message: String(cString: strerror(errno)))
  }

  /// What is wrong at a place of this file; by default what was found is the text at that place.
  func flaw(at offset: Int, _ field: String, expected: String, found: String? = nil, _ advice: String) -> Flaw {
    Flaw(
      at: offset, field: field, expected: expected, found: found ?? Excerpt.at(offset, of: bytes, upTo: bytes.count),
      advice: advice)
  }

  /// Reads something; an error gets its line and its column.
  func reading<Value>(_ body: () throws(Flaw) -> Value) throws(SimulationFileError) -> Value {
    do throws(Flaw) { return try body() } catch { throw damage(error) }
  }

  private func damage(_ flaw: Flaw) -> SimulationFileError {
    let before = bytes.prefix(flaw.offset)
    let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    return .damaged(
      SimulationFileDamage(
        file: name, line: line, column: before.count - lineStart + 1, offset: flaw.offset, field: flaw.field,
        expected: flaw.expected, found: flaw.found,
        advice: flaw.advice.isEmpty ? "If the file ends too early, fetch it again" : flaw.advice))
  }
}
