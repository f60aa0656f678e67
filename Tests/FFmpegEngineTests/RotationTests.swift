#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Backports
import Testing

@testable import FFmpegEngine

/// The brightness of a picture.
private struct Luma: Equatable {
  var width: Int
  var height: Int
  var pixels: [UInt8]

  init(_ picture: Picture) {
    (width, height) = (Int(picture.width), Int(picture.height))
    let size = (width, height)
    pixels =
      picture.withPlane(0) { bytes, stride in
        (0..<size.1).flatMap { line in bytes[line * stride..<line * stride + size.0] }
      } ?? []
  }

  init(width: Int, height: Int, pixels: [UInt8]) { (self.width, self.height, self.pixels) = (width, height, pixels) }
}

@Suite("Pictures stored rotated are shown upright")
struct RotationTests {
  /// MP4's matrices, and the `ffmpeg` program's filters that do the same.
  static let matrices: [(matrix: [Int32], filter: String, rotation: String?, isMirrored: Bool)] = [
    ([0, 1, -1, 0], "transpose=clock", "270", false), ([-1, 0, 0, -1], "hflip,vflip", "180", false),
    ([0, -1, 1, 0], "transpose=cclock", "90", false), ([-1, 0, 0, 1], "hflip", nil, true),
    ([1, 0, 0, -1], "vflip", "180", true), ([0, 1, 1, 0], "transpose=cclock_flip", "90", true),
    ([0, -1, -1, 0], "transpose=clock_flip", "270", true),
  ]

