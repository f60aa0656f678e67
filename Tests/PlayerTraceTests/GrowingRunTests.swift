import PlayerCore
import PlayerText
import Testing

@testable import PlayerTrace

@Suite("Viewing a run while it grows")
struct GrowingRunTests {
  /// Reads what is there.
  private func read(_ view: inout ViewedRun) { while view.read(atMost: 100) {} }

  private func grow(_ view: inout ViewedRun, _ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { view.append($0) }
    read(&view)
  }

  /// The shortest beginning that can be opened.
  private func headerLength(_ bytes: [UInt8]) throws -> Int {
    let found = (0...bytes.count).first { (try? TraceReader(growing: Array(bytes[..<$0]), name: "trace")) != nil }
    return try #require(found)
  }

  private func whole(_ bytes: [UInt8]) throws -> ViewedRun {
    var view = try ViewedRun(TraceReader(bytes: bytes))
    read(&view)
    return view
  }

  private func isSame(_ a: ViewedRun, _ b: ViewedRun) -> Bool {
    a.summary.line == b.summary.line && a.blockColumns() == b.blockColumns()
      && a.blocks.indices.allSatisfy { a.rowColumns(of: $0) == b.rowColumns(of: $0) }
  }

  @Test("However its bytes arrive, the result is that of the whole trace", arguments: [1, 7, 977, 40_000])
  func parts(_ length: Int) throws {
    let bytes = try randomSession(4, steps: 1_300).binary
    let header = try headerLength(bytes)
    var view = try ViewedRun(TraceReader(growing: Array(bytes[..<header]), name: "trace"))
    var last: Int64 = 0
    for from in stride(from: header, to: bytes.count, by: length) {
      grow(&view, bytes[from..<min(bytes.count, from + length)])
      #expect(view.lastStep >= last && view.problem == nil && view.loss == nil)
      last = view.lastStep
    }
    let expected = try whole(bytes)
    #expect(!view.isGrowing && isSame(view, expected))
  }

  @Test("A hundred thousand texts in small parts take no square")
  func manyTexts() throws {
    var encoder = TraceEncoder(.binary, header: TraceHeader())
    for number in 1...100_000 { encoder.encode(.definition(.text(TextID(UInt32(number)), "t"))) }
    let bytes = encoder.bytes
    let header = try headerLength(bytes)
    var reader = try TraceReader(growing: Array(bytes[..<header]), name: "trace")
    var count = 0
    for from in stride(from: header, to: bytes.count, by: 4_096) {
      bytes[from..<min(bytes.count, from + 4_096)].withUnsafeBytes { reader.append($0) }
      while try reader.next() != nil { count += 1 }
    }
    #expect(count == 100_000)
  }

  @Test("What has arrived is shown while more is expected, and an incomplete last record is lost at the end")
  func torn() throws {
    let bytes = try randomSession(6, steps: 400).binary
    let cut = bytes.count / 2
    var view = try ViewedRun(TraceReader(growing: Array(bytes[..<cut]), name: "trace"))
    read(&view)
    let torn = try whole(Array(bytes[..<cut]))
    #expect(view.isGrowing && view.lastStep == torn.lastStep && view.loss == nil)
    #expect(view.report(step: view.lastStep) == torn.report(step: torn.lastStep))
    view.endGrowing()
    read(&view)
    #expect(!view.isGrowing && isSame(view, torn))
  }

  @Test("Damage is found in its place, and nothing after it has an effect")
  func damage() throws {
    var bytes = try randomSession(8, steps: 300).binary
    bytes[bytes.count / 2] ^= 0x10
    var view = try ViewedRun(TraceReader(growing: Array(bytes[..<(bytes.count / 3)]), name: "trace"))
    read(&view)
    grow(&view, bytes[(bytes.count / 3)...])
    let expected = try whole(bytes)
    #expect(view.problem != nil && !view.isGrowing && isSame(view, expected))
    grow(&view, bytes[...])
    #expect(isSame(view, expected))
  }

  @Test("A beginning without a header is refused, as is anything but a binary trace")
  func refusals() throws {
    let session = try randomSession(2, steps: 10)
    for count in 0..<(try headerLength(session.binary)) {
      let error = #expect(throws: TraceError.self) {
        try TraceReader(growing: Array(session.binary[..<count]), name: "trace")
      }
      guard case .noHeader = error else { Issue.record("\(count) bytes: \(String(describing: error))"); return }
    }
    for bytes in [session.text, Array("GET / HTTP/1.1".utf8)] {
      let error = #expect(throws: TraceError.self) { try TraceReader(growing: bytes, name: "trace") }
      guard case .notATrace = error else { Issue.record("\(String(describing: error))"); return }
    }
  }
}
