import Foundation
import PlayerCore
import PlayerTrace
import Testing

/// A trace outlives versions: what was recorded once is opened, verified and upgraded by every build since.
@Suite struct ArchiveTests {
  @Test func firstVersionExistsInBothForms() throws {
    let names = Archive.traces(ofVersion: 1).map(\.lastPathComponent)
    #expect(names.count { $0.hasSuffix(".trace") } == 107 && names.count { $0.hasSuffix(".jsonl") } == 107)
  }

  /// Outputs have to stay the same as long as the version of the behaviour does.
  @Test func currentBehaviourReplaysExactly() throws {
    var verified = 0
    for file in Archive.traces() {
      var reader = try TraceReader(bytes: Archive.bytes(file), name: file.lastPathComponent)
      guard reader.header.behaviour == Vocabulary.behaviourVersion else { continue }
      let report = try TraceReplayer.replay(&reader)
      #expect(
        report.isEqual && report.unfollowed == nil,
        """
        \(file.lastPathComponent) has other outputs now: raise Vocabulary.behaviourVersion, and archive the traces of \
        today beside it (Traces/archive/README.md). \(report.difference.map { "\($0)" } ?? "")
        """)
      verified += 1
    }
    #expect(
      verified >= 100,
      """
      only \(verified) traces of the archive have behaviour \(Vocabulary.behaviourVersion): archive the traces of today \
      (Traces/archive/README.md), so that nothing changes unnoticed
      """)
  }

  /// The states of a layout that is still current have to stay the same as well.
  @Test func statesAreComparedForSameLayout() throws {
    for file in Archive.traces() {
      var reader = try TraceReader(bytes: Archive.bytes(file))
      let isSame = reader.header.stateLayout == TraceHeader.currentStateLayout
      #expect(try TraceReplayer.replay(&reader).isOtherState == !isSame)
    }
  }

  @Test func upgradedTracesReplay() throws {
    for file in Archive.traces() {
      let form = TraceForm(path: file.path)
      var reader = try TraceReader(bytes: Archive.bytes(file), name: file.lastPathComponent)
      let sink = MemorySink()
      let report = try TraceUpgrade.upgrade(&reader, to: form, into: sink)
      #expect(report.differingSteps == 0 || report.isOtherBehaviour, "\(file.lastPathComponent)")
      var upgraded = try TraceReader(bytes: sink.bytes, name: "upgraded")
      #expect(upgraded.header.origin == nil && upgraded.header.tool == reader.header.tool)
      let replay = try TraceReplayer.replay(&upgraded)
      #expect(replay.isEqual && !replay.isOtherState && replay.steps == report.steps, "\(file.lastPathComponent)")
      #expect(upgraded.isFinished == reader.isFinished)
    }
  }

  /// Text and binary are converted into each other without loss, whatever their version is.
  @Test func textAndBinaryFormsMatch() throws {
    for file in Archive.traces() where file.pathExtension == "trace" {
      let text = file.appendingPathExtension("jsonl")
      #expect(try convert(Archive.bytes(text), to: .binary) == Archive.bytes(file), "\(file.lastPathComponent)")
      #expect(try convert(Archive.bytes(file), to: .text) == Archive.bytes(text), "\(file.lastPathComponent)")
    }
  }

  private func convert(_ bytes: [UInt8], to form: TraceForm) throws -> [UInt8] {
    var reader = try TraceReader(bytes: bytes)
    let sink = MemorySink()
    _ = try TraceConverter.convert(&reader, to: form, into: sink)
    return sink.bytes
  }
}