  /// Makes `turned.mp4` of one second, whose track header has this matrix.
  private func make(_ matrix: [Int32], in directory: String, pixels: String = "yuv420p") throws {
    let video = "-c:v libx264 -preset ultrafast -qp 0 -threads 1 -pix_fmt \(pixels)"
    try FFmpegProgram.make("plain.mp4", in: directory, seconds: 0.2, video: video, audio: nil, "-vf setsar=1")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: directory + "/plain.mp4")))
    let upright = Self.bytes(of: [1, 0, 0, 1])
    // The first matrix is the movie's, the second the track's.
    let places = bytes.indices.dropLast(36).filter { bytes[$0..<$0 + 36].elementsEqual(upright) }
    let place = try #require(places.count == 2 ? places.last : nil)
    bytes.replaceSubrange(place..<place + 36, with: Self.bytes(of: matrix))
    try Data(bytes).write(to: URL(filePath: directory + "/turned.mp4"))
  }

  private static func bytes(of matrix: [Int32]) -> [UInt8] {
    let fixed = [matrix[0] << 16, matrix[1] << 16, 0, matrix[2] << 16, matrix[3] << 16, 0, 0, 0, 1 << 30]
    return fixed.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
  }

  private func filtered(_ filter: String, _ width: Int, _ height: Int, in directory: String) throws -> Luma {
    let line = "-noautorotate -i turned.mp4 -vf \(filter) -frames:v 1 -pix_fmt gray -f rawvideo reference"
    let full = line.replacing("-vf ", with: "-vf extractplanes=y,")
    try FFmpegProgram.run(full, in: directory)
    let pixels = [UInt8](try Data(contentsOf: URL(filePath: directory + "/reference")))
    return Luma(width: width, height: height, pixels: pixels)
  }

  @Test("Upside-down pictures keep their sampling: the file equals that of the ffmpeg program")
  func sampling() throws {
    try Media.withDirectory { directory in
      let source = "-f lavfi -i testsrc2=size=64x48:rate=10:duration=0.3 -c:v mjpeg -pix_fmt yuvj422p a.mov"
      try FFmpegProgram.run(source, in: directory)
      try FFmpegProgram.run("-i a.mov -c copy -metadata:s:v rotate=180 b.mov", in: directory)
      try FFmpegProgram.run("-i b.mov -f yuv4mpegpipe -strict -1 reference.y4m", in: directory)
      let playback = Playback(directory + "/b.mov", outputs: [try Y4MOutput(path: directory + "/own.y4m")])
      playback.play()
      playback.run()
      playback.engine.shutDown()
      let files = try ["own", "reference"].map { try Data(contentsOf: URL(filePath: "\(directory)/\($0).y4m")) }
      #expect(files[0] == files[1], "\(files[0].count) bytes, expected \(files[1].count)")
    }
  }

  @Test("Every right-angled matrix gives the result of the ffmpeg program's filters", arguments: matrices)
  func upright(matrix: [Int32], filter: String, rotation: String?, isMirrored: Bool) throws {
    try Media.withDirectory { directory in
      try make(matrix, in: directory)
      let shown = Lock<Luma?>(nil)
      let still = Lock<Luma?>(nil)
      let output = FrameCallbacks(onVideo: { picture in shown.withLock { $0 = $0 ?? Luma(picture) } })
      let playback = Playback(directory + "/turned.mp4", outputs: [output]) { _, picture in
        still.withLock { $0 = Luma(picture) }
      }
      playback.tell(.captureStill(StillSerial(1)))
      playback.play()
      playback.run()
      let isOnItsSide = matrix[0] == 0
      let (width, height) = isOnItsSide ? (48, 64) : (64, 48)
      let reference = try filtered(filter, width, height, in: directory)
      #expect(shown.withLock { $0 } == reference)
      #expect(still.withLock { $0 } == reference)
      let sizes = playback.events.filter { if case .naturalSizeChanged = $0 { true } else { false } }
      #expect(sizes == [.naturalSizeChanged(width: Int32(width), height: Int32(height))])
      #expect(playback.metadata[MetadataKey.rotation] == rotation)
      #expect((playback.metadata[MetadataKey.mirrored] == "yes") == isMirrored)
    }
  }

  @Test(
    "In 10-bit formats, and where only one direction is subsampled", arguments: ["yuv420p10le", "yuv422p"])
  func formats(pixels: String) throws {
    try Media.withDirectory { directory in
      try make([0, 1, -1, 0], in: directory, pixels: pixels)
      let formats = Lock<[String]>([])
      let path = directory + "/out.y4m"
      let callbacks = FrameCallbacks(onVideo: { picture in formats.withLock { $0.append(picture.format) } })
      let playback = Playback(directory + "/turned.mp4", outputs: [callbacks, try Y4MOutput(path: path)])
      playback.play()
      playback.run()
      #expect(Set(formats.withLock { $0 }) == [pixels == "yuv422p" ? "yuv444p" : pixels])
      let head = String(decoding: try Data(contentsOf: URL(filePath: path)).prefix(24), as: UTF8.self)
      #expect(head.hasPrefix("YUV4MPEG2 W48 H64 "))
    }
  }

  @Test("A stream that declares its own rotation, once for all pictures up to the next key frame")
  func stream() throws {
    try Media.withDirectory { directory in
      let video = "-c:v libx264 -preset ultrafast -qp 0 -threads 1 -pix_fmt yuv420p"
      try FFmpegProgram.make("plain.mp4", in: directory, seconds: 0.2, video: video, audio: nil)
      let orientation = "h264_metadata=display_orientation=insert:rotate=90"
      try FFmpegProgram.run("-i plain.mp4 -c copy -bsf:v \(orientation) turned.mkv", in: directory)
      let sizes = Lock<[[Int32]]>([])
      let output = FrameCallbacks(onVideo: { picture in sizes.withLock { $0.append([picture.width, picture.height]) } })
      let playback = Playback(directory + "/turned.mkv", outputs: [output])
      playback.play()
      playback.run()
      #expect(sizes.withLock { $0 } == Array(repeating: [48, 64], count: 5))
      #expect(playback.events.contains(.naturalSizeChanged(width: 48, height: 64)))
    }
  }

  @Test("The app's rotation is added to the file's")
  func presentation() throws {
    try Media.withDirectory { directory in
      try make([0, 1, -1, 0], in: directory)
      // The file turns a quarter clockwise, the app a quarter back: the picture is as stored.
      for (name, rotation) in [("plain.mp4", Int32(0)), ("turned.mp4", 90)] {
        let output = try Y4MOutput(path: directory + "/\(name).y4m", frame: PixelSize(width: 64, height: 48))
        let playback = Playback(directory + "/" + name, outputs: [output])
        playback.tell(.setPresentation(.aspectFit, rotation: rotation))
        playback.play()
        playback.run()
      }
      let files = try ["plain.mp4", "turned.mp4"].map { try Data(contentsOf: URL(filePath: "\(directory)/\($0).y4m")) }
      let pictures = files.map { $0.drop { $0 != 10 } }
      #expect(pictures[0].count > 64 * 48 && pictures[0].elementsEqual(pictures[1]))
    }
  }
}

extension Playback {
  /// What the engine reported of the media, by key.
  var metadata: [String: String] {
    var metadata: [String: String] = [:]
    for case .metadataFound(let key, let value) in events { metadata[library.text(of: key)] = library.text(of: value) }
    return metadata
  }
}
#endif
