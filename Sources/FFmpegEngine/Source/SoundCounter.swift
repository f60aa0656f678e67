#if FFmpeg
import CFFmpeg
import PlayerCore

/// Goes to a place in raw sound from a server by its byte: such files have no index, and reading up to the place would
/// load all that lies before it. libavformat gives packets no stamps after that; they are counted on from the first
/// one.
///
/// Where all frames are of one size, the number of a frame follows from its byte: that is exact. Elsewhere the file is
/// taken for equally dense everywhere.
struct SoundCounter {
  /// The first packets of the file.
  private struct Beginning {
    var byte: Int64
    var stamp: Int64
    var duration: Int64
    var sizes: ClosedRange<Int>
    var bytes = 0
    var count: Int64 = 0
  }

  /// Where to read, and what is known of that place.
  enum Way: Equatable {
    /// At this byte, where the first packet may be cut.
    case byte(Int64)
    case beginning(byte: Int64)
    /// As libavformat does it: by the table that MP3 of changing density has.
    case table
    /// As libavformat does it: by reading, for it is near.
    case reading
  }

  private static let containers: Set<String> = ["aac", "ac3", "eac3", "mp3"]
  /// So many packets show whether all are of one size.
  private static let sampleCount: Int64 = 50
  /// How many frames before the place reading begins.
  private static let lead = 10
  /// What lies nearer to the beginning is found by reading, which is exact.
  private static let nearLimit: Int64 = 256 << 10

  private let base: AVRational
  private let hasTable: Bool
  private let size: Int64
  private let length: Int64
  private var beginning: Beginning?
  /// The stamp of the next packet; nil while libavformat stamps.
  private var next: Int64?
  private var isEntering = false
  /// Whether a seek went to a place that was estimated.
  private(set) var hasEstimated = false

  /// Nil for media with an index, and for files that are read at no cost.
  init?(_ context: UnsafeMutablePointer<AVFormatContext>, _ info: MediaInfo) {
    guard Self.containers.contains(info.container), info.streams.count == 1, info.duration.microseconds > 0,
      let stream = context.pointee.streams?[Int(info.streams[0].index)]?.pointee, let io = context.pointee.pb,
      io.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
    else { return nil }
    base = stream.time_base
    hasTable = info.container == "mp3"
    size = avio_seek(io, 0, AVSEEK_SIZE)
    length = info.duration.microseconds
    if size <= 0 || size > LengthFinder.sizeLimit { return nil }
  }

  /// Whether enough of the beginning was read to go anywhere.
  var isReady: Bool { beginning.map { $0.count >= Self.sampleCount } ?? false }

  /// Takes a packet that was just read, and stamps it where libavformat does not.
  mutating func stamp(_ packet: Packet) {
    let fields = packet.pointer
    if isEntering { next = stamp(at: fields.pointee.pos) }
    isEntering = false
    if let stamp = next {
      fields.pointee.pts = stamp
      fields.pointee.dts = stamp
      next = stamp.saturatingPlus(max(0, fields.pointee.duration))
    } else if !isReady {
      measure(packet)
    }
  }

  private mutating func measure(_ packet: Packet) {
    let fields = packet.pointer.pointee
    var found =
      beginning
      ?? Beginning(
        byte: min(max(0, fields.pos), size), stamp: fields.pts == CFF_NO_TIMESTAMP ? 0 : fields.pts,
        duration: fields.duration,
        sizes: packet.size...packet.size)
    found.sizes = min(found.sizes.lowerBound, packet.size)...max(found.sizes.upperBound, packet.size)
    found.bytes += packet.size
    found.count += 1
    beginning = found
  }

