#if FFmpeg
import CFFmpeg
import PlayerCore

// Seeks by byte, in files whose timestamps may jump: to places that were passed.

extension InputFile {
  /// A place in the file, and where it is on the media's timeline.
  struct Passed {
    let position: Int64
    let byte: Int64
    let offset: Int64
  }

  private static let passedStep: Int64 = 500_000
  private static let passedLimit = 200_000

  private var isSoughtByBytes: Bool { ["mpegts", "mpeg"].contains(info.container) }

  func remember(_ packet: Packet) {
    let byte = packet.pointer.pointee.pos
    guard let offset = stamps?.offset, isSoughtByBytes, byte >= 0, let position = packet.position,
      passed.count < Self.passedLimit
    else { return }
    if let last = passed.last, position < last.position + Self.passedStep || byte <= last.byte { return }
    passed.append(Passed(position: position, byte: byte, offset: offset))
  }

  /// Whether the file was joined of several timelines: then their stamps do not lead anywhere.
  var hasJoints: Bool { passed.first.map { first in passed.contains { $0.offset != first.offset } } ?? false }

  /// Goes to the last known place before `position`, after reading up to it when it is further than all of them.
  /// Returns whether that is how this file is sought.
  func seekByBytes(to position: Int64) throws(MediaError) -> Bool {
    guard hasJoints else { return false }
    if let last = passed.last, position > last.position + Self.passedStep {
      try seek(to: last)
      while let packet = try read(), (packet.position ?? 0) < position {}
    }
    guard let place = passed.last(where: { $0.position <= position }) ?? passed.first else { return false }
    try seek(to: place)
    return true
  }

  /// Whether seeks prefer speed to exactness.
  func setFastSeek(_ isFast: Bool) {
    context.pointee.flags =
      isFast ? context.pointee.flags | AVFMT_FLAG_FAST_SEEK : context.pointee.flags & ~AVFMT_FLAG_FAST_SEEK
  }

  func goToByte(_ byte: Int64) throws(MediaError) {
    let code = seek(to: byte, flags: AVSEEK_FLAG_BYTE)
    if code < 0 { throw Self.failure(code, gate, interrupt) }
  }

  private func seek(to place: Passed) throws(MediaError) {
    try goToByte(place.byte)
    stamps?.move(to: place.position.saturatingPlus(origin), tolerance: Self.leastTolerance)
  }
}
#endif
