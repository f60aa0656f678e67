import PlayerCore
import PlayerTrace
import Testing

@Suite struct HeaderTests {
  private func bytes(_ header: TraceHeader, _ form: TraceForm) -> [UInt8] { TraceEncoder(form, header: header).bytes }

  @Test(arguments: TraceForm.allCases) func headerRoundTrip(form: TraceForm) throws {
    var header = TraceHeader(engine: "FFmpeg 5.1", tool: "tapedeck 1", note: "a \"note\"\n漢字", recordedAt: -1)
    header.configuration.openTimeout = .never
    header.configuration.derivesSupply = false
    header.configuration.seed = .min
    header.hasOutputs = false
    header.isExcerpt = true
    header.behaviour = 77
    let reader = try TraceReader(bytes: bytes(header, form))
    #expect(reader.header == header && reader.form == form)
  }

  @Test(arguments: TraceForm.allCases) func newerVersionIsReported(form: TraceForm) throws {
    var header = TraceHeader()
    header.version = 3
    #expect(throws: TraceError.newerVersion(file: "x", found: 3, supported: 2)) {
      try TraceReader(bytes: bytes(header, form), name: "x")
    }
  }

  private func damage(_ bytes: [UInt8]) -> TraceDamage? {
    do {
      var reader = try TraceReader(bytes: bytes)
      while try reader.next() != nil {}
      return nil
    } catch .damaged(let damage) { return damage } catch { return nil }
  }

  @Test(arguments: [0, -1, -7, .min] as [Int64]) func versionsBelowOneAreRefused(version: Int64) throws {
    var header = TraceHeader()
    header.version = version
    let text = try #require(damage(bytes(header, .text)))
    #expect(text.field == "v" && text.line == 1 && text.found == "\(version)")
    #expect(text.description.contains("expected a format version from 1 to 2"))
    // In binary a negative number is one of more than 63 bits.
    let binary = try #require(damage(bytes(header, .binary)))
    #expect(binary.field == "version" && binary.line == nil)
  }

  @Test(arguments: [
    "-0.5", "1.0", "1e0", "\"1\"", "null", "9223372036854775808", "1,\"v\":2", "9,\"v\":1", "1,\"v\":9",
  ])
  func textVersionIsOneWholeNumber(version: String) throws {
    let line = "{\"k\":\"h\",\"v\":\(version),\"voc\":\"0000000000000000\",\"cfg\":{}}\n"
    let found = try #require(damage(Array(line.utf8)))
    #expect(found.field == "v" && found.line == 1)
  }

  @Test(arguments: TraceForm.allCases) func behaviourVersionsBelowOneAreRefused(form: TraceForm) throws {
    for version in [0, -1, .min] as [Int32] {
      var header = TraceHeader()
      header.behaviour = version
      let found = try #require(damage(bytes(header, form)))
      #expect(found.field == (form == .text ? "core" : "behaviour") && found.found.contains("\(version)"))
      #expect(found.expected == "a behaviour version from 1 on")
    }
  }

  @Test(arguments: TraceForm.allCases) func negativeCountsAreRefused(form: TraceForm) throws {
    func end(_ number: Int64, _ inputs: Int64, _ outputs: Int64) -> TraceRecord {
      .end(TraceEnd(number: number, inputs: inputs, outputs: outputs, digest: 1, ending: .finished))
    }
    for record in [end(-1, 0, 0), end(0, -2, 0), end(0, 0, .min), .mark(TraceMark(number: -1, text: "early"))] {
      var encoder = TraceEncoder(form, header: TraceHeader())
      encoder.encode(record)
      let found = try #require(damage(encoder.bytes))
      #expect(found.expected == "a number from 0 on", "\(record)")
    }
  }

  @Test func newerTextHeaderMayHaveUnknownKeys() {
    let line = "{\"k\":\"h\",\"v\":9,\"voc\":\"0000000000000000\",\"cfg\":{\"new\":[1,{\"a\":null}]},\"more\":true}\n"
    #expect(throws: TraceError.newerVersion(file: "x", found: 9, supported: 2)) {
      try TraceReader(bytes: Array(line.utf8), name: "x")
    }
  }

  /// From before vocabularies were recorded: in binary the meaning of its numbers is unknown.
  @Test func unknownVocabularyNamesTool() throws {
    var header = TraceHeader(tool: "tapedeck 9")
    (header.version, header.vocabulary) = (1, 5)
    header.configuration.openTimeout = .seconds(1)
    let expected = TraceError.foreignVocabulary(
      file: "x", found: 5, expected: TraceVocabulary.base.hash, tool: "tapedeck 9")
    #expect(throws: expected) { try TraceReader(bytes: bytes(header, .binary), name: "x") }
    #expect(try TraceReader(bytes: bytes(header, .text), name: "x").header.configuration.openTimeout == .seconds(1))
    #expect(expected.description.contains("tapedeck 9") && expected.description.contains("0000000000000005"))
  }

  @Test func otherFilesAreRefused() {
    for content in ["", "\n", "RIFF....WAVE", "\u{8B}TDT", "{}", "{\"k\":\"i\",\"n\":1}\n"] {
      #expect(throws: TraceError.self) { try TraceReader(bytes: Array(content.utf8)) }
    }
  }

  @Test func settingsOutsideTheirRangeAreRefused() {
    let line = String(decoding: bytes(TraceHeader(), .text), as: UTF8.self)
    for setting in ["\"autoplay\":2", "\"minimumRate\":0", "\"openTimeout\":-1", "\"noSuch\":1"] {
      let bad = line.replacing("\"cfg\":{}", with: "\"cfg\":{\(setting)}")
      #expect(throws: TraceError.self) { try TraceReader(bytes: Array(bad.utf8)) }
    }
  }

  @Test(arguments: TraceForm.allCases) func overlongRecordIsLocated(form: TraceForm) throws {
    var encoder = TraceEncoder(form, header: TraceHeader())
    let start = encoder.count
    encoder.encode(.mark(TraceMark(number: 0, text: String(repeating: "x", count: TraceLimit.record + 1))))
    var reader = try TraceReader(bytes: encoder.bytes)
    let error = #expect(throws: TraceError.self) { try reader.next() }
    switch error {
    case .tooLong(_, let offset, _): #expect(offset == Int64(start))
    case .damaged(let damage): #expect(damage.offset >= Int64(start))
    default: Issue.record("\(String(describing: error))")
    }
  }
}
