import Foundation
import KSYMediaPlayer
import PlayerCore
import PlayerRuntime
import Testing

@MainActor
@Suite("Pictures (KSYManual.md#6.5, KSYManual.md#6.6)")
struct PictureTests {
  private static let red: [UInt8] = [255, 0, 0]
  private static let green: [UInt8] = [0, 255, 0]
  private static let black: [UInt8] = [0, 0, 0]

  /// The colours of a picture, line by line.
  private func letters(_ frame: VideoFrame?) -> [String] {
    guard let frame else { return [] }
    return (0..<frame.height).map { y in
      (0..<frame.width).map { x in
        let place = (y * frame.width + x) * 3
        return switch Array(frame.pixels[place..<place + 3]) {
        case Self.red: "R"
        case Self.green: "G"
        case Self.black: "."
        default: "?"
        }
      }.joined()
    }
  }

  @Test("The view shows the latest picture in its frame: scaled, cropped, turned counter-clockwise")
  func view() {
    let harness = Harness()
    let view = harness.controller.view
    #expect(view.picture == nil && view.rendered() == nil)
    harness.controller.prepareToPlay()
    harness.show(.row([Self.red, Self.green]))
    #expect(view.rendered() == nil, "no frame")
    view.frame = CGRect(x: 10, y: 10, width: 4, height: 4)
    #expect(letters(view.rendered()) == ["....", "RRGG", "RRGG", "...."])
    harness.controller.scalingMode = .fill
    #expect(letters(view.rendered()) == ["RRGG", "RRGG", "RRGG", "RRGG"])
    harness.controller.scalingMode = .none
    #expect(letters(view.rendered()).joined().filter { $0 != "." } == "RG")
    harness.controller.scalingMode = .aspectFit
    harness.controller.rotateDegrees = 90
    #expect(letters(view.rendered()) == [".GG.", ".GG.", ".RR.", ".RR."])
    #expect(view.layout.destination.width == 2 && view.rotateDegrees == 90)
    harness.controller.stop()
    #expect(view.picture == nil)
  }

  @Test("A picture smaller than declared and a frame without size are not drawn")
  func nonsense() {
    let harness = Harness()
    harness.controller.prepareToPlay()
    harness.show(VideoFrame(position: .zero, width: 1_000, height: .max, pixels: [1]))
    for frame in [CGRect(x: 0, y: 0, width: 4, height: 4), CGRect(x: 0, y: 0, width: -1, height: CGFloat.nan)] {
      harness.controller.view.frame = frame
      #expect(harness.controller.view.rendered() == nil)
    }
  }

  @Test("A still is the picture at the current time, synchronous or asynchronous; without open media there is none")
  func still() async {
    let picture = VideoFrame.row([Self.green])
    let harness = Harness(still: picture)
    #expect(harness.controller.thumbnailImageAtCurrentTime() == nil)
    #expect(await harness.controller.thumbnailImage() == nil)
    harness.controller.prepareToPlay()
    harness.run(to: 2)
    #expect(harness.controller.thumbnailImageAtCurrentTime() == picture)
    #expect(await harness.controller.thumbnailImage() == picture)
    let blind = Harness()
    blind.controller.prepareToPlay()
    blind.run(to: 2)
    #expect(blind.controller.thumbnailImageAtCurrentTime() == nil)
  }

  @Test("Sizes, bytes and buffers come from the engine (KSYManual.md#6.4)")
  func numbers() {
    let harness = Harness()
    harness.controller.prepareToPlay()
    harness.run(to: 2.1)
    #expect(harness.controller.playableDuration == 10 && harness.controller.currentPlaybackTime == 2)
    #expect(harness.controller.qosInfo.videoBufferTimeLength == 8_000)
    #expect(harness.controller.qosInfo.totalDataSize == 1_000)
    #expect(harness.controller.readSize == 1_000.0 / 1_048_576)
    #expect(harness.controller.isRenderingAudio && harness.controller.isRenderingVideo)
    harness.controller.report(.enteredBackground(audioContinues: true))
    #expect(harness.controller.isRenderingAudio && !harness.controller.isRenderingVideo)
  }
}
