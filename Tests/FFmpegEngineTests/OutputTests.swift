#if FFmpeg
import Foundation
import PlayerCore
import Backports
import Testing

@testable import FFmpegEngine

@Suite("Outputs")
struct OutputTests {
  /// Plays a source to its end and shuts the engine down.
  private func play(_ name: String, into output: sending any MediaOutput) {
    let playback = Playback(Media.path(name), outputs: [output])
    playback.play()
    playback.run()
    playback.engine.shutDown()
  }

  @Test("A WAV file contains all the sound, and its header declares the length")
  func wav() throws {
    try Media.withDirectory { directory in
      let path = directory + "/clip.wav"
      play("clip.mp4", into: try WAVOutput(path: path))
      let file = try WAVFile(path: path)
      #expect(file.channels == 2)
      #expect(file.declaredLength == file.length)
      #expect(abs(Double(file.length) / Double(file.rate * 4) - 10) < 0.05)
      #expect(Playback(path).opened?.duration.microseconds ?? 0 > 9_900_000)
    }
  }

  @Test("A WAV file can be played while it is written, and after its writer was killed")
  func unfinishedWAV() throws {
    try Media.withDirectory { directory in
      let path = directory + "/clip.wav"
      let playback = Playback(Media.path("clip.mp4"), outputs: [try WAVOutput(path: path)])
      playback.play()
      playback.run(until: .seconds(5))
      let copy = Playback(path)
      copy.play()
      copy.run()
      #expect((4_900...5_100).contains(copy.end ?? 0))
    }
  }

  @Test("Left and right volume apply to the left and right of the source")
  func volume() {
    func peaks(left: Int32, right: Int32, isMuted: Bool) -> (left: Int, right: Int) {
      let recording = Recording()
      let playback = Playback(Media.path("clip.mp4"), outputs: [recording.output()])
      playback.tell(.setVolume(left: left, right: right, isMuted: isMuted))
      playback.play()
      playback.run()
      return (recording.left.peak, recording.right.peak)
    }
    let full = peaks(left: 1_000, right: 1_000, isMuted: false)
    #expect(full.left > 1_000 && full.right > 1_000)
    let left = peaks(left: 1_000, right: 0, isMuted: false)
    #expect(left.left == full.left && left.right == 0)
    let half = peaks(left: 500, right: 250, isMuted: false)
    #expect(half.left == full.left / 2 && half.right == full.right / 4)
    let muted = peaks(left: 1_000, right: 1_000, isMuted: true)
    #expect(muted.left == 0 && muted.right == 0)
  }

  @Test("An exact seek starts in the middle of an audio frame, to the sample")
  func trimmed() {
    func samples(from target: Int64) -> [Int16] {
      let recording = Recording()
      let playback = Playback(Media.path("clip.mp4"), outputs: [recording.output()])
      playback.seek(to: target)
      playback.play()
      playback.run()
      return recording.right
    }
    let (early, late) = (samples(from: 5_000), samples(from: 5_100))
    // The clip's rate is 44.1 kHz; decoders need a moment to settle.
    #expect(early.count - late.count == 4_410)
    #expect(early.suffix(40_000) == late.suffix(40_000))
  }

  @Test("Sound has the requested sample rate")
  func sampleRate() {
    let recording = Recording()
    let playback = Playback(Media.path("episode.m4a"), outputs: [recording.output()], sampleRate: 48_000)
    playback.seek(to: 80_000)
    playback.play()
    playback.run()
    #expect(recording.rate == 48_000)
    #expect(abs(Double(recording.left.count) / 48_000 - 11.5) < 0.1)
    #expect(recording.left == recording.right)
  }

