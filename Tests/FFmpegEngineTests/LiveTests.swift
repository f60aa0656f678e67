#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

@Suite("Live windows, on the virtual clock")
struct LiveTests {
  /// The read-ahead is so short that no test waits for segments that never come.
  private func playback(
    _ source: String, _ played: Played = Played(), network: NetworkOptions = NetworkOptions(),
    ahead: TimeSpan = .milliseconds(1_200)
  ) -> Playback {
    Playback(source, outputs: [played.output()], network: network, bufferDuration: ahead)
  }

  /// The latest window, in milliseconds.
  private func range(_ playback: Playback) -> [Int64]? {
    for case .seekableRangeChanged(let start, let end) in playback.events.reversed() {
      return [start.microseconds / 1_000, end.microseconds / 1_000]
    }
    return nil
  }

  private func started(_ playback: Playback) -> MediaTime? {
    for case .playbackStarted(let position, _) in playback.events.reversed() { return position }
    return nil
  }

  @Test(
    "The window is known when the source is open, and playback starts at the live edge", arguments: ["live", "master"])
  func opens(name: String) throws {
    let stream = try LiveStream(2..<10)
    let played = Played()
    let playback = playback("\(stream.server.address)/\(name).m3u8", played)
    let media = try #require(playback.opened)
    #expect(!media.duration.isKnown && media.isSeekable && media.hasVideo && media.hasAudio)
    let reported = playback.events.prefix { if case .opened = $0 { false } else { true } }
    #expect(reported.contains(.seekableRangeChanged(start: .zero, end: .seconds(5))))
    #expect(reported.contains(.dateReference(position: .zero, date: LiveStream.date + 2_000_000)))
    playback.play()
    playback.run(until: playback.now + .milliseconds(200))
    #expect(playback.events.contains(.playbackStarted(position: .seconds(5), rate: .normal)))
    #expect(played.positions.prefix(3) == [5_000_000, 5_040_000, 5_080_000])
    #expect(played.pictures.prefix(3) == (try LiveStream.straight.get().pictures[175..<178]))
  }

  @Test("A seek in the window lands exactly: pictures and samples match those of the whole stream")
  func seeks() throws {
    let stream = try LiveStream(2..<10)
    let played = Played()
    let playback = playback(stream.address, played)
    let straight = try LiveStream.straight.get()
    // The offset of the whole stream's samples on the window's timeline: found once, the same for all seeks.
    var offset: Int?
    for target in [3_000, 1_480, 4_720, 240, 2_040] as [Int64] {
      #expect(playback.seek(to: target) == target)
      played.clear()
      playback.play()
      playback.run(until: playback.now + .milliseconds(300))
      playback.tell(.pause)
      let index = Int(target / 40) + 50
      #expect(
        played.positions.first == target * 1_000 && played.pictures.first == straight.pictures[index], "\(target)")
      let samples = played.samples.prefix(9_600)
      try #require(samples.count == 9_600 && played.starts.first == target * 1_000)
      let place = Int(target) * 96
      if offset == nil {
        offset = (190_000..<200_000).first { isSame(straight.samples[(place + $0)...].prefix(9_600), samples) }
      }
      let begin = place + (try #require(offset, "the samples are nowhere"))
      #expect(isSame(straight.samples[begin...].prefix(9_600), samples), "\(target)")
    }
  }

  @Test("Seeks to the start, to the live edge, and outside the window", arguments: ["live", "master"])
  func ends(name: String) throws {
    let stream = try LiveStream(2..<10)
    let playback = playback("\(stream.server.address)/\(name).m3u8")
    #expect(playback.seek(to: 0) == 0)
    #expect(playback.seek(to: 60_000) == 5_000)
    stream.change { $0.window = 4..<12 }
    // The seek reopens the source, which shows that the window has moved.
    #expect(playback.seek(to: 0) == 2_000)
    #expect(range(playback) == [2_000, 7_000])
    #expect(playback.seek(to: 60_000) == 7_000)
    #expect(playback.seek(to: 3_700, before: .seconds(1)) == 3_000)
  }

