import PlayerCore
import PlayerTrace
import Testing

@Suite struct DamageTests {
  @Test func flippedBitsInBinaryAreDetected() throws {
    let bytes = try listeningSession(seed: 2, seconds: 20, clock: .real).binary
    let whole = try records(bytes)
    var losses = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        switch Reading(damaged) {
        case .failed(let records, _): #expect(isPrefix(records, of: whole) || records.count <= whole.count)
        case .records(let records, let loss, _):
          // A length that has grown looks like a truncated file, which is reported.
          #expect(loss != nil, "byte \(index) bit \(bit)")
          #expect(records.count <= whole.count)
          losses += 1
        }
      }
    }
    #expect(losses < bytes.count / 4)
  }

  @Test func damagedStepIsNotReturned() throws {
    let bytes = try listeningSession(seed: 2, seconds: 40, clock: .real).binary
    let whole = try records(bytes)
    // The last byte of an entry before its check byte always changes the check.
    for index in stride(from: 120, to: bytes.count, by: 7) {
      var damaged = bytes
      damaged[index] ^= 0x10
      let records = Reading(damaged).records
      #expect(records == Array(whole.prefix(records.count)), "byte \(index)")
    }
  }

  @Test(arguments: 0..<200) func flippedBitsInTextNeverCrash(seed: UInt64) throws {
    var random = Seeded(seed)
    var bytes = try randomSession(seed % 7, steps: 20).text
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
    if case .failed(_, let error) = Reading(bytes) { #expect(!error.description.isEmpty) }
  }

  @Test(arguments: 0..<200) func noiseNeverCrashes(seed: UInt64) throws {
    var random = Seeded(seed)
    let binary = try randomSession(seed % 5, steps: 30).binary
    let cut = Int.random(in: 8..<binary.count, using: &random)
    let noise = (0..<2_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    _ = Reading(Array(binary[..<cut]) + noise)
    _ = Reading(noise)
    _ = Reading(Array("{\"k\":\"h\"".utf8) + noise)
  }

  @Test func errorHasPlaceFieldAndAdvice() throws {
    let text = String(decoding: try randomSession(1, steps: 5).text, as: UTF8.self)
    let lines = text.split(separator: "\n")
    let broken =
      lines[0] + "\n{\"k\":\"i\",\"n\":1,\"t\":0,\"e\":\"setMuted\",\"a\":{\"request\":1,\"muted\":7}}\n" + lines[0]
    guard case .failed(_, .damaged(let damage)) = Reading(Array(broken.utf8)) else {
      Issue.record("not damaged")
      return
    }
    #expect(damage.line == 2 && damage.offset == Int64(lines[0].utf8.count + 1) && damage.file == "torn")
    #expect(damage.field == "setMuted" && damage.found.contains("muted=7") && !damage.advice.isEmpty)
  }

  @Test func misspelledNamesAreErrors() throws {
    let header = try String(decoding: randomSession(1, steps: 0).text, as: UTF8.self).split(separator: "\n")[0]
    let lines = [
      "{\"k\":\"i\",\"n\":1,\"t\":0,\"e\":\"plai\",\"a\":{\"request\":1}}",
      "{\"k\":\"i\",\"n\":1,\"t\":0,\"e\":\"play\",\"a\":{\"reqest\":1}}",
      "{\"k\":\"i\",\"n\":1,\"t\":0,\"e\":\"play\",\"a\":{\"request\":1,\"request\":1}}",
      "{\"k\":\"i\",\"n\":1,\"t\":0,\"e\":\"play\",\"a\":{}}",
      "{\"k\":\"i\",\"n\":1,\"t\":0,\"e\":\"play\"}",
      "{\"k\":\"i\",\"n\":1,\"t\":0.5,\"e\":\"play\",\"a\":{\"request\":1}}",
      "{\"k\":\"i\",\"n\":1,\"t\":99999999999999999999,\"e\":\"play\",\"a\":{\"request\":1}}",
      "{\"k\":\"i\",\"n\":0,\"t\":0,\"e\":\"play\",\"a\":{\"request\":1}}",
      "{\"k\":\"o\",\"n\":1,\"e\":\"mutedChanged\",\"a\":{\"reason\":\"command\",\"muted\":true}}",
      "{\"k\":\"q\"}", "[]", "nonsense",
    ]
    for line in lines {
      guard case .failed(_, .damaged(let damage)) = Reading(Array("\(header)\n\(line)\n".utf8)) else {
        Issue.record("accepted: \(line)")
        continue
      }
      #expect(damage.line == 2)
    }
  }

  @Test func keyOrderAndWhiteSpaceDoNotMatter() throws {
    let header = try String(decoding: randomSession(1, steps: 0).text, as: UTF8.self).split(separator: "\n")[0]
    let line = " { \"a\" : { \"request\" : 1 } , \"e\" : \"play\",\"t\":-5, \"n\":1,\"k\":\"i\" } "
    let step = TraceStep(number: 1, instant: .microseconds(-5), input: .command(.play, RequestID(1)), isWhole: false)
    #expect(Reading(Array("\(header)\n\n\(line)\n".utf8)).records == [.step(step)])
  }
}
