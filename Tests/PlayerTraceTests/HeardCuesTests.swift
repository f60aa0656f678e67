import Foundation
import PlayerCore
import Testing

@testable import PlayerTrace

@Suite("What was heard, as WebVTT")
struct HeardCuesTests {
  /// The lines of each cue, its number first.
  private func cues(_ bytes: [UInt8], _ axis: CueAxis = .media) throws -> [[String]] {
    var options = ExportOptions()
    options.axis = axis
    let file = try ExportTests.text(bytes, .webvtt, options)
    #expect(CueRules.problems(file).isEmpty)
    return file.components(separatedBy: "\n\n").dropFirst(2)
      .map { $0.split(separator: "\n").map(String.init) }.filter { !$0.isEmpty }
  }

  /// Plays 10 s, seeks back to 4 s, plays 3 s, pauses.
  private func story() throws -> [UInt8] {
    var run = try TestRun()
    try run.play(duration: 60)
    try run.input(.command(.seek(.at(.seconds(4))), RequestID(2)), 11_000_000)
    try run.land(4, 11_200_000, playsAt: 11_500_000)
    try run.input(.command(.pause, RequestID(3)), 14_500_000)
    try run.event(.playbackStopped(position: .seconds(7)), 14_500_000)
    return try run.finish()
  }

  @Test("On the session's axis each stretch has a cue, in the order of hearing")
  func session() throws {
    #expect(
      try cues(story(), .session) == [
        ["1", "00:00:01.000 --> 00:00:11.000", "media 0:00 – 0:10"],
        ["2", "00:00:11.500 --> 00:00:14.500", "media 0:04 – 0:07"],
      ])
  }

  @Test("On the media's axis cues are in media order, numbered in the order of hearing")
  func media() throws {
    #expect(
      try cues(story()) == [
        ["1", "00:00:00.000 --> 00:00:10.000", "heard 00:01.000 – 00:11.000"],
        ["2", "00:00:04.000 --> 00:00:07.000", "heard 00:11.500 – 00:14.500"],
      ])
  }

  @Test("Skipped media has no cue, and titles are plain text whatever they contain")
  func skipped() throws {
    var run = try TestRun()
    let hostile = "a\n\n9\n00:00:00.000 --> 00:00:01.000\n<b>&amp; \r\0-->"
    try run.segments([hostile, "Advert", "End"], blocked: [1], at: 0)
    try run.play(duration: 30)
    try run.land(20, 11_100_000, playsAt: 11_200_000)
    try run.input(.command(.setMuted(true), RequestID(4)), 13_200_000)
    try run.input(.command(.pause, RequestID(3)), 14_200_000)
    try run.event(.playbackStopped(position: .seconds(23)), 14_200_000)
    let cues = try cues(try run.finish())
    #expect(
      cues.map { Array($0.dropFirst()) } == [
        [
          "00:00:00.000 --> 00:00:10.000",
          "a  9 00:00:00.000 --&gt; 00:00:01.000 &lt;b&gt;&amp;amp;  \u{FFFD}--&gt;", "heard 00:01.000 – 00:11.000",
        ],
        ["00:00:20.000 --> 00:00:22.000", "End", "heard 00:11.200 – 00:13.200"],
        ["00:00:22.000 --> 00:00:23.000", "End", "heard 00:13.200 – 00:14.200, without sound"],
      ])
  }

  @Test("Without segments, cues follow the chapters of the media")
  func chapters() throws {
    let cues = try cues(try ExportTests.recording("episode"))
    #expect(
      cues.map { $0[2] } == [
        "Intro", "Advert: Rewind", "Talk: One letter box", "Advert: Buffering Wheel", "Talk: Keep the letters", "Outro",
      ])
  }
}