  /// In bits per second, when all frames are of one size but for what rounding adds. Bit rates are multiples of 8
  /// kbit/s: what is measured on the first frames is not exact enough.
  private var rate: Int64? {
    guard let beginning, beginning.duration > 0, beginning.sizes.upperBound - beginning.sizes.lowerBound <= 2,
      let frame = microseconds(beginning.duration, base, origin: 0), (1...1_000_000).contains(frame)
    else { return nil }
    let measured = av_rescale(Int64(beginning.bytes) * 8, 1_000_000, frame * beginning.count)
    let rate = (measured + 4_000) / 8_000 * 8_000
    return (1...10_000_000).contains(rate) && abs(rate - measured) * 100 <= rate ? rate : nil
  }

  /// How to go to the stamp `time`, in microseconds.
  mutating func way(to time: Int64) -> Way {
    guard let beginning else { return .reading }
    let first = microseconds(beginning.stamp, base, origin: 0) ?? 0
    let position = max(0, time.saturatingMinus(first))
    // Some frames are skipped until their beginning is known, and decoders need the one before.
    let frames = Int64(Self.lead * beginning.bytes) / max(1, beginning.count)
    let offset = rate.map { av_rescale(position, $0, 8_000_000) } ?? av_rescale(position, size - beginning.byte, length)
    // A negative value means that the offset cannot be computed.
    let byte = min(size - 1, beginning.byte + min(max(0, offset), size) - frames)
    if byte <= beginning.byte { return .beginning(byte: beginning.byte) }
    if rate != nil { return .byte(byte) }
    // With a table, libavformat does not reach any place by reading.
    if byte < Self.nearLimit { return hasTable ? .beginning(byte: beginning.byte) : .reading }
    hasEstimated = true
    return hasTable ? .table : .byte(byte)
  }

  /// Whether a packet may be a frame, by its size; unknown where frames are of any size.
  func isWhole(_ packet: Packet) -> Bool? {
    guard rate != nil, let sizes = beginning?.sizes else { return nil }
    return (sizes.lowerBound - 1...sizes.upperBound + 1).contains(packet.size)
  }

  /// The stamp of a packet by its place in the file.
  private func stamp(at byte: Int64) -> Int64 {
    guard let beginning else { return 0 }
    let offset = min(max(0, byte - beginning.byte), size)
    guard let rate else {
      let position = av_rescale(offset, length, max(1, size - beginning.byte))
      let ticks = av_rescale_q(position, AVRational(num: 1, den: 1_000_000), base)
      return beginning.stamp.saturatingPlus(ticks)
    }
    let number = av_rescale(offset * 8, Int64(base.den), max(1, rate * beginning.duration * Int64(base.num)))
    let ticks = number.saturatingTimes(beginning.duration)
    return beginning.stamp.saturatingPlus(ticks)
  }

  /// The next packet is the first one of another place; `isCounted`: and libavformat does not stamp it.
  mutating func enter(isCounted: Bool) {
    next = nil
    isEntering = isCounted
  }
}

extension InputFile {
  /// Goes to `position` by bytes in raw sound from a server. Returns whether that is how this file is sought.
  func seekSound(to position: Int64) throws(MediaError) -> Bool {
    guard sound != nil else { return false }
    while sound?.isReady == false, try read() != nil {}
    let way = sound?.way(to: position.saturatingPlus(origin)) ?? .reading
    setFastSeek(way == .table)
    switch way {
    case .byte(let byte):
      sound?.enter(isCounted: false)
      try goToByte(byte)
      try findFrames()
    case .beginning(let byte): try goToByte(byte)
    case .table, .reading:
      sound?.enter(isCounted: false)
      return false
    }
    sound?.enter(isCounted: true)
    return true
  }

  /// Reads until frames follow each other: the first packets may be cut, or begin at what only looks like a frame.
  private func findFrames() throws(MediaError) {
    var count = 0
    for _ in 0..<Self.findLimit where count < 2 {
      guard let packet = try read() else { return }
      guard let isWhole = sound?.isWhole(packet) else { return }
      count = isWhole ? count + 1 : 0
    }
  }

  private static let findLimit = 6
}
#endif
