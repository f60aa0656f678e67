import PlayerCore
@testable import PlayerTrace
import Testing

/// What a reader makes of some bytes.
enum Reading: Equatable {
  case records([TraceRecord], loss: TraceLoss?, isFinished: Bool)
  /// What was read before, and the error.
  case failed([TraceRecord], TraceError)

  init(_ bytes: [UInt8]) {
    var records: [TraceRecord] = []
    do throws(TraceError) {
      var reader = try TraceReader(bytes: bytes, name: "torn")
      while let record = try reader.next() { records.append(record) }
      self = .records(records, loss: reader.loss, isFinished: reader.isFinished)
    } catch { self = .failed(records, error) }
  }

  var records: [TraceRecord] {
    switch self {
    case .records(let records, _, _), .failed(let records, _): records
    }
  }
}

/// Records as they are when the last step may lack outputs.
func isPrefix(_ part: [TraceRecord], of whole: [TraceRecord]) -> Bool {
  guard part.count <= whole.count else { return false }
  for (index, record) in part.enumerated() where record != whole[index] {
    guard index == part.count - 1, case .step(let torn) = record, case .step(let full) = whole[index],
      !torn.isWhole, torn.input == full.input, full.outputs.starts(with: torn.outputs)
    else { return false }
  }
  return true
}

@Suite struct TornTraceTests {
  @Test(arguments: TraceForm.allCases) func everyTruncationIsReadAsFarAsPossible(form: TraceForm) throws {
    let session = try randomSession(3, steps: 14)
    let bytes = form == .text ? session.text : session.binary
    let whole = try records(bytes)
    var headers = 0
    var last = 0
    for length in 0..<bytes.count {
      switch Reading(Array(bytes[..<length])) {
      case .failed(let records, .noHeader), .failed(let records, .notATrace):
        #expect(records.isEmpty)
        headers = length
      case .failed(_, let error): Issue.record("\(length) bytes: \(error)")
      case .records(let records, let loss, let isFinished):
        #expect(isPrefix(records, of: whole), "\(length) bytes")
        #expect(records.count >= last)
        last = records.count
        if let loss { #expect(loss.offset + loss.bytes == Int64(length)) }
        #expect(!isFinished || records.last == whole.last)
      }
    }
    // Only a torn header loses everything.
    #expect(headers < 600 + VocabularyChanges.lines.utf8.count)
  }

  @Test(arguments: TraceForm.allCases) func tornTraceReplays(form: TraceForm) throws {
    let session = try randomSession(5, steps: 400)
    let bytes = form == .text ? session.text : session.binary
    for length in stride(from: bytes.count - 1, to: bytes.count / 2, by: -bytes.count / 40 - 1) {
      var reader = try TraceReader(bytes: Array(bytes[..<length]))
      let report = try TraceReplayer.replay(&reader)
      #expect(report.isEqual, "\(report.difference?.description ?? "")")
      #expect((report.end != nil) == reader.isFinished)
    }
  }

  @Test func tornTextSurvivesBinaryRoundTrip() throws {
    let text = try randomSession(8, steps: 80).text
    for length in stride(from: text.count - 2, to: text.count / 2, by: -911) {
      let torn = Array(text[..<length])
      let kept = Array(torn[...(torn.lastIndex(of: 0x0A) ?? 0)])
      #expect(try converted(converted(torn, to: .binary), to: .text) == kept)
    }
  }

  @Test func missingOutputIsADifference() throws {
    let text = String(decoding: try listeningSession(seed: 1, seconds: 60, clock: .virtual).text, as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index = try #require(lines.firstIndex { $0.contains("\"k\":\"o\"") })
    lines.remove(at: index)
    var reader = try TraceReader(bytes: Array(lines.joined(separator: "\n").utf8))
    let difference = try #require(try TraceReplayer.replay(&reader).difference)
    #expect(difference.number == 1)
  }
}
