#if FFmpeg
import Foundation
import PlayerCore
import Backports
import Testing

@testable import FFmpegEngine

/// A kind of file, and how exact seeks in it are.
struct SoughtFormat: CustomTestStringConvertible, Sendable {
  let name: String
  var video: String?
  var audio: String?
  var options = ""
  /// How many samples a place in the file may be off, because its timestamps are in milliseconds.
  var stampError = 0
  /// How much the samples of a decoder that began a little earlier may differ.
  var sampleError = 0

  var testDescription: String { name + " " + (audio ?? video ?? "") }

  private static let h264 = "-c:v libx264 -preset ultrafast -g 50 -bf 3 -x264-params b-adapt=0 -threads 1"

  /// Without noise substitution: decoders of AAC draw that noise at random, and differently after a seek.
  private static let aac = "-c:a aac -aac_pns 0"

  static let sounds: [SoughtFormat] = [
    .init(name: "a.wav", audio: "-c:a pcm_s16le"),
    .init(name: "a.mp3", audio: "-c:a libmp3lame -b:a 96k"),
    .init(name: "a.m4a", audio: aac),
    .init(name: "a.aac", audio: aac),
    .init(name: "a.ts", audio: aac),
    .init(name: "a.ogg", audio: "-c:a libvorbis"),
    .init(name: "a.opus", audio: "-c:a libopus", sampleError: 1),
    .init(name: "a.webm", audio: "-c:a libopus", stampError: 48, sampleError: 1),
    .init(name: "a.mka", audio: aac, stampError: 48),
    .init(name: "a.flac", audio: "-c:a flac"),
    .init(name: "flac.ogg", audio: "-c:a flac"),
    .init(
      name: "ts.m3u8", audio: aac, options: "-f hls -hls_time 2 -hls_list_size 0 -hls_playlist_type vod"),
    .init(
      name: "aac.m3u8", audio: aac,
      options: "-f segment -segment_time 2 -segment_list_type m3u8 -segment_list aac.m3u8 -segment_format adts"),
  ]

  static let films: [SoughtFormat] = [
    .init(name: "v.mp4", video: h264), .init(name: "v.mkv", video: h264), .init(name: "v.ts", video: h264),
    .init(name: "v.webm", video: "-c:v libvpx -g 50 -deadline realtime -cpu-used 8"),
    .init(name: "vfr.mkv", video: "-vf select=not(mod(n\\,7))+not(mod(n\\,5)) -vsync vfr " + h264),
    .init(name: "vfr.mp4", video: "-vf select=not(mod(n\\,7))+not(mod(n\\,5)) -vsync vfr " + h264),
    .init(name: "v.m3u8", video: h264, options: "-f hls -hls_time 2 -hls_list_size 0 -hls_playlist_type vod"),
  ]

  /// By how many sample pairs `heard` is off `place`, within the error of timestamps: where its beginning fits.
  func shift(of heard: [Int16], in whole: [Int16], near place: Int) -> Int? {
    (-stampError...stampError).sorted { abs($0) < abs($1) }.first { shift in
      guard place + shift >= 0 else { return false }
      let rest = whole.dropFirst((place + shift) * 2)
      return stampError == 0 || zip(heard, rest).prefix(400).allSatisfy { abs(Int($0) - Int($1)) <= sampleError }
    }
  }

  func make(in directory: String) throws {
    if name == "aac.m3u8" {
      try FFmpegProgram.make("aac-%d.aac", in: directory, seconds: 6, video: video, audio: audio, options)
    } else {
      try FFmpegProgram.make(name, in: directory, seconds: 6, video: video, audio: audio, options)
    }
  }
}

@Suite("Exact seeks")
struct SeekAccuracyTests {
  @Test("Sound after a seek equals that of straight decoding", arguments: SoughtFormat.sounds)
  func sound(format: SoughtFormat) throws {
    try Media.withDirectory { directory in
      try format.make(in: directory)
      let straight = Played()
      let whole = Playback(directory + "/" + format.name, outputs: [straight.output()])
      whole.play()
      whole.run()
      let reference = try Straight(of: format.name, in: directory, hasVideo: false)
      let isWhole = isSame(straight.samples[...], reference.samples[...])
      #expect(isWhole)
      let all = straight.samples
      let start = try #require(straight.starts.first)
      for target in [0, 31, 1_234, 1_999, 2_001, 4_017, 5_511] as [Int64] {
        let played = Played()
        let playback = Playback(directory + "/" + format.name, outputs: [played.output()])
        #expect(playback.seek(to: target) == target)
        playback.play()
        playback.run()
        let heard = played.samples
        let place = Int(((max(target * 1_000, start) - start) * 48 + 500) / 1_000)
        let shift = try #require(format.shift(of: heard, in: all, near: place), "\(target) ms")
        let rest = all[((place + shift) * 2)...]
        let error = Self.error(of: heard[...], against: rest, exact: format.sampleError == 0)
        #expect(error <= format.sampleError, "\(target) ms: off by \(error)")
        #expect(abs(rest.count - heard.count) / 2 <= format.stampError, "\(target) ms")
      }
    }
  }

