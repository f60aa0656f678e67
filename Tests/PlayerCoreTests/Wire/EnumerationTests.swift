@testable import PlayerCore
import Testing

@Suite("Enumerations on the wire")
struct EnumerationTests {
  @Test("each name is listed at the number of its case and equals the case name")
  func names() {
    check(PositionAnchor.self)
    check(Answer.self)
    check(Failure.Kind.self)
    check(NetworkPath.self)
    check(DiagnosticCode.self)
    check(Phase.self)
    check(PlaybackState.self)
    check(Reason.self)
    check(Refusal.self)
    check(RemoteControl.self)
    check(RouteChange.self)
    check(ScalingMode.self)
    check(SegmentExit.self)
    check(SelectionReason.self)
    check(Setting.self)
    check(Setting.Unit.self)
    check(StreamType.self)
    check(TrackKind.self)
    check(Transport.EngineActivity.self)
    check(Transport.Waiting.self)
    check(Intervals.Round.self)
    check(Segments.Due.self)
    check(DeadlineSlot.self)
  }

  private func check<Value: WireEnumeration>(_: Value.Type) {
    let names = "\(Value.names)".split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    #expect(names.count == (Value.allCases.map { Int($0.rawValue) }.max() ?? 0) + 1, "\(Value.self)")
    for value in Value.allCases {
      #expect(names[Int(value.rawValue)] == String(describing: value))
      #expect("\(value.wireName)" == String(describing: value))
      #expect(Value(wireValue: value.wireValue)?.rawValue == value.rawValue)
    }
    for foreign in [Int64.min, -1, Int64(names.count), 255, 256, .max] {
      #expect(Value(wireValue: foreign)?.rawValue == nil, "\(Value.self) \(foreign)")
    }
  }

  @Test("every enumeration of the vocabulary is listed under its name")
  func listed() {
    let names = (0..<Vocabulary.enumerationCount).compactMap { Vocabulary.enumeration($0).map { "\($0.name)" } }
    #expect(
      names == [
        "anchor", "answer", "failureKind", "networkPath", "oddity", "phase", "playbackState", "reason", "refusal",
        "remoteControl", "routeChange", "scalingMode", "segmentExit", "selectionReason", "setting", "streamType",
        "trackKind",
      ])
    #expect(Vocabulary.enumeration(Vocabulary.enumerationCount) == nil)
    #expect(Vocabulary.enumeration(-1) == nil)
    #expect(Vocabulary.FieldType.allCases.filter { !$0.cases.isEmpty }.map { "\($0.name)" } == names)
  }

  @Test("a field type knows the names of its values")
  func values() {
    #expect(Vocabulary.FieldType.phase.caseName(3).map { "\($0)" } == "opening")
    #expect(Vocabulary.FieldType.phase.caseName(7) == nil && Vocabulary.FieldType.phase.caseName(.min) == nil)
    #expect(Vocabulary.FieldType.bool.caseName(0) == nil)
    #expect(Vocabulary.FieldType.supply.bitNames.map(\.description) == ["playable", "playThrough", "stalled"])
    #expect(Vocabulary.FieldType.trackKind.cases.map(\.number) == [0, 1, 2])
  }

  @Test("the load state is the bit mask of the manual: 0, 1, 2, 4 (KSYManual.md#6.9)")
  func supplyBits() {
    #expect(BufferState.unknown.rawValue == 0)
    #expect(BufferState.playable.rawValue == 1)
    #expect(BufferState.playThrough.rawValue == 2)
    #expect(BufferState.stalled.rawValue == 4)
    for bits in Int64(0)..<8 { #expect(BufferState(wireValue: bits)?.wireValue == bits) }
    for foreign in [Int64(-1), 8, 256, .max, .min] { #expect(BufferState(wireValue: foreign) == nil) }
  }
}
