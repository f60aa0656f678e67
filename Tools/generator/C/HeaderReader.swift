import Foundation

/// The structures, constants and function names in the hand-written headers of the C library, which define them.
struct HeaderReader {
  static let folder = "Sources/CTapeDeck/include/tapedeck"
  /// The generated one is not read.
  static let names = ["base", "message", "player", "record", "snapshot", "describe"]

  struct Structure {
    struct Field {
      var name: String
      var type: String
      var count = 1
    }

    var name: String
    var fields: [Field] = []
  }

  private(set) var structures: [Structure] = []
  private(set) var constants: [(name: String, number: Int64)] = []
  /// The keys of a player's values: the name in camel case, the number, and the type from the comment on the same line.
  private(set) var keys: [(name: String, number: Int64, type: String)] = []
  private(set) var functions: [String] = []

  /// The headers below `root`.
  init(root: String = ".") throws {
    for name in Self.names {
      let path = "\(root)/\(Self.folder)/\(name).h"
      try read(String(contentsOfFile: path, encoding: .utf8), path)
    }
  }

  private mutating func read(_ text: String, _ path: String) throws {
    readKeys(text)
    let code = text.withoutComments
    for line in code.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 3, words[0] == "#define", let number = Int64(words[2]) {
        constants.append((String(words[1]), number))
      }
    }
    var rest = Substring(code)
    while let start = rest.firstRange(of: "typedef struct ") {
      rest = rest[start.upperBound...]
      guard let open = rest.firstIndex(of: "{"), let end = rest.firstIndex(of: ";"), open < end else { continue }
      guard let close = rest.firstIndex(of: "}") else { throw HeaderProblem("\(path): a structure without an end") }
      let name = rest[..<open].trimmingCharacters(in: .whitespaces)
      structures.append(try structure(name, rest[rest.index(after: open)..<close], path))
      rest = rest[close...]
    }
    rest = Substring(code)
    while let start = rest.firstRange(of: "enum {") {
      rest = rest[start.upperBound...]
      guard let close = rest.firstIndex(of: "}") else { throw HeaderProblem("\(path): an enumeration without an end") }
      for entry in rest[..<close].split(separator: ",") {
        let sides = entry.split(separator: "=").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        guard sides.count == 2, let number = Int64(sides[1]) else {
          throw HeaderProblem("\(path): '\(entry)' has no number")
        }
        constants.append((sides[0], number))
      }
      rest = rest[close...]
    }
    rest = Substring(code)
    while let start = rest.firstRange(of: "TD_API ") {
      rest = rest[start.upperBound...]
      guard let open = rest.firstIndex(of: "("),
        let name = rest[..<open].split(whereSeparator: { " *".contains($0) }).last
      else { continue }
      if name.hasPrefix("td_") { functions.append(String(name)) }
    }
  }

  private mutating func readKeys(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(whereSeparator: { " ,".contains($0) })
      guard words.count == 6, words[0].hasPrefix("TD_KEY_"), words[3] == "/*", let number = Int64(words[2]) else {
        continue
      }
      let parts = words[0].dropFirst("TD_KEY_".count).split(separator: "_").map { $0.lowercased() }
      let name = parts.dropFirst().reduce(parts[0]) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
      keys.append((name, number, String(words[4])))
    }
  }

  private func structure(_ name: String, _ body: Substring, _ path: String) throws -> Structure {
    var structure = Structure(name: name)
    for line in body.split(separator: ";") {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let last = words.last else { continue }
      var field = Structure.Field(
        name: last.filter { $0 != "*" }, type: words.dropLast().filter { $0 != "const" }.joined(separator: " "))
      if last.hasPrefix("*") { field.type += " *" }
      if let open = last.firstIndex(of: "[") {
        let size = String(last[last.index(after: open)...].dropLast())
        guard let count = Int(size) ?? constants.first(where: { $0.name == size }).map({ Int($0.number) }) else {
          throw HeaderProblem("\(path): \(name) has a field of \(size) elements, which is no number")
        }
        field = .init(name: String(last[..<open]), type: field.type, count: count)
      }
      structure.fields.append(field)
    }
    return structure
  }
}

extension HeaderReader.Structure {
  /// The offset of each field and the total size, on a machine whose pointers have this many bytes.
  func layout(pointer: Int) throws -> (offsets: [Int], size: Int) {
    var (offset, alignment) = (0, 1)
    var offsets: [Int] = []
    for field in fields {
      let size = try field.size(pointer: pointer)
      offset = (offset + size - 1) / size * size
      offsets.append(offset)
      offset += size * field.count
      alignment = max(alignment, size)
    }
    return (offsets, (offset + alignment - 1) / alignment * alignment)
  }
}

extension HeaderReader.Structure.Field {
  fileprivate func size(pointer: Int) throws -> Int {
    switch type {
    case "uint16_t": 2
    case "uint32_t", "int32_t", "td_result": 4
    case "uint64_t", "int64_t": 8
    case "size_t", "td_allocate", "td_release", "td_write": pointer
    default:
      if type.hasSuffix("*") {
        pointer
      } else {
        throw HeaderProblem("the size of \(type), the type of \(name), is not known")
      }
    }
  }
}

/// A part of a header that is not understood.
private struct HeaderProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension String {
  /// The text without the comments between `/*` and `*/`.
  fileprivate var withoutComments: String {
    components(separatedBy: "/*").enumerated()
      .map { index, part in
        guard index > 0 else { return part }
        return part.firstRange(of: "*/").map { String(part[$0.upperBound...]) } ?? ""
      }
      .joined()
  }
}
