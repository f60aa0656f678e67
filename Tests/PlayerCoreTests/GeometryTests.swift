import PlayerCore
import Testing

@Suite("Where a picture lies in its frame")
struct GeometryTests {
  private static func forEachLayout(
    _ count: Int = 4_000, mode: ScalingMode? = nil, upTo limit: Int = 2_000,
    _ visit: (_ layout: PictureLayout, _ picture: PixelSize, _ frame: PixelSize, _ rotation: Int32) -> Void
  ) {
    var random = SplitMix64(seed: 7)
    for _ in 0..<count {
      let picture = PixelSize(width: Int32(1 + random.below(limit)), height: Int32(1 + random.below(limit)))
      let frame = PixelSize(width: Int32(1 + random.below(limit)), height: Int32(1 + random.below(limit)))
      let rotation = random.pick([0, 90, 180, 270] as [Int32])
      let mode = mode ?? random.pick(Array(ScalingMode.allCases))
      visit(PictureLayout(picture: picture, frame: frame, mode: mode, rotation: rotation), picture, frame, rotation)
    }
  }

  private static func fits(_ part: PixelRectangle, in whole: PixelSize) -> Bool {
    part.x >= 0 && part.y >= 0 && part.width > 0 && part.height > 0
      && Int64(part.x) + Int64(part.width) <= Int64(whole.width)
      && Int64(part.y) + Int64(part.height) <= Int64(whole.height)
  }

  @Test("the source lies in the picture and the destination in the frame")
  func inside() {
    Self.forEachLayout { layout, picture, frame, _ in
      #expect(Self.fits(layout.source, in: picture))
      #expect(Self.fits(layout.destination, in: frame))
    }
  }

  @Test("aspect fit shows the whole picture, touches two sides of the frame, and keeps the aspect to the pixel")
  func aspectFit() {
    Self.forEachLayout(mode: .aspectFit) { layout, picture, frame, rotation in
      #expect(layout.source == PixelRectangle(x: 0, y: 0, width: picture.width, height: picture.height))
      let covered = layout.destination
      #expect(covered.width == frame.width || covered.height == frame.height)
      let turned = picture.rotated(by: rotation)
      // Exact to half a pixel, or clamped to the minimum of one pixel.
      let error = abs(Int64(covered.width) * Int64(turned.height) - Int64(covered.height) * Int64(turned.width))
      let isExact = 2 * error <= Int64(max(turned.width, turned.height))
      #expect(isExact || covered.width == 1 || covered.height == 1)
      #expect(abs(covered.x - (frame.width - covered.width - covered.x)) <= 1, "in the middle")
    }
  }

  @Test("aspect fill and fill cover the frame; fill shows the whole picture, aspect fill its full width or height")
  func fill() {
    for mode in [ScalingMode.aspectFill, .fill] {
      Self.forEachLayout(mode: mode) { layout, picture, frame, _ in
        #expect(layout.destination == PixelRectangle(x: 0, y: 0, width: frame.width, height: frame.height))
        let isWide = layout.source.width == picture.width
        let isHigh = layout.source.height == picture.height
        #expect(mode == .fill ? isWide && isHigh : isWide || isHigh)
      }
    }
  }

  @Test("natural size is not scaled: one pixel of the picture is one of the frame")
  func natural() {
    Self.forEachLayout(mode: ScalingMode.none) { layout, picture, frame, rotation in
      let turned = picture.rotated(by: rotation)
      #expect(layout.destination.width == min(turned.width, frame.width))
      #expect(layout.destination.height == min(turned.height, frame.height))
      let isTurned = rotation == 90 || rotation == 270
      #expect(layout.source.width == (isTurned ? layout.destination.height : layout.destination.width))
    }
  }

