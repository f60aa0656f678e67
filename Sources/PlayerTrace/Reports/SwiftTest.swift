import PlayerCore
import PlayerText

/// A test for Swift Testing. It contains the steps as a text trace, which every later version reads in this version's
/// vocabulary, so the test keeps compiling when names change.
struct SwiftTest {
  private let name: TestName
  private let steps: TestSteps

  init(_ name: TestName, _ steps: TestSteps) {
    self.name = name
    self.steps = steps
  }

  var text: String {
    let trace = self.trace
    let hashes = String(repeating: "#", count: Self.hashes(in: trace))
    var writer = JSONWriter()
    writer.raw(
      """
      import PlayerTrace
      import Testing

      // Made by 'tapedeck test' of \(TestName.line(name.title)): \(TestName.line(steps.origin)).
      // Lines with "k":"i" are the inputs of the player, with "t" in microseconds; those with "k":"o" what it must answer.
      @Test(\(Self.literal(name.title)))
      func \(name.function)() throws {
        let trace = \(hashes)\"""

      """)
    for line in trace { writer.raw("    \(line)\n") }
    writer.raw(
      """
          \"""\(hashes)
        var reader = try TraceReader(bytes: Array(trace.utf8), name: \(Self.literal(name.title)))
        let report = try TraceReplayer.replay(&reader)
        if let difference = report.difference { Issue.record("\\(difference)") }
        #expect(report.steps == \(steps.steps.count))
      }

      """)
    return writer.text
  }

  private var trace: [String] {
    var header = steps.header.upgraded
    header.recordedAt = nil
    var encoder = TraceEncoder(.text, header: header)
    for definition in steps.definitions { encoder.encode(.definition(definition)) }
    for step in steps.steps { encoder.encode(.step(step)) }
    return encoder.bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A literal needs one `#` more than follow any backslash or quotation mark in it, so that all of its content is
  /// plain text.
  private static func hashes(in lines: [String]) -> Int {
    var (longest, run) = (0, 0)
    for line in lines {
      for byte in line.utf8 {
        run = byte == UInt8(ascii: "#") ? run + 1 : 0
        longest = max(longest, run)
      }
      run = 0
    }
    return longest + 1
  }

  /// A text as a Swift literal.
  private static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in TestName.line(text).unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
