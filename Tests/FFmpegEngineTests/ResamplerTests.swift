#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

@Suite("Resampled sound is complete")
struct ResamplerTests {
  @Test("The samples are exactly those that the ffmpeg program writes", arguments: [Int32(48_000), 32_000, 8_000])
  func whole(rate: Int32) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.run(["-i", Media.path("clip.mp4"), "-t", "2", "-c", "copy", "a.mp4"], in: directory)
      try FFmpegProgram.run("-i a.mp4 -ar \(rate) -ac 2 -c:a pcm_s16le -f s16le reference.pcm", in: directory)
      let path = directory + "/a.wav"
      let playback = Playback(directory + "/a.mp4", outputs: [try WAVOutput(path: path)], sampleRate: rate)
      playback.play()
      playback.run()
      playback.engine.shutDown()
      let file = try WAVFile(path: path)
      let reference = [UInt8](try Data(contentsOf: URL(filePath: directory + "/reference.pcm")))
      #expect(file.rate == Int(rate) && file.length == reference.count)
      #expect(file.bytes.dropFirst(44).elementsEqual(reference))
    }
  }

  @Test("After a seek no earlier sound remains, and positions are continuous")
  func seek() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.mp4", in: directory, seconds: 5)
      try checkSeek(in: directory + "/a.mp4")
    }
  }

  private func checkSeek(in path: String) throws {
    func samples(afterPlaying first: Bool) -> Played {
      let played = Played()
      let playback = Playback(path, outputs: [played.output()], sampleRate: 44_100)
      if first {
        playback.play()
        playback.run(until: .microseconds(1_010_000))
        playback.tell(.pause)
      }
      playback.seek(to: 3_000)
      played.clear()
      playback.play()
      playback.run()
      return played
    }
    let (fresh, played) = (samples(afterPlaying: false), samples(afterPlaying: true))
    let isEqual = isSame(fresh.samples[...], played.samples[...])
    #expect(isEqual && fresh.samples.count > 150_000)
    #expect(fresh.starts == played.starts && fresh.starts.first == 3_000_000)
    var expected = 3_000_000.0
    for (index, start) in fresh.starts.enumerated() {
      #expect(abs(Double(start) - expected) < 30)
      let places = fresh.contents.places + [fresh.samples.count]
      expected += Double(places[index + 1] - places[index]) / 2 / 44_100 * 1e6
    }
  }

  @Test("A speaker gets every sample, at every speed and after a change of speed")
  func speaker() {
    let resampler = SpeakerResampler(to: 48_000)
    var count = 0
    for (speed, heard) in [(Rate.normal, 48_000), (.thousandths(2_000), 24_000)] {
      resampler.speed = speed
      for _ in 0..<100 {
        let samples = AudioSamples(position: .zero, rate: 44_100, samples: [Int16](repeating: 9, count: 882)[...])
        count += resampler.convert(samples, stretch: 0).count
      }
      // Samples that are held back come with the first piece at the next speed.
      if speed == .normal { #expect(count < 2 * heard) }
    }
    count += resampler.drain().count
    #expect(abs(count - 2 * (48_000 + 24_000)) <= 4)
    #expect(resampler.drain().isEmpty)
  }
}
#endif