  @Test("known layouts")
  func examples() {
    let wide = PixelSize(width: 1_920, height: 1_080)
    let square = PixelSize(width: 100, height: 100)
    func layout(_ mode: ScalingMode, _ rotation: Int32 = 0) -> PictureLayout {
      PictureLayout(picture: wide, frame: square, mode: mode, rotation: rotation)
    }
    #expect(layout(.aspectFit).destination == PixelRectangle(x: 0, y: 22, width: 100, height: 56))
    #expect(layout(.aspectFit, 90).destination == PixelRectangle(x: 22, y: 0, width: 56, height: 100))
    #expect(layout(.aspectFill).source == PixelRectangle(x: 420, y: 0, width: 1_080, height: 1_080))
    #expect(layout(.none).source == PixelRectangle(x: 910, y: 490, width: 100, height: 100))
    #expect(layout(.aspectFit, 90).rotatedSize == PixelSize(width: 1_080, height: 1_920))
    #expect(layout(.aspectFit, 45) == PictureLayout(picture: wide, frame: square, mode: .aspectFit, rotation: 45))
    #expect(
      layout(.aspectFit, 45).destination == layout(.aspectFit).destination, "turns nothing (Contradictions.md#X-21)")
  }

  @Test("rotation is counter-clockwise: the upper right corner moves to the upper left")
  func direction() throws {
    let picture = PixelSize(width: 4, height: 2)
    func corner(_ degrees: Int32) throws -> [Int32] {
      let turned = picture.rotated(by: degrees)
      let layout = PictureLayout(picture: picture, frame: turned, mode: .none, rotation: degrees)
      let pixel = try #require(layout.sourcePixel(x: 0, y: 0))
      return [pixel.x, pixel.y]
    }
    #expect(try corner(0) == [0, 0])
    #expect(try corner(90) == [3, 0])
    #expect(try corner(180) == [3, 1])
    #expect(try corner(270) == [0, 1])
  }

  @Test("four quarter turns restore every pixel")
  func fourTurns() throws {
    let picture = PixelSize(width: 5, height: 3)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        var (px, py) = (x, y)
        var size = picture
        for _ in 0..<4 {
          // Maps the turned picture back to the one before it.
          let layout = PictureLayout(picture: size, frame: size.rotated(by: 90), mode: .none, rotation: 90)
          let turned = size.rotated(by: 90)
          let place = (0..<turned.height).lazy.flatMap { row in (0..<turned.width).lazy.map { ($0, row) } }
            .first { layout.sourcePixel(x: $0.0, y: $0.1).map { $0 == (px, py) } ?? false }
          (px, py) = try #require(place)
          size = turned
        }
        #expect(px == x && py == y)
      }
    }
  }

  @Test("every covered pixel shows a pixel of the source, and bars show none")
  func sampling() {
    Self.forEachLayout(400, upTo: 24) { layout, _, frame, _ in
      for y in -1...frame.height {
        for x in -1...frame.width {
          let covered = layout.destination
          let isCovered =
            x >= covered.x && x < covered.x + covered.width && y >= covered.y && y < covered.y + covered.height
          guard let pixel = layout.sourcePixel(x: x, y: y) else {
            #expect(!isCovered)
            continue
          }
          let source = layout.source
          #expect(isCovered && pixel.x >= source.x && pixel.x < source.x + source.width)
          #expect(pixel.y >= source.y && pixel.y < source.y + source.height)
        }
      }
    }
  }

  @Test("no size traps; without a picture or a frame the layout is empty")
  func extremes() {
    let sides: [Int32] = [.min, -1, 0, 1, 2, 1_080, .max - 1, .max]
    for width in sides {
      for height in sides {
        for frameWidth in sides {
          for frameHeight in sides {
            for mode in ScalingMode.allCases {
              for rotation in [Int32.min, 0, 90, 180, 270, .max] {
                let picture = PixelSize(width: width, height: height)
                let frame = PixelSize(width: frameWidth, height: frameHeight)
                let layout = PictureLayout(picture: picture, frame: frame, mode: mode, rotation: rotation)
                let last = layout.sourcePixel(x: frameWidth &- 1, y: frameHeight &- 1)
                if picture.isEmpty || frame.isEmpty {
                  if layout != PictureLayout(picture: .zero, frame: .zero, mode: .none) { Issue.record("\(layout)") }
                } else if !Self.fits(layout.source, in: picture) || !Self.fits(layout.destination, in: frame) {
                  Issue.record("\(layout) \(String(describing: last))")
                }
              }
            }
          }
        }
      }
    }
  }
}
