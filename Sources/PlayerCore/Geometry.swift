/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  /// In pixels.
  public var width: Int32
  /// In pixels.
  public var height: Int32

  /// A size of this many pixels.
  @inlinable public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }

  /// No pixels at all.
  @inlinable public static var zero: Self { Self(width: 0, height: 0) }
  /// True when there is no pixel to show, also for negative sides.
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The size of the picture after rotation; angles other than the four are ignored (Contradictions.md#X-21).
  public func rotated(by degrees: Int32) -> Self {
    degrees == 90 || degrees == 270 ? Self(width: height, height: width) : self
  }
}

/// A part of a picture or of a frame. The origin is the upper left corner, y grows downwards.
public struct PixelRectangle: Hashable, Sendable {
  /// Pixels from the left edge.
  public var x: Int32
  /// Pixels from the upper edge.
  public var y: Int32
  /// In pixels.
  public var width: Int32
  /// In pixels.
  public var height: Int32

  /// A rectangle by its upper left corner and its sides, in pixels.
  @inlinable public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// An empty rectangle in the upper left corner.
  @inlinable public static var zero: Self { Self(x: 0, y: 0, width: 0, height: 0) }

  /// A part of this size in the middle of a whole; the odd pixel is on the right and below.
  fileprivate init(_ part: PixelSize, centeredIn whole: PixelSize) {
    self.init(
      x: (whole.width - part.width) / 2, y: (whole.height - part.height) / 2, width: part.width, height: part.height)
  }
}

/// Where a picture is in its frame: which part of it is shown, how it is rotated, and where (KSYManual.md#6.3,
/// scalingMode and rotateDegress).
///
/// A picture is first rotated, then scaled, and is centred. **Rounding.** Sides are rounded to the nearest pixel,
/// halves up, and are at least one pixel long; an odd pixel is left on the right and at the bottom. Without a picture
/// or without a frame everything is zero. No size traps.
public struct PictureLayout: Hashable, Sendable {
  /// The part of the stored picture that is shown, before rotation.
  public private(set) var source = PixelRectangle.zero
  /// The part of the frame that it covers.
  public private(set) var destination = PixelRectangle.zero
  /// The size of the whole picture after rotation.
  public private(set) var rotatedSize = PixelSize.zero
  /// The same part as ``source``, in the rotated picture.
  private var crop = PixelRectangle.zero
  private var natural = PixelSize.zero
  private var rotation: Int32 = 0

  /// `degrees` are counter-clockwise.
  public init(picture: PixelSize, frame: PixelSize, mode: ScalingMode, rotation degrees: Int32 = 0) {
    guard !picture.isEmpty, !frame.isEmpty else { return }
    natural = picture
    rotation = degrees
    rotatedSize = picture.rotated(by: degrees)
    let shown: PixelSize
    let covered: PixelSize
    switch mode {
    case .none:
      shown = rotatedSize.limited(to: frame)
      covered = shown
    case .aspectFit:
      shown = rotatedSize
      covered = frame.cut(toAspectOf: rotatedSize)
    case .aspectFill:
      shown = rotatedSize.cut(toAspectOf: frame)
      covered = frame
    case .fill:
      shown = rotatedSize
      covered = frame
    }
    crop = PixelRectangle(shown, centeredIn: rotatedSize)
    destination = PixelRectangle(covered, centeredIn: frame)
    source = turnedBack(crop)
  }

  /// The pixel of the stored picture that a pixel of the frame shows (the nearest one); `nil` for bars.
  public func sourcePixel(x: Int32, y: Int32) -> (x: Int32, y: Int32)? {
    let column = Int64(x) - Int64(destination.x)
    let row = Int64(y) - Int64(destination.y)
    guard column >= 0, column < Int64(destination.width), row >= 0, row < Int64(destination.height) else { return nil }
    let pixel = turnedBack(
      PixelRectangle(
        x: crop.x + Self.nearest(column, of: destination.width, in: crop.width),
        y: crop.y + Self.nearest(row, of: destination.height, in: crop.height), width: 1, height: 1))
    return (pixel.x, pixel.y)
  }

  /// The pixel under the centre of pixel `index` when `count` pixels cover `length`.
  private static func nearest(_ index: Int64, of count: Int32, in length: Int32) -> Int32 {
    // The factors have 32 bits: their products never overflow, here and below, and a checked multiplication needs 128
    // bits on some targets.
    Int32(truncatingIfNeeded: (2 &* index &+ 1) &* Int64(length) / (2 &* Int64(count)))
  }

  /// Converts a part of the rotated picture to the stored picture.
  private func turnedBack(_ part: PixelRectangle) -> PixelRectangle {
    switch rotation {
    case 90:
      PixelRectangle(x: natural.width - part.y - part.height, y: part.x, width: part.height, height: part.width)
    case 180:
      PixelRectangle(
        x: natural.width - part.x - part.width, y: natural.height - part.y - part.height, width: part.width,
        height: part.height)
    case 270:
      PixelRectangle(x: part.y, y: natural.height - part.x - part.width, width: part.height, height: part.width)
    default: part
    }
  }
}

extension PixelSize {
  fileprivate func limited(to other: Self) -> Self {
    Self(width: min(width, other.width), height: min(height, other.height))
  }

  /// The largest part of this size that has the aspect of another one.
  fileprivate func cut(toAspectOf other: Self) -> Self {
    if Int64(width) &* Int64(other.height) <= Int64(height) &* Int64(other.width) {
      Self(width: width, height: Self.scale(other.height, width, other.width, atMost: height))
    } else {
      Self(width: Self.scale(other.width, height, other.height, atMost: width), height: height)
    }
  }

  /// `length × numerator ÷ denominator`, all of them positive, rounded to the nearest, halves up.
  private static func scale(_ length: Int32, _ numerator: Int32, _ denominator: Int32, atMost limit: Int32) -> Int32 {
    let product = Int64(length) &* Int64(numerator)
    let (quotient, rest) = product.quotientAndRemainder(dividingBy: Int64(denominator))
    let rounded = rest >= Int64(denominator) - rest ? quotient + 1 : quotient
    return Int32(truncatingIfNeeded: max(1, min(rounded, Int64(limit))))
  }
}
