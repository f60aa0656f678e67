#if FFmpeg
import CFFmpeg
import Foundation

/// Which bytes of one file were read, so that none counts twice: probing and seeks read some of them again.
///
/// Looked at from time to time. What was read in between counts as what lies right before the place of the last read: a
/// look after every packet sees all that is played, and little of what a demuxer only looked up elsewhere.
struct ReadLedger {
  private var read = IndexSet()
  private var lastBytes: Int64 = 0
  /// How many bytes of the file were read.
  private(set) var count: Int64 = 0

  /// More pieces are not kept apart: what is read then counts as new.
  private static let pieceLimit = 10_000

  mutating func look(at io: UnsafeMutablePointer<AVIOContext>) {
    look(bytesRead: io.pointee.bytes_read, position: io.pointee.pos)
  }

  /// `bytesRead`: all that was ever read, again and again; `position`: where the last read ended.
  mutating func look(bytesRead: Int64, position: Int64) {
    let bytes = bytesRead - lastBytes
    guard bytes > 0 else { return }
    lastBytes = bytesRead
    guard read.rangeView.count < Self.pieceLimit else {
      count += bytes
      return
    }
    let end = max(0, position)
    let range = Int(max(0, end - bytes))..<Int(end)
    count += Int64(range.count - read.count(in: range))
    read.insert(integersIn: range)
  }
}
#endif
