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
    let rehearsal = Rehearsal()
    let view = rehearsal.controller.view
    #expect(view.picture == nil && view.rendered() == nil)
    rehearsal.controller.prepareToPlay()
    rehearsal.show(.row([Self.red, Self.green]))
    #expect(view.rendered() == nil, "no frame")
    view.frame = CGRect(x: 10, y: 10, width: 4, height: 4)
    #expect(letters(view.rendered()) == ["....", "RRGG", "RRGG", "...."])
    rehearsal.controller.scalingMode = .fill
    #expect(letters(view.rendered()) == ["RRGG", "RRGG", "RRGG", "RRGG"])
    rehearsal.controller.scalingMode = .none
    #expect(letters(view.rendered()).joined().filter { $0 != "." } == "RG")
    rehearsal.controller.scalingMode = .aspectFit
    rehearsal.controller.rotateDegrees = 90
    #expect(letters(view.rendered()) == [".GG.", ".GG.", ".RR.", ".RR."])
    #expect(view.layout.destination.width == 2 && view.rotateDegrees == 90)
    rehearsal.controller.stop()
    #expect(view.picture == nil)
  }

  @Test("A picture that is smaller than it says, and a frame without size, are not drawn")
  func nonsense() {
    let rehearsal = Rehearsal()
    rehearsal.controller.prepareToPlay()
    rehearsal.show(VideoFrame(position: .zero, width: 1_000, height: .max, pixels: [1]))
    for frame in [CGRect(x: 0, y: 0, width: 4, height: 4), CGRect(x: 0, y: 0, width: -1, height: CGFloat.nan)] {
      rehearsal.controller.view.frame = frame
      #expect(rehearsal.controller.view.rendered() == nil)
    }
  }

  @Test("A still is the picture at the current time, at once or without waiting; nothing open, nothing to see")
  func still() async {
    let picture = VideoFrame.row([Self.green])
    let rehearsal = Rehearsal(still: picture)
    #expect(rehearsal.controller.thumbnailImageAtCurrentTime() == nil)
    #expect(await rehearsal.controller.thumbnailImage() == nil)
    rehearsal.controller.prepareToPlay()
    rehearsal.run(to: 2)
    #expect(rehearsal.controller.thumbnailImageAtCurrentTime() == picture)
    #expect(await rehearsal.controller.thumbnailImage() == picture)
    let blind = Rehearsal()
    blind.controller.prepareToPlay()
    blind.run(to: 2)
    #expect(blind.controller.thumbnailImageAtCurrentTime() == nil)
  }

  @Test("Sizes, bytes and buffers are those of the engine (KSYManual.md#6.4)")
  func numbers() {
    let rehearsal = Rehearsal()
    rehearsal.controller.prepareToPlay()
    rehearsal.run(to: 2.1)
    #expect(rehearsal.controller.playableDuration == 10 && rehearsal.controller.currentPlaybackTime == 2)
    #expect(rehearsal.controller.qosInfo.videoBufferTimeLength == 8_000)
    #expect(rehearsal.controller.qosInfo.totalDataSize == 1_000)
    #expect(rehearsal.controller.readSize == 1_000.0 / 1_048_576)
    #expect(rehearsal.controller.isRenderingAudio && rehearsal.controller.isRenderingVideo)
    rehearsal.controller.report(.enteredBackground(audioContinues: true))
    #expect(rehearsal.controller.isRenderingAudio && !rehearsal.controller.isRenderingVideo)
  }
}
