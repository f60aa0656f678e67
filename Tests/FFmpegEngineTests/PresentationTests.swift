#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

/// The first picture of a YUV4MPEG2 file of a known size.
private struct Y4MPicture {
  let luma: [UInt8]
  let width: Int
  let height: Int

  init(path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let lineEnd = try #require(bytes.firstIndex(of: 10))
    let header = String(decoding: bytes[..<lineEnd], as: UTF8.self)
    let sizes = try ["W", "H"].map { letter in
      try #require(header.split(separator: " ").first { $0.hasPrefix(letter) }.flatMap { Int($0.dropFirst()) })
    }
    (width, height) = (sizes[0], sizes[1])
    let start = lineEnd + 1 + "FRAME\n".utf8.count
    luma = Array(bytes[start..<start + sizes[0] * sizes[1]])
  }

  subscript(x: Int, y: Int) -> UInt8 { luma[y * width + x] }
  func isBlack(row: Int) -> Bool { (0..<width).allSatisfy { self[$0, row] == 16 } }
  func isBlack(column: Int) -> Bool { (0..<height).allSatisfy { self[column, $0] == 16 } }
}

@Suite("Pictures in a frame (KSYManual.md#6.3, scalingMode and rotateDegress)")
struct PresentationTests {
  /// The clip, 320 × 180, in a frame.
  private func picture(
    _ width: Int32, _ height: Int32, _ mode: ScalingMode, rotation: Int32 = 0
  ) throws -> Y4MPicture {
    try Media.withDirectory { directory in
      let path = directory + "/out.y4m"
      let library = IdentifierTable()
      let output = try Y4MOutput(path: path, frame: PixelSize(width: width, height: height))
      let player = VirtualPlayer(
        engine: FFmpegEngine(library: library, clocking: .virtual, outputs: [output]), library: library)
      player.send(.setScalingMode(mode))
      player.send(.setRotation(degrees: rotation))
      player.send(
        .load(item: library.item(for: Media.path("clip.mp4")), start: .standard, autoplay: true, opens: true))
      player.run(until: .microseconds(300_000))
      player.shutDown()
      return try Y4MPicture(path: path)
    }
  }

  @Test("Fit: the whole picture, bars above and below")
  func fit() throws {
    let shown = try picture(320, 320, .aspectFit)
    #expect((shown.width, shown.height) == (320, 320))
    #expect(shown.isBlack(row: 0) && shown.isBlack(row: 69) && shown.isBlack(row: 319))
    #expect(!shown.isBlack(row: 70) && !shown.isBlack(row: 249))
  }

  @Test("Fill and stretch: no bars")
  func fill() throws {
    for mode in [ScalingMode.aspectFill, .fill] {
      let shown = try picture(200, 200, mode)
      #expect(!shown.isBlack(row: 0) && !shown.isBlack(row: 199), "\(mode)")
    }
  }

  @Test("Natural size: centred")
  func natural() throws {
    let shown = try picture(400, 300, .none)
    #expect(shown.isBlack(row: 59) && !shown.isBlack(row: 60))
    #expect(shown.isBlack(column: 39) && !shown.isBlack(column: 40))
  }

  @Test("A quarter turn counter-clockwise moves the upper right corner to the upper left; more turns add up")
  func rotation() throws {
    let upright = try picture(320, 180, .aspectFit)
    let turned = try picture(180, 320, .aspectFit, rotation: 90)
    let upsideDown = try picture(320, 180, .aspectFit, rotation: 180)
    let turnedBack = try picture(180, 320, .aspectFit, rotation: 270)
    for (x, y) in [(0, 0), (319, 0), (0, 179), (319, 179), (100, 50), (37, 133)] {
      #expect(turned[y, 319 - x] == upright[x, y])
      #expect(upsideDown[319 - x, 179 - y] == upright[x, y])
      #expect(turnedBack[179 - y, x] == upright[x, y])
    }
    #expect(Set(upright.luma).count > 50, "a picture with something in it")
  }

  @Test("A frame of plain values is fitted by the same geometry")
  func values() {
    // Two pixels, red and green.
    let frame = VideoFrame(position: .zero, width: 2, height: 1, pixels: [255, 0, 0, 0, 255, 0])
    let turned = frame.fitted(into: PixelSize(width: 1, height: 2), mode: .fill, rotation: 90)
    #expect(turned.pixels == [0, 255, 0, 255, 0, 0])
    let barred = frame.fitted(into: PixelSize(width: 2, height: 3), mode: .aspectFit)
    #expect(barred.pixels == [0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0])
  }
}
#endif
