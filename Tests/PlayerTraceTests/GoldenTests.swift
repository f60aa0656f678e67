import PlayerCore
import Testing

@testable import PlayerTrace

/// The bytes of one small trace, forever: changing them changes the format.
@Suite struct GoldenTests {
  static func encode(_ form: TraceForm) -> [UInt8] {
    var header = TraceHeader(tool: "t 1", note: "é\n")
    header.version = 1
    header.vocabulary = 0x0123_4567_89AB_CDEF
    header.stateLayout = 0x0246_8ACE_1357_9BDF
    header.behaviour = 1
    header.configuration.autoplay = true
    header.configuration.openTimeout = .never
    var encoder = TraceEncoder(form, header: header)
    encoder.encode(.definition(.item(ItemID(1), source: "a.mp3")))
    let play = Input.command(.play, RequestID(1))
    let done = Output.completion(Completion(RequestID(1), .done))
    encoder.encodeStep(1, play, at: .microseconds(5), outputs: [done])
    let report = Input.engine(.positionReported(.unknown), Epoch(1))
    encoder.encodeStep(2, report, at: .microseconds(1_000_005), outputs: [])
    encoder.encode(.mark(TraceMark(number: 2, text: "here")))
    encoder.encodeStep(3, .engine(.positionReported(.seconds(1)), Epoch(1)), at: .microseconds(2_000_005), outputs: [])
    encoder.encode(
      .end(
        TraceEnd(number: 3, inputs: 3, outputs: 1, digest: 0xFEDC_BA98_7654_3210, ending: .interrupted(by: "SIGINT"))))
    return encoder.bytes
  }

  @Test func textEncodingIsExact() {
    let expected = """
      {"k":"h","v":1,"voc":"0123456789abcdef","state":"02468ace13579bdf","core":1,"cfg":{"autoplay":true,"openTimeout":null},"tool":"t 1",\
      "note":"é\\n"}
      {"k":"d","item":1,"source":"a.mp3"}
      {"k":"i","n":1,"t":5,"e":"play","a":{"request":1}}
      {"k":"o","n":1,"e":"completion","a":{"request":1,"answer":"done","refusal":"none"}}
      {"k":"i","n":2,"t":1000005,"e":"positionReported","a":{"epoch":1,"position":null}}
      {"k":"m","n":2,"x":"here"}
      {"k":"i","n":3,"t":2000005,"e":"positionReported","a":{"epoch":1,"position":1000000}}
      {"k":"z","n":3,"i":3,"o":1,"d":"fedcba9876543210","end":"interrupted","by":"SIGINT"}

      """
    #expect(String(decoding: Self.encode(.text), as: UTF8.self) == expected)
  }

  @Test func binaryEncodingIsExact() {
    let expected = """
      8b 54 44 54 0d 0a 1a 0a 01 29 ef cd ab 89 67 45
      23 01 df 9b 57 13 ce 8a 46 02 02 00 02 00 02 01
      fe ff ff ff ff ff ff ff ff 01 00 03 74 20 31 03
      c3 a9 0a a4 fd 6c 47 d8 42 4c 4b 00 00 00 1e 02
      01 05 61 2e 6d 70 33 10 01 03 01 c0 15 34 00 05
      84 01 8e 00 a5 94 e8 03 42 04 00 04 68 65 72 65
      c8 01 8e 00 16 60 0a fb e8 03 b3 06 00 06 02 10
      32 54 76 98 ba dc fe 01 06 53 49 47 49 4e 54 40
      00 ca f0 07 33 d8 49 44 58 01 37 00 00 6c 10 4b
      c1 0c 00 00 00 54 44 49 58
      """
    #expect(hex(Self.encode(.binary)) == expected)
  }

  @Test func checksumMatchesStandard() {
    var checksum = CRC32C()
    checksum.update(Array("123456789".utf8), 0..<9)
    #expect(checksum.value == 0xE306_9283)
  }

  @Test func checksumTableMatchesPolynomial() {
    let expected: [UInt32] = (0..<256).map { index in
      var entry = UInt32(index)
      for _ in 0..<8 { entry = (entry >> 1) ^ (entry & 1 == 0 ? 0 : 0x82F6_3B78) }
      return entry
    }
    #expect(CRC32C.table == expected)
  }

  private func hex(_ bytes: [UInt8]) -> String {
    var lines: [String] = []
    for start in stride(from: 0, to: bytes.count, by: 16) {
      let line = bytes[start..<min(bytes.count, start + 16)]
      lines.append(line.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(separator: " "))
    }
    return lines.joined(separator: "\n")
  }
}
