import Foundation
import PlayerCore
import PlayerText
import Testing

@testable import PlayerTrace

/// Traces of a version that has some things more and some things less than this one.
@Suite struct OtherVersionTests {
  /// A version with an additional command, notification, field, case, setting and state field.
  static let more = [
    "input 40 mix request:request gain:int mode:mixMode",
    "output 7 seekableRangeChanged reason:reason start:time end:time isDrifting:bool",
    "output 60 gainChanged reason:reason gain:int mode:mixMode",
    "enum 17 mixMode flat loud",
    "setting 90 gainLimit int 5",
    "state transport.gain int 3 after transport.rate",
  ]
  /// A version with as many fewer: without `trackFound` and `setRotation`, a field, a setting and a state field.
  static let less = [
    "input 15", "output 53", "output 5 streamTypeChanged type:streamType", "setting 21", "state transport.hasTurned",
  ]

  static func vocabulary(_ changes: [String]) throws -> TraceVocabulary {
    var lines = VocabularyLines.ofThisCore
    for change in changes { try lines.apply(change) }
    return try TraceVocabulary(lines)
  }

  /// A header of another version, as it would write it.
  static func header(_ changes: [String], settings: [String: Int64] = [:]) throws -> TraceHeader {
    let vocabulary = try vocabulary(changes)
    var header = TraceHeader(tool: "tapedeck 9")
    header.version = 2
    header.vocabulary = vocabulary.hash
    header.stateLayout = vocabulary.layout
    let values = vocabulary.settings.map { settings[$0.name] ?? $0.standard }
    header.origin = TraceOrigin(vocabulary, settings: values, into: &header.configuration)
    return header
  }

  /// The bytes of a current trace, as a version with these changes would have recorded it.
  static func recorded(_ trace: String, by changes: [String], _ form: TraceForm) throws -> [UInt8] {
    try recorded(Archive.bytes(Archive.folder.appending(path: "1/\(trace).trace.jsonl")), by: changes, form)
  }

  static func recorded(_ bytes: [UInt8], by changes: [String], _ form: TraceForm) throws -> [UInt8] {
    var reader = try TraceReader(bytes: bytes)
    var values: [String: Int64] = [:]
    for setting in Setting.allCases { values[setting.name] = reader.header.configuration[setting] }
    let header = try header(changes, settings: values)
    let states = StateTranslator(from: .current, to: header.words)
    var encoder = TraceEncoder(form, header: header)
    var outputs: Int64 = 0
    while let record = try reader.next() {
      switch record {
      case .step(var step):
        step.outputs = step.outputs.filter { header.words.outputNumbers[ByteRange(TraceDiffer.name(of: $0))] != nil }
        outputs += Int64(step.outputs.count)
        encoder.encode(.step(step))
      case .checkpoint(var checkpoint):
        let values = checkpoint.state?.stateValues ?? []
        checkpoint.recorded = states.translate(values, fresh: header.freshState).values
        encoder.encode(.checkpoint(checkpoint))
      case .end(var end):
        end.outputs = outputs
        encoder.encode(.end(end))
      case .definition, .mark, .foreignStep: encoder.encode(record)
      }
    }
    return encoder.bytes
  }

  // MARK: What both versions have