  @Test("When the first segment disappears in transit, the next one plays and its position is reported")
  func firstSegmentExpires() throws {
    let stream = try LiveStream(2..<10)
    let played = Played()
    let playback = playback(stream.address, played)
    stream.change { $0.missing = [2, 3] }
    playback.seek(to: 0)
    #expect(playback.events.contains(.seekCompleted(SeekSerial(1), position: .seconds(2), isFinished: true)))
    playback.play()
    playback.run(until: playback.now + .milliseconds(100))
    #expect(played.positions.first == 2_000_000)
    #expect(played.pictures.first == (try LiveStream.straight.get().pictures[100]))
  }

  @Test("Media that disappears before it is read is skipped, and the position after the gap is reported")
  func gap() throws {
    let stream = try LiveStream(0..<8)
    let played = Played()
    let playback = playback(stream.address, played)
    #expect(playback.seek(to: 1_000) == 1_000)
    stream.change { $0.window = 6..<12 }
    playback.play()
    playback.run(until: playback.now + .milliseconds(2_500))
    let jumps = playback.events.compactMap { if case .positionReported(let position) = $0 { position } else { nil } }
    #expect(jumps.count == 1 && jumps.allSatisfy { abs($0.microseconds - 6_000_000) < 100_000 })
    #expect(played.positions.first == 1_000_000 && played.positions.contains(2_960_000))
    #expect(!played.positions.contains { $0 >= 3_000_000 && $0 < 6_000_000 })
    #expect(played.positions.count > 55)
    #expect(played.pictures[51] == (try LiveStream.straight.get().pictures[151]))
    #expect(playback.failure == nil)
  }

  @Test("A stream that ends gets a duration, plays to its end, and stays seekable")
  func streamEnds() throws {
    let stream = try LiveStream(0..<6, isEvent: true)
    let played = Played()
    let playback = playback(stream.address, played)
    #expect(range(playback) == [0, 3_000])
    stream.change { $0.hasEnded = true }
    playback.play()
    playback.run()
    #expect(playback.events.contains(.durationChanged(.seconds(6))))
    #expect(range(playback) == [0, 6_000])
    #expect(abs(try #require(playback.end) - 6_000) < 100)
    played.clear()
    #expect(playback.seek(to: 2_500) == 2_500)
    playback.play()
    playback.run()
    #expect(played.positions.first == 2_480_000 || played.positions.first == 2_500_000)
    #expect(played.positions.last == 5_960_000)
    #expect(played.pictures.suffix(10) == (try LiveStream.straight.get().pictures[140..<150]))
  }

