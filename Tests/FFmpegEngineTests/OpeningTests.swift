#if FFmpeg
import Foundation
import PlayerCore
import Testing

@testable import FFmpegEngine

@Suite("Opening")
struct OpeningTests {
  @Test("An episode reports its duration, chapters and tags")
  func episode() throws {
    let playback = Playback(Media.path("episode.m4a"))
    let media = try #require(playback.opened)
    #expect(media.duration == .milliseconds(91_500))
    #expect(media.isSeekable && media.hasAudio && !media.hasVideo && !media.isDurationEstimated)
    var titles: [String] = []
    var bounds: [MediaTime] = []
    var tags: [String: String] = [:]
    for event in playback.events {
      if case .chapterFound(_, let start, let end, let title) = event {
        titles.append(playback.library.text(of: title))
        bounds += [start, end]
      }
      if case .metadataFound(let key, let value) = event {
        tags[playback.library.text(of: key)] = playback.library.text(of: value)
      }
    }
    #expect(titles.count == 6)
    #expect(titles.first == "Intro" && titles.last == "Outro")
    #expect(bounds.first == .zero && bounds.last == media.duration)
    #expect(bounds == bounds.sorted())
    #expect(tags["title"] == "The Deck, episode 1: One letter box")
  }

  @Test("Everything known is reported before “opened”, and the buffer after it")
  func order() throws {
    let playback = Playback(Media.path("clip.mp4"))
    let opened = try #require(playback.events.firstIndex { if case .opened = $0 { true } else { false } })
    for (index, event) in playback.events.enumerated() {
      switch event {
      case .trackFound, .trackSelected, .chapterFound, .metadataFound, .naturalSizeChanged: #expect(index < opened)
      case .buffered: #expect(index > opened)
      default: break
      }
    }
    #expect(playback.events.contains(.naturalSizeChanged(width: 320, height: 180)))
  }

  @Test("Forced subtitles are reported as such")
  func forcedSubtitles() throws {
    try Media.withDirectory { directory in
      var file = try Data(contentsOf: URL(filePath: Media.path("clip-subtitled.mkv")))
      // The last track's language, `eng`, is replaced by FlagForced = 1 and a void element: English is the default.
      let english = Data([0x22, 0xB5, 0x9C, 0x83] + Array("eng".utf8))
      let language = try #require(file.range(of: english, options: .backwards))
      file.replaceSubrange(language, with: [0x55, 0xAA, 0x81, 0x01, 0xEC, 0x81, 0x00])
      try file.write(to: URL(filePath: directory + "/forced.mkv"))
      var found: [String] = []
      for case .trackFound(let kind, _, _, _, _, let isForced) in Playback(directory + "/forced.mkv").events {
        found.append("\(kind) \(isForced)")
      }
      #expect(found == ["video false", "audio false", "audio false", "subtitle true"])
    }
  }

  @Test("Renditions are reported with their languages")
  func languages() {
    let playback = Playback(Media.path("clip-subtitled.mkv"))
    var found: [String] = []
    for case .trackFound(let kind, _, let language, _, _, _) in playback.events {
      found.append("\(kind) \(playback.library.text(of: language))")
    }
    #expect(found == ["video ", "audio en", "audio fr", "subtitle en"])
  }

  @Test("Media time starts at zero, wherever the container's time starts")
  func origin() {
    let playback = Playback(Media.path("clip-sizes.ts"))
    playback.play()
    playback.run()
    #expect(playback.events.contains(.firstFrame(.audio, position: .zero)))
    #expect((5_900...6_100).contains(playback.end ?? 0))
  }

  @Test(
    "Bad sources fail with a reason",
    arguments: [
      ("missing.mp4", Failure.Kind.notFound), ("garbage.bin", .invalidData), ("empty.mp3", .invalidData),
      ("truncated.mp4", .invalidData), ("unsupported-video.mkv", .videoCodecUnsupported),
      ("unsupported-audio.m4a", .audioCodecUnsupported), ("escape.m3u8", .notPermitted), ("", .invalidData),
      ("README.md", .invalidData), ("README.md/inside", .notFound),
    ])
  func failures(name: String, kind: Failure.Kind) {
    let playback = Playback(Media.path(name))
    #expect(playback.failure?.kind == kind)
    #expect(playback.opened == nil)
  }

  @Test(
    "Addresses that cannot be opened fail with a reason",
    arguments: [
      ("ftp://127.0.0.1/a.mp4", Failure.Kind.protocolUnsupported), ("nonsense://a", .protocolUnsupported),
      ("concat://a|b", .protocolUnsupported), ("pipe:0", .notFound), ("data:text/plain,a", .notFound), ("", .notFound),
      ("/dev/zero", .notPermitted), ("http://127.0.0.1:1/a.mp4", .connect), ("rtmp://127.0.0.1:1/live/a", .connect),
      ("http://no-such-host.invalid/a.mp4", .nameResolution),
    ])
  func addresses(source: String, kind: Failure.Kind) {
    #expect(Playback(source).failure?.kind == kind)
  }

  @Test("A failed session answers a close, and nothing else")
  func closeAfterFailure() {
    let playback = Playback(Media.path("garbage.bin"))
    playback.play()
    playback.tell(.captureStill(StillSerial(1)))
    playback.run()
    playback.tell(.close)
    #expect(playback.events.count == 2)
    #expect(playback.events.last == .closed)
  }

  @Test("A file name with the characters of a scheme is a path; a file URL is decoded")
  func names() throws {
    try Media.withDirectory { directory in
      let path = directory + "/http: 100%.m4a"
      try FileManager.default.copyItem(atPath: Media.path("cut-short.m4a"), toPath: path)
      #expect(Playback(path).opened != nil)
      #expect(Playback("file://" + directory + "/http:%20100%25.m4a").opened != nil)
    }
  }
}
#endif
