import PlayerCore
import PlayerText

/// The languages in which a trace can be written as a test.
package enum TestLanguage: String, CaseIterable {
  /// A test for Swift Testing, with `TraceReplayer`.
  case swift
  /// A test for Node's test runner, with `Player` of the npm package.
  case javascript
}

extension TraceMemory {
  /// The trace as a test that feeds its inputs to a player, each at its instant, and compares the outputs with the
  /// recorded ones. Definitions are kept; marks, checkpoints and digests are not, because an app does not see them.
  ///
  /// Throws for a trace with missing steps, and for one without outputs, which has nothing to expect.
  package func test(in language: TestLanguage) throws(TraceError) -> [UInt8] {
    var reader = try reader()
    return try TraceTest.text(of: &reader, in: language)
  }
}

/// Writes a test.
package enum TraceTest {
  /// See ``TraceMemory/test(in:)``. Nothing must have been read from `reader` yet.
  package static func text(of reader: inout TraceReader, in language: TestLanguage) throws(TraceError) -> [UInt8] {
    try reader.requireInputs()
    let header = reader.header
    guard !header.isExcerpt else {
      throw .notReplayable(file: reader.file, reason: "it is an excerpt; a test needs every step")
    }
    guard header.hasOutputs else {
      throw .notReplayable(file: reader.file, reason: "it has no outputs, so a test has nothing to expect")
    }
    var steps = TestSteps(header)
    var last: Int64 = 0
    while let record = try reader.nextKnown() {
      switch record {
      case .definition(let definition): steps.definitions.append(definition)
      case .step(let step):
        guard step.number == last + 1 else {
          throw .notReplayable(file: reader.file, reason: "step \(last + 1) is missing")
        }
        last = step.number
        steps.steps.append(step)
      case .checkpoint(let checkpoint):
        let fresh = Player(configuration: header.configuration)
        guard checkpoint.number > 0 || checkpoint.state == nil || checkpoint.state == fresh else {
          throw .notReplayable(file: reader.file, reason: "it begins in the middle of a session")
        }
      case .mark, .end, .foreignStep: break
      }
    }
    let name = TestName(reader.file)
    switch language {
    case .swift: return Array(SwiftTest(name, steps).text.utf8)
    case .javascript: return Array(JavaScriptTest(name, steps).text.utf8)
    }
  }
}

/// The content of a test.
struct TestSteps {
  let header: TraceHeader
  var definitions: [TraceDefinition] = []
  var steps: [TraceStep] = []

  init(_ header: TraceHeader) { self.header = header }

  /// How it was recorded, in one line.
  var origin: String {
    let engine = header.engine.isEmpty ? "" : ", recorded with \(header.engine)"
    return "\(steps.count) step\(steps.count == 1 ? "" : "s")\(engine)\(header.note.isEmpty ? "" : ": \(header.note)")"
  }
}

/// A name for a test, derived from that of a trace: nothing in it can end a text or a comment.
struct TestName {
  /// The trace's name without folder and extensions.
  let title: String

  init(_ file: String) {
    var bytes = Array(file.utf8)
    if let slash = bytes.lastIndex(of: UInt8(ascii: "/")) { bytes.removeFirst(slash + 1) }
    var name = String(decoding: bytes, as: UTF8.self)
    for ending in [".jsonl", ".trace"] where name.utf8.count > ending.utf8.count && Self.has(name, ending) {
      name = String(decoding: name.utf8.dropLast(ending.utf8.count), as: UTF8.self)
    }
    title = name
  }

  private static func has(_ name: String, _ ending: String) -> Bool {
    name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }

  /// `replaysHttpStall` for `http-stall`.
  var function: String {
    var name = Array("replays".utf8)
    var isBeginning = true
    for byte in title.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        name.append(isBeginning ? byte - 32 : byte)
        isBeginning = false
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        name.append(byte)
        isBeginning = false
      default: isBeginning = true
      }
    }
    return String(decoding: name.count > 80 ? name.prefix(80) : name[...], as: UTF8.self)
  }

  /// A text on one line, without invisible characters.
  static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: line.unicodeScalars.append(" ")
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
