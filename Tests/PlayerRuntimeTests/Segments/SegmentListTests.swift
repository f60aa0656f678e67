import Foundation
import PlayerCore
import Testing

@testable import PlayerRuntime

@Suite("Segment files, whatever they contain")
struct SegmentListTests {
  @Test("every prefix of every sample is read or refused", arguments: SegmentFormat.allCases)
  func prefixes(_ format: SegmentFormat) throws {
    let data = try SegmentSamples.data(format)
    for length in 0...data.count {
      for forced in [nil, format] {
        check { try SegmentList(data: data.prefix(length), name: "list", .init(format: forced)) }
      }
    }
  }

  @Test("every sample with changed bytes is read or refused, by every reader", arguments: SegmentFormat.allCases)
  func mutations(_ format: SegmentFormat) throws {
    let data = [UInt8](try SegmentSamples.data(format))
    var state = UInt64(format.rawValue.utf8.reduce(7) { $0 * 31 + Int($1) })
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let spice: [UInt8] = [
      0, 0x0A, 0x0D, 0x22, 0x23, 0x2D, 0x2E, 0x30, 0x39, 0x3A, 0x5B, 0x5D, 0x5C, 0x7B, 0x7D, 0x80, 0xED, 0xFF,
    ]
    for _ in 0..<3_000 {
      var bytes = data
      for _ in 0...random(4) {
        let place = random(bytes.count)
        switch random(4) {
        case 0: bytes[place] = UInt8(random(256))
        case 1: bytes[place] = spice[random(spice.count)]
        case 2: bytes.insert(spice[random(spice.count)], at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random(20)))
        }
        if bytes.isEmpty { bytes = data }
      }
      let forced = random(3) == 0 ? SegmentFormat.allCases[random(SegmentFormat.allCases.count)] : nil
      check {
        try SegmentList(data: Data(bytes), name: "list", .init(format: forced, framesPerSecond: FrameRate("25")))
      }
    }
  }

  /// A list that is read has times in bounds and in order, and can be staged; an error says where it is.
  private func check(_ read: () throws -> SegmentList) {
    do {
      let list = try read()
      for segment in list.segments {
        #expect(segment.start >= .zero && segment.start <= MediaSegment.timeLimit)
        #expect(!segment.end.isKnown || (segment.end >= segment.start && segment.end <= MediaSegment.timeLimit))
        #expect(!segment.title.contains("\n"))
      }
      _ = list.commands(startingAt: SegmentID(1))
    } catch let error as SegmentFileError {
      #expect(!error.description.contains { $0.isNewline || $0 == "\u{1B}" })
      #expect(error.line != nil && error.offset != nil)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("a written list reads back as far as the format can express it", arguments: SegmentFormat.allCases)
  func roundTrips(_ format: SegmentFormat) throws {
    for source in SegmentFormat.allCases {
      let list = try SegmentList(contentsOf: SegmentSamples.files[source] ?? "")
      guard let text = list.text(as: format) else {
        #expect(format == .comskip)
        continue
      }
      let again = try SegmentSamples.list(text)
      #expect(again.format == format)
      #expect(again.segments.map(\.start) == list.segments.map(\.start))
      // Scenes without a title get one.
      if format != .edl { #expect(again.text(as: format) == text) }
      if source == format, format != .edl { #expect(SegmentSamples.words(again) == SegmentSamples.words(list)) }
    }
  }

  @Test("the content decides, not the name")
  func detection() throws {
    for (format, path) in SegmentSamples.files {
      let data = try Data(contentsOf: URL(filePath: path))
      #expect(try SegmentList(data: data, name: "a.mp3").format == format)
    }
    #expect(try SegmentSamples.list("{\"title\":{\"a\":[1,2]},\"chapters\":[]}").format == .podcast)
    #expect(try SegmentList(data: Data(), name: "a.EDL").format == .edl)
  }

  @Test(
    "a file that is no segment list is refused, with a list of formats",
    arguments: [
      "hello", "TITLE: a CMX list", "# mpv EDL v0\nx.mkv,10,20", "\u{0}\u{1}\u{2}", "12:30 to 13", "{}", "\"a\"",
      "WEBVT",
    ])
  func unknown(_ text: String) throws {
    let error = try #require(SegmentSamples.error(text))
    #expect(error.field == "format")
    #expect(error.description.contains("podcast") && error.description.contains("--segments-format"))
  }

  @Test("bytes that are not UTF-8 are reported with their place")
  func encoding() throws {
    var json = Array(#"{"chapters":[{"startTime":0,"title":"ab"#.utf8)
    let place = json.count
    json += [0xC3, 0x28, 0x22, 0x7D, 0x5D, 0x7D]
    #expect {
      try SegmentList(data: Data(json), name: "list")
    } throws: { error in
      "\(error)"
        == "list: line 1 (byte \(place)): chapters[0].title: expected UTF-8, found '\\xc3(\"}]}'. Save the file as UTF-8."
    }
    let vtt = Array("WEBVTT\n\n00:01.000 --> 00:02.000\n".utf8) + [0xFF, 0x0A]
    #expect { try SegmentList(data: Data(vtt), name: "list") } throws: { "\($0)".contains("line 4 (byte 32): title") }
    let utf16 = try #require("WEBVTT".data(using: .utf16))
    #expect { try SegmentList(data: utf16, name: "list") } throws: { "\($0)".contains("found UTF-16") }
  }

  @Test("more than a million segments, and more than 16 MiB, are refused")
  func bounds() throws {
    let source = try SegmentSource(file: "list", bytes: Array("1 2 0\n1 2 0\n".utf8))
    try source.checkCount(1_000_000, at: 6)
    #expect { try source.checkCount(1_000_001, at: 6) } throws: {
      "\($0)".contains("line 2 (byte 6): count: expected at most 1000000 segments, found more")
    }
    let large = String(repeating: "1 2 0 ## comment\n", count: 1_000_000)
    #expect(SegmentSamples.error(large)?.field == "size")
  }

  @Test("unreadable files and endless files")
  func files() throws {
    let path = "/nonexistent/a.edl"
    #expect { try SegmentList(contentsOf: path) } throws: { error in
      "\(error)" == "\(path): No such file or directory. Give a file of segments that can be read."
    }
    #expect { try SegmentList(contentsOf: "/") } throws: { "\($0)".contains("Is a directory") }
    #expect { try SegmentList(contentsOf: "/dev/zero") } throws: { "\($0)".contains("at most 16777216 bytes") }
  }

  @Test("an error contains no terminal control characters")
  func excerpts() throws {
    let error = try #require(SegmentSamples.error("1 2 \u{1B}[31m", .edl))
    #expect(error.found == "'\\u{1b}[31m'")
  }

  @Test("invalid frame rates", arguments: ["0", "-25", "x", "", "1/0", "0/1", "25/", "1e9", "nan", "1/2/3"])
  func badRates(_ text: String) { #expect(FrameRate(text) == nil) }
}
