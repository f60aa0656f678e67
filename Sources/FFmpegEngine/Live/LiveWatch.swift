#if FFmpeg
import CFFmpeg
import PlayerCore
import PlayerRuntime

/// Follows the playlist of a live source while libavformat does not: it reads none while the queue is full.
///
/// Runs on a thread of its own, with a gate of its own that follows the policy of the session's gate.
struct LiveWatch {
  let feed: LiveFeed
  let policy: ProtocolPolicy
  let network: RequestOptions

  /// Returns when the session is over, or the stream is.
  func run(_ parts: SessionParts) {
    let gate = Gate(policy: policy, network: network, interrupt: parts.interrupt)
    var context = avformat_alloc_context()
    guard let own = context, let address = Self.copy(of: policy.address) else { return avformat_close_input(&context) }
    // libavformat compares every address with that of the context, which it frees.
    own.pointee.url = address
    gate.guardContext(own)
    av_opt_set(own, "protocol_whitelist", policy.protocols, 0)
    defer { avformat_close_input(&context) }
    while feed.window?.hasEnded == false {
      parts.state.wait(until: feed.due) { $0.isClosed || $0.readsNoMore }
      if parts.interrupt.isForGood || parts.state.access({ $0.isClosed || $0.readsNoMore }) { return }
      if feed.due > MonotonicClock.now { continue }
      look(gate, own)
      feed.report(to: parts.report, parts.state, at: .zero)
    }
  }

  private static func copy(of text: String) -> UnsafeMutablePointer<CChar>? {
    let bytes = text.utf8CString
    guard let copy = av_malloc(bytes.count)?.assumingMemoryBound(to: CChar.self) else { return nil }
    bytes.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { copy.update(from: base, count: bytes.count) }
    }
    return copy
  }

  private func look(_ gate: Gate, _ context: UnsafeMutablePointer<AVFormatContext>) {
    let playlist = feed.address.flatMap { gate.playlist(at: $0, context) }
    if let playlist, !playlist.isMaster { feed.take(playlist) } else { feed.miss() }
  }
}
#endif
