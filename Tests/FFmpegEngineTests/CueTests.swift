#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

@Suite("Overlapping subtitles are shown together")
struct CueTests {
  /// Twelve seconds with cues that overlap, and a key frame every four seconds.
  private func make(in directory: String, format: String) throws -> String {
    let text = """
      1
      00:00:01,000 --> 00:00:11,000
      A long one

      2
      00:00:02,000 --> 00:00:03,000
      A short one

      3
      00:00:02,500 --> 00:00:04,000
      Another

      4
      00:00:06,000 --> 00:00:07,000
      Later
      """
    try Data(text.utf8).write(to: URL(filePath: directory + "/lines.srt"))
    try FFmpegProgram.make(
      "plain.mkv", in: directory, seconds: 12, video: "-c:v libx264 -preset ultrafast -g 100 -threads 1", audio: nil)
    let codec = format == "mp4" ? "mov_text" : "srt"
    try FFmpegProgram.run("-i plain.mkv -i lines.srt -c:v copy -c:s \(codec) a.\(format)", in: directory)
    return directory + "/a.\(format)"
  }

  /// What is shown, each text after its start in milliseconds of the clock.
  private func shown(_ playback: Playback) -> [String] {
    playback.reports.compactMap { report in
      guard case .subtitleShown(let text) = report.event else { return nil }
      let time = (report.instant ?? .zero).microseconds / 1_000
      return "\(time) " + playback.library.text(of: text).replacing("\n", with: "|")
    }
  }

  @Test("Each cue appears and disappears at its own time, ordered by start", arguments: ["mkv", "mp4"])
  func together(format: String) throws {
    try Media.withDirectory { directory in
      let playback = Playback(try make(in: directory, format: format))
      playback.tell(.selectTrack(.subtitle, TrackID(1)))
      playback.play()
      playback.run()
      let expected = [
        "1000 A long one", "2000 A long one|A short one", "2500 A long one|A short one|Another",
        "3000 A long one|Another", "4000 A long one", "6000 A long one|Later", "7000 A long one", "11000 ",
      ]
      // MP4 text samples cannot overlap: one ends where the next begins.
      if format == "mkv" { #expect(shown(playback) == expected) }
      #expect(shown(playback).last?.hasSuffix(" ") == true)
    }
  }

  @Test("A seek or a selection in the middle of cues shows them, whatever was played before", arguments: [false, true])
  func middle(playsFirst: Bool) throws {
    try Media.withDirectory { directory in
      let playback = Playback(try make(in: directory, format: "mkv"))
      playback.tell(.selectTrack(.subtitle, TrackID(1)))
      if playsFirst {
        playback.play()
        playback.run(until: .microseconds(2_100_000))
        playback.tell(.pause)
      }
      playback.seek(to: 6_500)
      let count = shown(playback).count
      let start = playback.now.microseconds / 1_000
      playback.play()
      playback.run()
      let after = [
        "\(start) A long one|Later", "\(start + 500) A long one", "\(start + 4_500) ",
      ]
      #expect(Array(shown(playback).dropFirst(count)) == after)
      // Selected in the middle of cues.
      let other = Playback(directory + "/a.mkv")
      other.seek(to: 6_500)
      other.tell(.selectTrack(.subtitle, TrackID(1)))
      other.play()
      other.run()
      #expect(shown(other).first?.hasSuffix("A long one|Later") == true)
    }
  }
}
#endif
