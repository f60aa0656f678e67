#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

@Suite("Streams without a decoder are left out")
struct MissingDecoderTests {
  /// One second of media in which the name of one codec is replaced by an unknown one.
  private func make(
    _ format: String, _ video: String, _ options: String, _ codec: String, _ other: String, in directory: String
  ) throws
    -> String
  {
    try FFmpegProgram.make("a.\(format)", in: directory, seconds: 1, video: video, options)
    var bytes = try Data(contentsOf: URL(filePath: directory + "/a.\(format)"))
    try #require(bytes.range(of: Data(codec.utf8)) != nil)
    while let place = bytes.range(of: Data(codec.utf8)) { bytes.replaceSubrange(place, with: Data(other.utf8)) }
    let path = directory + "/b.\(format)"
    try bytes.write(to: URL(filePath: path))
    return path
  }

  private func warnings(of playback: Playback) -> [String] {
    playback.events.compactMap { event in
      if case .warned(let failure) = event {
        "\(failure.kind): \(playback.library.text(of: failure.text))"
      } else {
        nil
      }
    }
  }

  @Test(
    "Video or sound plays without the other, with a warning",
    arguments: [
      ("V_MJPEG", "V_XXXXX", TrackKind.audio, Failure.Kind.videoCodecUnsupported),
      ("A_AAC", "A_XXX", .video, .audioCodecUnsupported),
    ])
  func alone(codec: String, name: String, kind: TrackKind, warning: Failure.Kind) throws {
    try Media.withDirectory { directory in
      let playback = Playback(try make("mkv", "-c:v mjpeg", "-write_crc32 0", codec, name, in: directory))
      playback.play()
      playback.run()
      #expect(playback.failure == nil)
      #expect(warnings(of: playback) == ["\(warning): none"])
      #expect(playback.opened?.hasVideo == (kind == .video) && playback.opened?.hasAudio == (kind == .audio))
      #expect(playback.events.contains { if case .firstFrame(kind, _) = $0 { true } else { false } })
      #expect((950...1_100).contains(playback.end ?? 0))
      // Selecting the missing kind yields another warning, and playback continues.
      let other: TrackKind = kind == .audio ? .video : .audio
      playback.tell(.selectTrack(other, TrackID(other == .audio ? 1 : 0)))
      #expect(warnings(of: playback).count == 2 && playback.failure == nil)
    }
  }

  @Test("The container's own codec name is reported; of two streams, the one with a decoder plays")
  func names() throws {
    try Media.withDirectory { directory in
      let alone = Playback(try make("avi", "-c:v mpeg4", "", "FMP4", "ABCD", in: directory))
      #expect(warnings(of: alone) == ["videoCodecUnsupported: ABCD"])
      #expect(alone.opened?.hasVideo == false)
      let both = "-map 0 -map 1 -map 0 -c:v:1 mjpeg"
      let beside = Playback(try make("avi", "-c:v:0 mpeg4", both, "FMP4", "ABCD", in: directory))
      #expect(warnings(of: beside) == [])
      #expect(beside.events.contains(.trackSelected(.video, TrackID(2))))
    }
  }
}
#endif
