#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

@Suite("YUV4MPEG2 keeps the properties of the source")
struct Y4MTests {
  /// How the `ffmpeg` program makes a source, and what the header says of its pictures.
  static let sources: [(options: String, header: String)] = [
    ("-c:v libx264 -preset ultrafast -pix_fmt yuv420p", "Ip A1:1 C420mpeg2 XYSCSS=420MPEG2"),
    ("-c:v libx264 -flags +ilme+ildct -vf setsar=16/15,setfield=tff", "It A16:15 C420mpeg2 XYSCSS=420MPEG2"),
    ("-c:v libx264 -flags +ilme+ildct -vf setfield=bff", "Ib A1:1 C420mpeg2 XYSCSS=420MPEG2"),
    (
      "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -color_range tv",
      "Ip A1:1 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED"
    ),
    ("-c:v mjpeg -pix_fmt yuvj420p", "Ip A1:1 C420jpeg XYSCSS=420JPEG XCOLORRANGE=FULL"),
    ("-c:v mjpeg -pix_fmt yuvj422p", "Ip A1:1 C422 XYSCSS=422 XCOLORRANGE=FULL"),
    ("-c:v dvvideo -s 720x576 -pix_fmt yuv420p", "Ib A16:15 C420paldv XYSCSS=420PALDV XCOLORRANGE=LIMITED"),
    ("-c:v ffv1 -pix_fmt yuv444p", "Ip A1:1 C444 XYSCSS=444 XCOLORRANGE=LIMITED"),
    ("-c:v ffv1 -pix_fmt yuv411p", "Ip A1:1 C411 XYSCSS=411 XCOLORRANGE=LIMITED"),
    ("-c:v ffv1 -pix_fmt gray", "Ip A1:1 Cmono XCOLORRANGE=FULL"),
    ("-c:v ffv1 -pix_fmt yuv420p10le", "Ip A1:1 C420p10 XYSCSS=420P10 XCOLORRANGE=LIMITED"),
    ("-c:v ffv1 -pix_fmt yuv422p12le", "Ip A1:1 C422p12 XYSCSS=422P12 XCOLORRANGE=LIMITED"),
    ("-c:v ffv1 -pix_fmt gray16le", "Ip A1:1 Cmono16 XCOLORRANGE=FULL"),
  ]

  private func play(_ path: String, into output: sending any MediaOutput) {
    let playback = Playback(path, outputs: [output])
    playback.play()
    playback.run()
    playback.engine.shutDown()
  }

  @Test("The file equals that of the ffmpeg program", arguments: sources)
  func same(options: String, header: String) throws {
    try Media.withDirectory { directory in
      let video = "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.12 \(options) -threads 1 a.mkv"
      try FFmpegProgram.run(video, in: directory)
      try FFmpegProgram.run("-i a.mkv -strict -1 -f yuv4mpegpipe reference.y4m", in: directory)
      play(directory + "/a.mkv", into: try Y4MOutput(path: directory + "/a.y4m"))
      let written = try Data(contentsOf: URL(filePath: directory + "/a.y4m"))
      let reference = try Data(contentsOf: URL(filePath: directory + "/reference.y4m"))
      func first(_ data: Data) -> String { String(decoding: data.prefix { $0 != 10 }, as: UTF8.self) }
      #expect(first(written).hasSuffix(" " + header), "\(first(written))")
      #expect(first(written) == first(reference))
      #expect(written == reference)
    }
  }

  @Test("Bars around a full-range picture are 0, and a JPEG has the full range")
  func fullRange() throws {
    try Media.withDirectory { directory in
      let source = "-f lavfi -i color=white:size=64x48:rate=25:duration=0.12 -c:v"
      try FFmpegProgram.run("\(source) mjpeg -pix_fmt yuvj420p full.mkv", in: directory)
      try FFmpegProgram.run("\(source) ffv1 -pix_fmt yuv420p limited.mkv", in: directory)
      let frame = PixelSize(width: 64, height: 64)
      for (name, black, white) in [("full", UInt8(0), UInt8(255)), ("limited", 16, 235)] {
        let path = "\(directory)/\(name)"
        play(path + ".mkv", into: try Y4MOutput(path: path + ".y4m", frame: frame))
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path + ".y4m")))
        let start = try #require(bytes.firstIndex(of: 10)) + 7
        #expect(bytes[start] == black && bytes[start + 64 * 32] == white)
        var still: [UInt8] = []
        let playback = Playback(path + ".mkv") { _, picture in
          try? Data(StillPicture.encode(picture, as: .jpeg) ?? []).write(to: URL(filePath: path + ".jpg"))
        }
        playback.tell(.captureStill(StillSerial(1)))
        try FFmpegProgram.run("-i \(name).jpg -pix_fmt gray -f rawvideo \(name).gray", in: directory)
        still = [UInt8](try Data(contentsOf: URL(filePath: path + ".gray")))
        #expect(still.allSatisfy { $0 >= 254 }, "\(name): \(still[0])")
      }
    }
  }
}
#endif
