#if FFmpeg
import CFFmpeg
import PlayerRuntime

/// Makes pictures upright that are stored otherwise.
final class PictureTurner {
  /// Converters of formats that cannot be turned as they are.
  private var converters: [Int32: PictureConverter] = [:]

  /// `frame` as it is to be seen: itself when it is stored so, and where memory is short.
  func upright(_ frame: Frame) -> Frame { turned(frame, by: frame.orientation) }

  func turned(_ frame: Frame, by orientation: Orientation) -> Frame {
    if frame.kind != .video || orientation == .upright { return frame }
    let (width, height) = (frame.pointer.pointee.width, frame.pointer.pointee.height)
    let stored = AVPixelFormat(rawValue: frame.pointer.pointee.format)
    let format = Self.turnableFormat(stored, onItsSide: orientation.isTransposed)
    let converter = converters[format.rawValue] ?? PictureConverter(to: format)
    converters[format.rawValue] = converter
    guard let source = try? converter.convert(frame, width: width, height: height),
      let target = Self.target(for: source, by: orientation)
    else { return frame }
    for plane in 0..<4 {
      guard let from = source.plane(plane), let to = target.plane(plane) else { continue }
      Self.copy(from, to: to, by: orientation)
    }
    return target
  }

  /// `format`, or where its pixels cannot change places, another that loses nothing of 8 or 10 bits: rows become columns
  /// only where colours are as dense across as down.
  private static func turnableFormat(_ format: AVPixelFormat, onItsSide: Bool) -> AVPixelFormat {
    guard let shape = av_pix_fmt_desc_get(format)?.pointee else { return AV_PIX_FMT_YUV420P }
    func has(_ flag: Int32) -> Bool { shape.flags & UInt64(flag) != 0 }
    if has(AV_PIX_FMT_FLAG_PAL) || has(AV_PIX_FMT_FLAG_BAYER) { return AV_PIX_FMT_RGB24 }
    if has(AV_PIX_FMT_FLAG_BITSTREAM) { return has(AV_PIX_FMT_FLAG_RGB) ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_GRAY8 }
    if shape.log2_chroma_w == shape.log2_chroma_h || !onItsSide && has(AV_PIX_FMT_FLAG_PLANAR) { return format }
    return shape.comp.0.depth > 8 ? AV_PIX_FMT_YUV444P10LE : AV_PIX_FMT_YUV444P
  }

  private static func target(for frame: Frame, by orientation: Orientation) -> Frame? {
    guard let new = av_frame_alloc() else { return nil }
    let target = Frame(new, kind: .video, position: frame.position, duration: frame.duration)
    let source = frame.pointer.pointee
    let isOnItsSide = orientation.isTransposed
    new.pointee.format = source.format
    new.pointee.width = isOnItsSide ? source.height : source.width
    new.pointee.height = isOnItsSide ? source.width : source.height
    target.takeColours(of: frame)
    let pixel = source.sample_aspect_ratio
    new.pointee.sample_aspect_ratio = isOnItsSide ? AVRational(num: pixel.den, den: pixel.num) : pixel
    // Fields whose lines became columns are no longer fields.
    new.pointee.interlaced_frame = isOnItsSide ? 0 : source.interlaced_frame
    let changesFields = orientation.isUpsideDown && source.height % 2 == 0
    new.pointee.top_field_first = changesFields ? 1 - source.top_field_first : source.top_field_first
    if isOnItsSide { new.pointee.chroma_location = turned(source.chroma_location) }
    return av_frame_get_buffer(new, 0) >= 0 ? target : nil
  }

  private static func turned(_ location: AVChromaLocation) -> AVChromaLocation {
    switch location {
    case AVCHROMA_LOC_LEFT: AVCHROMA_LOC_TOP
    case AVCHROMA_LOC_TOP: AVCHROMA_LOC_LEFT
    default: location
    }
  }

  private static func copy(_ source: Frame.Plane, to target: Frame.Plane, by orientation: Orientation) {
    // Distances in the source from one pixel of the target to the next, and from one line to the next.
    let lastColumn = source.step * (source.width - 1)
    let lastLine = source.stride * (source.height - 1)
    let (column, line) = orientation.isTransposed ? (source.stride, source.step) : (source.step, source.stride)
    let (columnEnd, lineEnd) = orientation.isTransposed ? (lastLine, lastColumn) : (lastColumn, lastLine)
    var start = source.start
    if orientation.isReversed { start += columnEnd }
    if orientation.isUpsideDown { start += lineEnd }
    let across = orientation.isReversed ? -column : column
    let down = orientation.isUpsideDown ? -line : line
    switch source.step {
    case 2: copy(UInt16.self, from: start, across, down, to: target)
    case 4: copy(UInt32.self, from: start, across, down, to: target)
    default:
      for byte in 0..<source.step { copy(UInt8.self, at: byte, from: start, across, down, to: target) }
    }
  }

  /// Copies what lies `offset` bytes after the beginning of each pixel.
  private static func copy<Value: BitwiseCopyable>(
    _: Value.Type, at offset: Int = 0, from start: UnsafeMutableRawPointer, _ across: Int, _ down: Int,
    to target: Frame.Plane
  ) {
    for line in 0..<target.height {
      var source = start + line * down + offset
      var place = target.start + line * target.stride + offset
      for _ in 0..<target.width {
        place.storeBytes(of: source.loadUnaligned(as: Value.self), as: Value.self)
        source += across
        place += target.step
      }
    }
  }
}

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