  @Test("Y4M has every picture, in the size of the first", arguments: [("clip.mp4", 250), ("clip-sizes.ts", 150)])
  func y4m(name: String, pictures: Int) throws {
    try Media.withDirectory { directory in
      let path = directory + "/clip.y4m"
      play(name, into: try Y4MOutput(path: path))
      let bytes = try Data(contentsOf: URL(filePath: path))
      let header = try #require(bytes.firstIndex(of: 10).map { String(decoding: bytes[...$0], as: UTF8.self) })
      #expect(header.hasPrefix("YUV4MPEG2 W320 H180 F25:1 "))
      let picture = 6 + 320 * 180 * 3 / 2
      #expect((bytes.count - header.utf8.count) % picture == 0)
      #expect(abs((bytes.count - header.utf8.count) / picture - pictures) <= 2)
    }
  }

  @Test("Raw samples go to a descriptor; a pipe without a reader ends playback")
  func pcm() throws {
    try Media.withDirectory { directory in
      let path = directory + "/clip.pcm"
      let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
      play("clip.mp4", into: PCMOutput(descriptor: descriptor))
      #expect(abs(Double(lseek(descriptor, 0, SEEK_END)) / (44_100 * 4) - 10) < 0.05)
      close(descriptor)
      signal(SIGPIPE, SIG_IGN)
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0)
      close(ends[0])
      let playback = Playback(Media.path("clip.mp4"), outputs: [PCMOutput(descriptor: ends[1])])
      playback.play()
      playback.run()
      #expect(playback.failure == Failure(.io, detail: EPIPE))
      close(ends[1])
    }
  }

  @Test("A full disk ends playback with the reason")
  func fullDisk() throws {
    let playback = Playback(Media.path("clip.mp4"), outputs: [try WAVOutput(path: "/dev/full")])
    playback.play()
    playback.run()
    #expect(playback.failure == Failure(.io, detail: ENOSPC))
    #expect(throws: OutputError(code: ENOENT)) { try WAVOutput(path: "/no/such/place.wav") }
  }

  @Test("A still shows the picture at the playhead", arguments: StillPicture.Format.allCases)
  func still(format: StillPicture.Format) throws {
    let stills = Lock<[(position: MediaTime, bytes: [UInt8])]>([])
    let playback = Playback(Media.path("clip.mp4")) { _, picture in
      stills.withLock { $0.append((picture.position, StillPicture.encode(picture, as: format) ?? [])) }
    }
    playback.tell(.captureStill(StillSerial(1)))
    playback.seek(to: 5_000)
    playback.tell(.captureStill(StillSerial(2)))
    playback.play()
    playback.run(until: playback.now + .milliseconds(1_010))
    playback.tell(.captureStill(StillSerial(3)))
    let taken = stills.withLock { $0 }
    #expect(taken.map(\.position) == [.zero, .seconds(5), .seconds(6)])
    #expect(playback.events.last == .stillCaptured(StillSerial(3), isCaptured: true))
    try Media.withDirectory { directory in
      for still in taken {
        let path = directory + "/still"
        try Data(still.bytes).write(to: URL(filePath: path))
        #expect(Playback(path).events.contains(.naturalSizeChanged(width: 320, height: 180)))
      }
    }
  }

  @Test("Without a picture there is no still")
  func noStill() {
    let playback = Playback(Media.path("episode.m4a")) { _, _ in Issue.record("a still of sound") }
    playback.tell(.captureStill(StillSerial(1)))
    #expect(playback.events.last == .stillCaptured(StillSerial(1), isCaptured: false))
  }

  @Test("The planes of a picture can be read")
  func planes() {
    let sizes = Lock<[[Int]]>([])
    let callbacks = FrameCallbacks(onVideo: { picture in
      let planes = (0..<5).compactMap { plane in
        picture.withPlane(plane) { bytes, stride in bytes.count / abs(stride) }
      }
      sizes.withLock { $0.append(planes + [Int(picture.width), Int(picture.height)]) }
      #expect(picture.format == "yuv420p")
    })
    play("clip.mp4", into: callbacks)
    #expect(Set(sizes.withLock { $0 }) == [[179, 89, 89, 320, 180]])
  }
}
#endif