  @Test("A server that restarts its numbering does not stop playback")
  func restarts() throws {
    let stream = try LiveStream(0..<6)
    let played = Played()
    let playback = playback(stream.address, played)
    // The reload that libavformat makes after the sixth segment lists the rest under small numbers.
    stream.change { state in
      state.window = 6..<12
      state.shift = -6
    }
    playback.play()
    playback.run(until: playback.now + .milliseconds(4_500))
    #expect(playback.failure == nil)
    #expect(range(playback) == [6_000, 9_000])
    #expect(
      played.positions
        == Array(stride(from: 3_000_000, to: 3_000_000 + Int64(played.positions.count) * 40_000, by: 40_000)))
    #expect(played.positions.count > 105)
  }

  @Test("Seeks are exact on both sides of a discontinuity", arguments: [false, true])
  func discontinuities(isEdgeBehind: Bool) throws {
    let stream = try LiveStream(0..<8)
    stream.change { $0.joint = isEdgeBehind ? 4 : 7 }
    let played = Played()
    let playback = playback(stream.address, played)
    let straight = try LiveStream.straight.get()
    let joint: Int64 = isEdgeBehind ? 4_000 : 7_000
    for target in [1_480, joint - 80, 4_520, 3_000] as [Int64] where target < 5_000 {
      #expect(playback.seek(to: target) == target)
      played.clear()
      playback.play()
      playback.run(until: playback.now + .milliseconds(200))
      playback.tell(.pause)
      let index = Int((target < joint ? target : target - joint) / 40)
      #expect(abs((played.positions.first ?? 0) - target * 1_000) < 40_000, "\(target)")
      #expect(played.pictures.first == straight.pictures[index], "\(target)")
    }
    #expect(playback.failure == nil)
  }

  @Test(
    "Hostile numbers in a playlist yield a valid window or a failure",
    arguments: [
      ("nan", []), ("0", ["#EXT-X-TARGETDURATION:0"]), ("1", ["#EXT-X-MEDIA-SEQUENCE:9223372036854775807"]),
    ])
  func hostile(duration: String, tail: [String]) throws {
    let stream = try LiveStream(2..<10)
    stream.change { state in
      state.duration = duration
      state.tail = tail
    }
    let playback = playback(stream.address)
    if playback.opened == nil { return #expect(playback.failure != nil) }
    let range = try #require(self.range(playback))
    #expect(0 <= range[0] && range[0] <= range[1])
  }

  @Test("Every request for the playlist carries the headers")
  func headers() throws {
    let stream = try LiveStream(2..<10)
    var network = NetworkOptions()
    try network.addHeader(name: "X-Pass", value: "open")
    let playback = playback(stream.address, network: network)
    #expect(playback.seek(to: 1_000) == 1_000)
    let requests = stream.server.requests
    #expect(requests.count(where: { $0.target == "/live.m3u8" }) >= 2)
    #expect(requests.allSatisfy { $0.headers["x-pass"] == "open" })
  }

  @Test("While a playlist cannot be had, seeks go to what it listed last")
  func missingPlaylist() throws {
    let stream = try LiveStream(2..<10)
    let playback = playback(stream.address)
    stream.change { $0.isGone = true }
    #expect(playback.seek(to: 1_000) == 1_000)
    playback.play()
    playback.run(until: playback.now + .seconds(1))
    #expect(playback.failure == nil)
  }
}

@Suite("Live windows, in real time")
struct LiveRealTimeTests {
  /// The read-ahead is as short as on the virtual clock, so that libavformat does not request the playlist.
  private func host(_ stream: LiveStream, _ played: Played, network: NetworkOptions = NetworkOptions()) -> LiveHost {
    LiveHost(stream.address, output: played.output(), network: network, bufferDuration: .milliseconds(1_200))
  }

  private func window(_ host: LiveHost, from start: MediaTime) -> MediaTime? {
    host.wait { if case .seekableRangeChanged(start, let end) = $0 { end } else { nil } }
  }

  @Test("The window slides while playback rests, requested with the session's headers; media outside is not played")
  func slides() throws {
    let stream = try LiveStream(0..<8)
    let played = Played()
    var network = NetworkOptions()
    try network.addHeader(name: "X-Pass", value: "open")
    let host = host(stream, played, network: network)
    #expect(window(host, from: .zero) == .seconds(5))
    host.tell(.seek(SeekSerial(1), target: .seconds(1), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(host.wait { if case .seekCompleted(_, .seconds(1), true) = $0 { true } else { nil } } == true)
    let asked = stream.server.requests.count
    stream.change { $0.window = 4..<12 }
    #expect(window(host, from: .seconds(4)) == .seconds(9))
    #expect(stream.server.requests[asked...].allSatisfy { $0.headers["x-pass"] == "open" })
    host.tell(.play(rate: .normal))
    #expect(host.wait { if case .playbackStarted(.seconds(4), _) = $0 { true } else { nil } } == true)
    for _ in 0..<6_000 {
      guard played.positions.count < 5 else { break }
      usleep(10_000)
    }
    #expect(played.positions.first == 4_000_000)
    #expect(played.pictures.first == (try LiveStream.straight.get().pictures[100]))
  }

  @Test("A playlist that is gone for a while is requested again")
  func outage() throws {
    let stream = try LiveStream(0..<8)
    let host = host(stream, Played())
    #expect(window(host, from: .zero) == .seconds(5))
    stream.change { $0.isGone = true }
    let asked = stream.server.requests.count
    for _ in 0..<6_000 {
      guard stream.server.requests.count == asked else { break }
      usleep(10_000)
    }
    stream.change { state in
      state.isGone = false
      state.window = 3..<11
    }
    #expect(window(host, from: .seconds(3)) == .seconds(8))
    #expect(!host.hasFailed)
  }
}
#endif