  /// The largest difference; all that is heard when the sound is to be `exact`, else its first quarter of a second.
  private static func error(of heard: ArraySlice<Int16>, against rest: ArraySlice<Int16>, exact: Bool) -> Int {
    let count = min(heard.count, rest.count, exact ? .max : 24_000)
    let (heard, rest) = (heard.prefix(count), rest.prefix(count))
    if count > 4_000, isSame(heard, rest) { return 0 }
    return count > 4_000
      ? zip(heard, rest).lazy.map { abs(Int($0) - Int($1)) }.max() ?? .max
      : .max
  }

  @Test("The first picture after a seek is the one shown at the target", arguments: SoughtFormat.films)
  func pictures(format: SoughtFormat) throws {
    try Media.withDirectory { directory in
      try format.make(in: directory)
      let straight = Played()
      let whole = Playback(directory + "/" + format.name, outputs: [straight.output()])
      whole.play()
      whole.run()
      let reference = try Straight(of: format.name, in: directory, hasAudio: false)
      #expect(straight.pictures == reference.pictures)
      for target in [0, 31, 1_234, 1_999, 2_001, 3_985, 5_511] as [Int64] {
        let played = Played()
        let playback = Playback(directory + "/" + format.name, outputs: [played.output()])
        #expect(playback.seek(to: target) == target)
        playback.play()
        playback.run()
        let place = straight.positions.lastIndex { $0 <= target * 1_000 } ?? 0
        #expect(played.pictures == Array(straight.pictures[place...]), "\(target) ms")
      }
    }
  }

  /// Plays ten seconds from a server that refuses requests, seeks to the beginning, where it refuses, and plays on.
  private func refused(
    before byte: Int, _ body: (Playback, Played, _ whole: [Int16]) throws -> Void
  ) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("long.wav", in: directory, seconds: 60, video: nil, audio: "-c:a pcm_s16le -ac 2")
      let straight = try Straight(of: "long.wav", in: directory, hasVideo: false)
      let refusedBefore = Lock(0)
      let server = WebServer { request in
        let isRefused = (request.start ?? 0) < refusedBefore.withLock(\.self)
        return isRefused ? .status(503) : .file(directory + "/long.wav", request)
      }
      let played = Played()
      let playback = Playback(server.address + "/long.wav", outputs: [played.output()])
      playback.play()
      playback.run(until: .seconds(10))
      refusedBefore.withLock { $0 = byte }
      #expect(playback.seek(to: 0) == nil)
      #expect(playback.events.contains(.seekCompleted(SeekSerial(1), position: .seconds(10), isFinished: false)))
      playback.play()
      playback.run()
      try body(playback, played, straight.samples)
      withExtendedLifetime(server) {}
    }
  }

  @Test("A failed seek is given up, and playback continues where it was")
  func failed() throws {
    try refused(before: 1_000_000) { playback, played, whole in
      #expect(playback.failure == nil && playback.end == 60_000)
      #expect(abs(played.samples.count - whole.count) <= 8_192)
      let isHeard = isSame(played.samples.suffix(4_700_000), whole.suffix(4_700_000))
      #expect(isHeard)
    }
  }

  @Test("When there is no way back either, the buffer plays out, and playback fails with the reason")
  func stranded() throws {
    try refused(before: .max) { playback, played, whole in
      #expect(playback.failure?.kind == .httpServerError && playback.failure?.detail == 503)
      let isHeard = isSame(played.samples[...], whole.prefix(played.samples.count))
      #expect(isHeard && played.samples.count > 10 * 96_000)
    }
  }

  @Test("Media that opens but yields nothing fails at once, with the reason")
  func mediaWithoutFrames() throws {
    try Media.withDirectory { directory in
      let whole = try Data(contentsOf: URL(filePath: Media.path("clip.mp4")))
      let start = try #require(whole.firstRange(of: Data("mdat".utf8))).upperBound
      try whole[..<start].write(to: URL(filePath: directory + "/index.mp4"))
      let playback = Playback(directory + "/index.mp4")
      playback.play()
      playback.run()
      #expect(playback.failure?.kind == .invalidData && playback.now == .zero)
    }
  }
}
#endif
