import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import tapedeck

@Suite("Announcements for programs")
struct EventJSONTests {
  private let library = IdentifierTable()

  @Test("have names, reasons and fields")
  func fields() {
    let json = EventJSON(library: library)
    let event = PlayerEvent(
      .playbackStateChanged(from: .preparing, to: .playing), reason: .engine, at: .microseconds(12_345))
    #expect(
      json(event)
        == #"{"at":12345,"event":"playbackStateChanged","reason":"engine","from":"preparing","to":"playing"}"#)
    let supply = PlayerEvent(.supplyChanged(from: .unknown, to: [.playable, .playThrough]), reason: .engine, at: .zero)
    #expect(json(supply).hasSuffix(#""from":"unknown","to":"playable+playThrough"}"#))
  }

  @Test("contain any text unchanged")
  func texts() throws {
    let hostile = "\"\\\n\t\u{1}\u{7F}\u{2028}é🎙"
    let event = PlayerEvent(
      .metadataFound(key: library.text("title"), value: library.text(hostile)), reason: .engine, at: .zero)
    let object = try JSONSerialization.jsonObject(with: Data(EventJSON(library: library)(event).utf8)) as? [String: Any]
    #expect(object?["key"] as? String == "title")
    #expect(object?["value"] as? String == hostile)
  }

  @Test("are null where nothing is known")
  func unknown() {
    let event = PlayerEvent(.durationChanged(.unknown), reason: .engine, at: .zero)
    #expect(EventJSON(library: library)(event).hasSuffix(#""duration":null}"#))
  }
}
