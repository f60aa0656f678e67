#if FFmpeg
import CFFmpeg
import PlayerRuntime

/// How a stored picture becomes upright: its display matrix, as far as that turns by right angles and mirrors. Pictures
/// at other angles stay as they are.
struct Orientation: Hashable, Sendable {
  /// Whether rows become columns, before anything is reversed.
  var isTransposed = false
  /// Whether left and right change places.
  var isReversed = false
  /// Whether top and bottom change places.
  var isUpsideDown = false

  static let upright = Orientation()

  /// By how much the stored picture is turned, counter-clockwise, after it was mirrored.
  var degrees: Int { isTransposed ? (isReversed ? 270 : 90) : (isUpsideDown ? 180 : 0) }

  /// Whether left and right change places before the picture is turned.
  var isMirrored: Bool { isTransposed == (isReversed == isUpsideDown) }

  /// What is reported of it.
  var metadata: [(key: String, value: String)] {
    (degrees == 0 ? [] : [(MetadataKey.rotation, "\(degrees)")]) + (isMirrored ? [(MetadataKey.mirrored, "yes")] : [])
  }
}

extension Orientation {
  private static let matrixSize = 9 * MemoryLayout<Int32>.size

  /// The orientation that the container declares for a stream.
  init(of stream: AVStream) {
    for index in 0..<Int(stream.nb_side_data) {
      guard let data = stream.side_data?[index], data.type == AV_PKT_DATA_DISPLAYMATRIX else { continue }
      self.init(matrix: UnsafeRawBufferPointer(start: data.data, count: data.size))
      return
    }
    self.init()
  }

  /// The orientation that the stream itself declares for a frame; nil when it does not.
  init?(of frame: UnsafePointer<AVFrame>) {
    guard let data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX)?.pointee else { return nil }
    self.init(matrix: UnsafeRawBufferPointer(start: data.data, count: data.size))
  }

  /// A point `(x, y)` is shown at `(a·x + c·y, b·x + d·y)`.
  init(matrix: UnsafeRawBufferPointer) {
    self.init()
    guard matrix.count >= Self.matrixSize else { return }
    func element(_ index: Int) -> Int64 { Int64(matrix.loadUnaligned(fromByteOffset: index * 4, as: Int32.self)) }
    let (a, b, c, d) = (element(0), element(1), element(3), element(4))
    // Tolerates about one degree, for rounding errors.
    let kept = min(abs(a), abs(d))
    let swapped = min(abs(b), abs(c))
    if kept > 57 * max(abs(b), abs(c)) {
      self.init(isReversed: a < 0, isUpsideDown: d < 0)
    } else if swapped > 57 * max(abs(a), abs(d)) {
      self.init(isTransposed: true, isReversed: c < 0, isUpsideDown: b < 0)
    }
  }

  /// Turns by a multiple of 90 degrees, counter-clockwise.
  init(degrees: Int32) {
    let isTransposed = degrees == 90 || degrees == 270
    self.init(
      isTransposed: isTransposed, isReversed: degrees == 180 || degrees == 270,
      isUpsideDown: degrees == 90 || degrees == 180)
  }
}
#endif