  @Test(arguments: TraceForm.allCases, [more, less, more + less])
  func otherVersionReplays(form: TraceForm, changes: [String]) throws {
    for trace in ["episode-seeks", "clip-subtitles", "hls-window", "retry-outage"] {
      var reader = try TraceReader(bytes: Self.recorded(trace, by: changes, form), name: trace)
      let report = try TraceReplayer.replay(&reader)
      #expect(
        report.isEqual && report.unfollowed == nil && report.isOtherState && report.steps > 5,
        "\(report.difference.map { "\($0)" } ?? "")")
      #expect(report.end != nil && report.checkpoints == 0)
    }
  }

  @Test func missingMessagesAreListedAsUncompared() throws {
    var reader = try TraceReader(bytes: Self.recorded("clip-subtitles", by: Self.less, .text))
    let report = try TraceReplayer.replay(&reader)
    #expect(report.uncompared["trackFound"] ?? 0 > 1 && report.uncompared["streamTypeChanged.reason"] ?? 0 > 0)
  }

  /// A difference in what both versions have is still a difference.
  @Test func aDifferenceIsFoundByName() throws {
    let bytes = try Self.recorded("episode-seeks", by: Self.more + Self.less, .text)
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing(
        "\"e\":\"streamTypeChanged\",\"a\":{\"type\":\"onDemand\"",
        with: "\"e\":\"streamTypeChanged\",\"a\":{\"type\":\"live\"")
    var reader = try TraceReader(bytes: Array(text.utf8))
    let difference = try #require(try TraceReplayer.replay(&reader).difference)
    #expect(
      difference.fields == [FieldDifference(field: "streamTypeChanged.type", expected: "live", found: "onDemand")])
  }

  @Test(arguments: TraceForm.allCases) func checkpointsAreReadByFieldName(form: TraceForm) throws {
    let own = try Archive.bytes(Archive.folder.appending(path: "1/episode-seeks.trace.jsonl"))
    let foreign = try Self.recorded("episode-seeks", by: Self.more + Self.less, form)
    let states = try (Self.checkpoints(own), Self.checkpoints(foreign))
    #expect(states.0.count == states.1.count)
    for (mine, theirs) in zip(states.0, states.1) {
      let (a, b) = (try #require(mine.state), try #require(theirs.state))
      let fields = TraceDiffer.differences(expected: a, found: b).map(\.field)
      #expect(
        fields.allSatisfy { ["transport.hasTurned", "setting.jumpTolerance", "setting.seekEndMargin"].contains($0) })
      #expect(theirs.digest == mine.digest)
    }
  }

  private static func checkpoints(_ bytes: [UInt8]) throws -> [TraceCheckpoint] {
    var reader = try TraceReader(bytes: bytes)
    var result: [TraceCheckpoint] = []
    while let record = try reader.next() { if case .checkpoint(let checkpoint) = record { result.append(checkpoint) } }
    return result
  }

  @Test func formsConvertLosslessly() throws {
    for changes in [Self.more, Self.less, Self.more + Self.less] {
      let text = try Self.mixed(.text, changes)
      let binary = try Self.convert(text, to: .binary)
      #expect(try Self.mixed(.binary, changes) == binary)
      #expect(try Self.convert(binary, to: .text) == text)
    }
  }

  private static func convert(_ bytes: [UInt8], to form: TraceForm) throws -> [UInt8] {
    var reader = try TraceReader(bytes: bytes)
    let sink = MemorySink()
    _ = try TraceConverter.convert(&reader, to: form, into: sink)
    return sink.bytes
  }

  // MARK: What only the other version has

  /// A trace with steps that this build does not know, written as the other version would.
  static func mixed(_ form: TraceForm, _ changes: [String] = more) throws -> [UInt8] {
    let settings: [String: Int64] = changes.contains { $0.hasPrefix("setting 90") } ? ["gainLimit": 9] : [:]
    let header = try header(changes, settings: settings)
    let words = header.words
    var encoder = TraceEncoder(form, header: header)
    func message(_ name: String, _ values: [Int64], isInput: Bool) -> TraceMessage? {
      let numbers = isInput ? words.inputNumbers : words.outputNumbers
      guard let code = numbers[ByteRange(name)] else { return nil }
      var message = WireMessage(code: UInt16(code))
      for value in values { message.put(value) }
      return TraceMessage(message, isInput: isInput, in: words)
    }
    func step(_ number: Int64, _ input: TraceMessage?, _ outputs: [TraceMessage?]) {
      guard let input else { return }
      let recorded = RecordedStep(
        number: number, instant: .microseconds(number * 1_000), input: input, outputs: outputs.compactMap(\.self))
      encoder.encode(.foreignStep(ForeignStep(recorded: recorded, input: nil, lostOfInput: [], outputs: [])))
    }
    let command = Reason.command.wireValue
    encoder.encode(.definition(.item(ItemID(1), source: "a.mp3")))
    step(
      1, message("setMuted", [1, 1], isInput: true),
      [
        message("mutedChanged", [command, 1], isInput: false),
        message("gainChanged", [command, -4, 1], isInput: false),
        message("completion", [1, 0, 0], isInput: false),
      ])
    step(2, message("mix", [2, 7, 1], isInput: true), [message("gainChanged", [command, 7, 0], isInput: false)])
    step(
      3, message("setMuted", [3, 0], isInput: true),
      [
        message("mutedChanged", [command, 0], isInput: false), message("completion", [3, 0, 0], isInput: false),
      ])
    encoder.encode(.end(TraceEnd(number: 3, inputs: 3, outputs: 6, digest: 5, ending: .finished)))
    return encoder.bytes
  }

  @Test(arguments: TraceForm.allCases) func foreignMessagesKeepTheirNames(form: TraceForm) throws {
    var reader = try TraceReader(bytes: Self.mixed(form), name: "mixed")
    #expect(reader.header.origin?.foreignSettings == [.init(name: "gainLimit", value: 9)])
    var steps: [ForeignStep] = []
    while let record = try reader.next() { if case .foreignStep(let step) = record { steps.append(step) } }
    #expect(steps.map(\.number) == [1, 2])
    #expect("\(steps[1].recorded.input)" == "mix request=2 gain=7 mode=loud" && steps[1].lostOfInput == ["mix"])
    #expect(steps[0].input == .command(.setMuted(true), RequestID(1)))
    #expect("\(steps[0].recorded.outputs[1])" == "gainChanged reason=command gain=-4 mode=loud")
    #expect(steps[0].outputs.map(\.lost) == [[], ["gainChanged"], []])
    #expect(steps[0].known?.outputs.count == 2)
  }

  @Test(arguments: TraceForm.allCases) func replayReportsUnknownInput(form: TraceForm) throws {
    let bytes = try Self.mixed(form)
    var reader = try TraceReader(bytes: bytes, name: "mixed")
    let report = try TraceReplayer.replay(&reader)
    let input = try #require(report.unfollowed)
    #expect(input.step == 2 && input.instant == .microseconds(2_000) && input.lacks == ["mix"])
    #expect(input.message.name == "mix" && input.offset > 0)
    #expect(report.isEqual && report.steps == 1 && report.uncompared == ["gainChanged": 1])
    #expect(report.foreignSettings.map(\.name) == ["gainLimit"])
  }

  @Test func unknownInputStopsAnalysis() throws {
    var reader = try TraceReader(bytes: Self.mixed(.text), name: "mixed")
    #expect(try reader.nextKnown() != nil && reader.nextKnown() != nil)
    let error = #expect(throws: TraceError.self) { try reader.nextKnown() }
    #expect(error?.description.contains("step 2: this version does not have the input mix request=2") == true)
    #expect(error?.description.contains("tapedeck 9") == true)
    var asked = try TraceReader(bytes: Self.mixed(.text), name: "mixed")
    #expect(throws: TraceError.self) { try TraceReplayer.state(in: &asked, at: 3) }
    var again = try TraceReader(bytes: Self.mixed(.text), name: "mixed")
    #expect(throws: TraceError.self) { try TraceUpgrade.upgrade(&again, to: .text, into: MemorySink()) }
  }

  /// A value without a name here makes an input foreign, and an output one of which the rest is compared.
  @Test func foreignCasesKeepTheirNames() throws {
    let cases = Reason.names.description
    let changes = ["enum 7 reason \(cases) weather", "enum 3 networkPath \(NetworkPath.names) satellite"]
    let header = try Self.header(changes)
    let reason = Int64(cases.split(separator: " ").count)
    var encoder = TraceEncoder(.text, header: header)
    var network = WireMessage(code: 64)
    network.put(Int64(NetworkPath.names.description.split(separator: " ").count))
    var muted = WireMessage(code: 27)
    muted.put(reason)
    muted.put(Int64(1))
    let play = TraceMessage(Input.command(.setMuted(true), .none).message, isInput: true, in: header.words)
    for (number, input) in [play, TraceMessage(network, isInput: true, in: header.words)].enumerated() {
      let done = TraceMessage(Output.completion(Completion(.none, .done)).message, isInput: false, in: header.words)
      let outputs = number == 0 ? [TraceMessage(muted, isInput: false, in: header.words), done] : []
      let recorded = RecordedStep(
        number: Int64(number) + 1, instant: .zero, input: input, outputs: outputs)
      encoder.encode(.foreignStep(ForeignStep(recorded: recorded, input: nil, lostOfInput: [], outputs: [])))
    }
    var reader = try TraceReader(bytes: encoder.bytes)
    let report = try TraceReplayer.replay(&reader)
    #expect(report.uncompared["mutedChanged.reason=weather"] == 1 && report.unfollowed?.step == 2)
    #expect(report.unfollowed?.lacks == ["networkChanged.network=satellite"])
    #expect(report.isEqual, "\(report.difference.map { "\($0)" } ?? "")")
  }

  // MARK: Comparing

  @Test func tracesOfTwoVersionsAreCompared() throws {
    let own = try Archive.bytes(Archive.folder.appending(path: "1/episode-seeks.trace.jsonl"))
    for changes in [Self.more, ["state transport.hasTurned"]] {
      let other = try Self.recorded("episode-seeks", by: changes, .binary)
      #expect(try Self.differences(own, other).isEmpty)
    }
    #expect(try Self.differences(Self.mixed(.text), Self.mixed(.binary)).isEmpty)
    let louder = String(decoding: try Self.mixed(.text), as: UTF8.self).replacing(
      "\"gain\":7,\"mode\":\"flat\"", with: "\"gain\":8,\"mode\":\"flat\"")
    #expect(try Self.differences(Self.mixed(.text), Array(louder.utf8)) == ["gainChanged.gain"])
    #expect(try !Self.differences(own, Self.mixed(.text)).isEmpty)
  }

  private static func differences(_ a: [UInt8], _ b: [UInt8]) throws -> [String] {
    var comparison = TraceComparison(try TraceReader(bytes: a), try TraceReader(bytes: b))
    var result: [String] = []
    while let step = try comparison.next() {
      result += step.fields.map(\.field)
      for output in step.outputs {
        switch output {
        case .same: break
        case .changed(_, _, let fields): result += fields.map(\.field)
        case .onlyA(let message), .onlyB(let message): result.append(message.name)
        }
      }
      if step.a == nil || step.b == nil { result.append("step") }
    }
    return result
  }

  // MARK: Headers

  @Test(arguments: TraceForm.allCases) func changesMustMatchHashes(form: TraceForm) throws {
    for isState in [false, true] {
      var header = try Self.header(Self.more)
      if isState { header.stateLayout ^= 1 } else { header.vocabulary ^= 1 }
      let bytes = TraceEncoder(form, header: header).bytes
      let error = #expect(throws: TraceError.self) { try TraceReader(bytes: bytes, name: "x") }
      #expect(error?.description.contains("changes: expected lines that give the hash of the") == true)
    }
  }

  @Test func changesNeedVersionTwoHeader() throws {
    let text = String(decoding: try Self.mixed(.text), as: UTF8.self)
    let changes = try #require(text.firstRange(of: /,"changes":\[[^\]]*\]/))
    let moved =
      "{" + text[changes].dropFirst() + "," + text[..<changes.lowerBound].dropFirst() + text[changes.upperBound...]
    #expect(
      try TraceReader(bytes: Array(moved.utf8)).header.origin?.vocabulary.hash == Self.header(Self.more).vocabulary)
    let first = moved.replacing("\"v\":2", with: "\"v\":1")
    #expect(throws: TraceError.self) { try TraceReader(bytes: Array(first.utf8)) }
  }

  /// The header of a trace that states all these changes, and those of this version, stays short.
  @Test func headerWithChangesStaysShort() throws {
    #expect(try Self.mixed(.binary, Self.more + Self.less).count < 1_024 + VocabularyChanges.lines.utf8.count)
  }
}
