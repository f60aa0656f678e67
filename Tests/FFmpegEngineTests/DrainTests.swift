#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

@Suite("Draining decoders")
struct DrainTests {
  @Test("A damaged picture near the end does not discard the ones after it")
  func damaged() throws {
    try Media.withDirectory { directory in
      let video = "-c:v mjpeg -threads 1"
      try FFmpegProgram.make("a.avi", in: directory, seconds: 0.8, video: video, audio: nil)
      let input = try InputFile(source: directory + "/a.avi", interrupt: Interrupt())
      // Multithreaded decoders hold pictures back, and report their errors only when drained.
      let decoder = try #require(try input.decoder(stream: 0, kind: .video) as? Decoder)
      var packets: [Packet] = []
      while let packet = try input.read() { packets.append(packet) }
      let damaged = packets.count - 2
      packets[damaged].pointer.pointee.data.update(repeating: 0, count: packets[damaged].size)
      var positions: [Int64] = []
      for packet in packets.map(Optional.some) + [nil] {
        try decoder.send(packet)
        while let frame = try decoder.receive() { positions.append(frame.position) }
      }
      let expected = packets.indices.filter { $0 != damaged }.map { Int64($0) * 40_000 }
      #expect(positions == expected)
    }
  }
}
#endif
