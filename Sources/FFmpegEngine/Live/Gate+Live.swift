#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore

extension Gate {
  /// What libavformat is to read of a playlist.
  enum Form {
    case same
    case other(String)
    /// Nothing is there yet; the target duration in microseconds.
    case empty(Int64)
    case useless
  }

  /// The form of the playlist at `address` that ``live`` requires, or a seek. `base`: where the request was sent to, if elsewhere.
  func form(_ bytes: [UInt8], _ lines: [ArraySlice<UInt8>], at address: String, _ base: URL?) -> Form {
    // A playlist that was live ends here.
    let wasLive = live?.knows(address) == true
    var (bytes, isComplete) = (bytes, Self.has(["#EXT-X-ENDLIST", "#EXT-X-PLAYLIST-TYPE:VOD"], in: lines))
    let isCompleted = completesLists && !isComplete && Self.has(["#EXTINF:"], in: lines)
    if isCompleted { (bytes, isComplete) = (bytes + "\n#EXT-X-ENDLIST\n".utf8, true) }
    if isComplete, !wasLive { keep(bytes, at: address, base) }
    let isPlain = !wasLive && (live == nil || isComplete) && !Self.has(["#EXT-X-GAP", "#EXT-X-START:"], in: lines)
    if isPlain, !isCompleted, shortenedTo == nil { return .same }
    guard let playlist = list(bytes, base) else { return .useless }
    if playlist.isMaster {
      live?.takeMaster(playlist)
      return .same
    }
    if shortenedTo != nil { return shorten(playlist).map { .other($0) } ?? .same }
    if live != nil, !playlist.isComplete, playlist.segments.isEmpty {
      return wasLive ? .useless : .empty(playlist.targetDuration)
    }
    gaps.formUnion(playlist.gaps(from: base ?? URL(string: address)))
    declaredStart = playlist.start ?? declaredStart
    let isLive = !playlist.isComplete || wasLive
    let taken = isLive ? live?.take(playlist, at: address, location: base?.absoluteString) : nil
    return .other(taken ?? playlist.text(from: 0, isComplete: playlist.isComplete))
  }

  /// A playlist that has no segment yet is asked for again.
  func wait(for targetDuration: Int64, _ request: Request) -> Int32 {
    let end = MonotonicClock.now + .microseconds(min(max(targetDuration, 1_000_000), 60_000_000))
    while MonotonicClock.now < end {
      if mustReturn { return CFF_ERROR_INTERRUPTED }
      usleep(50_000)
    }
    return open(request)
  }

  /// A live playlist ends when it says so. One that could not be had this once stays as it was, and libavformat asks for it
  /// again after a while. Nil for everything else.
  func latestList(at address: String) -> String? { mustReturn ? nil : live?.latest(at: address) }
}
#endif
