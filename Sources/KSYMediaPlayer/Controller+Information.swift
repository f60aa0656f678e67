import Foundation
import PlayerCore
import PlayerRuntime

// KSYManual.md#6.4, KSYManual.md#6.6, KSYManual.md#6.7: information about the media and its playback.

extension KSYMoviePlayerController {
  /// The position in seconds; during a jump its target. Setting it seeks; before preparation it sets where playback
  /// begins (Contradictions.md#X-18). NaN has no effect and is told to the host's `diagnosed`.
  public var currentPlaybackTime: TimeInterval {
    get {
      let player = upcoming
      return player.position(at: max(host.now, player.clock)).seconds
    }
    set { go(to: newValue) }
  }

  private func go(to time: TimeInterval) {
    guard !time.isNaN else { return host.diagnose(unusable: "currentPlaybackTime: found nan; expected seconds") }
    let target = Position(anchor: .start, offset: TimeSpan(seconds: time))
    switch upcoming.phase {
    case .prepared, .ended: host.send(.seek(target))
    case .opening: if compatibility.honoursEarlyPosition { host.send(.seek(target)) }
    case .empty, .idle, .blocked, .failed: if compatibility.honoursEarlyPosition { choose(from: target) }
    }
  }

  /// In seconds; 0 for a live stream, and while it is not known.
  public var duration: TimeInterval { player.duration.seconds }

  /// Up to where the media is buffered, in seconds; never before ``currentPlaybackTime``.
  public var playableDuration: TimeInterval { max(player.bufferedUntil.seconds, currentPlaybackTime) }

  /// The size of the picture; zero before it is known.
  public var naturalSize: CGSize {
    CGSize(width: Int(player.naturalSize.width), height: Int(player.naturalSize.height))
  }

  /// The address that is open or opens; `nil` when nothing is.
  public var playingURL: URL? {
    player.phase.isOpen ? host.library.source(of: player.item).flatMap { URL(source: $0) } : nil
  }

  /// The numeric address of the server, from the prepared notification on; `nil` for files.
  public var serverAddress: String? {
    guard let address = announcer.stream?.address, !address.isEmpty else { return nil }
    return address
  }

  /// Information of the stream, from the prepared notification on: ``kKSYPLYFormat`` (a `String`), the times
  /// ``kKSYPLYHttpAnalyzeDns``, ``kKSYPLYHttpConnectTime`` and ``kKSYPLYHttpFirstDataTime`` (`Double`, milliseconds) of
  /// a connection, and the tags of the media under their own names.
  public func getMetadata() -> [String: any Sendable]? { announcer.stream?.metadata }

  /// Data that passes through the player.
  public var qosInfo: KSYQosInfo {
    let buffered = Int(((playableDuration - currentPlaybackTime) * 1_000).rounded())
    return KSYQosInfo(
      audioBufferTimeLength: buffered, videoBufferTimeLength: buffered, totalDataSize: player.bytesRead)
  }

  /// Everything that was loaded, played or still buffered, in megabytes of 1 048 576 bytes.
  public var readSize: Double { Double(player.bytesRead) / 1_048_576 }

  /// How long playback waited for data, in seconds: the sum of all stalls that are over (Contradictions.md#X-19). Each
  /// runs from the load state "stalled" to "playable" or "play-through".
  public var bufferEmptyDuration: TimeInterval { TimeInterval(player.statistics.stallTime.microseconds) / 1e6 }

  /// How often the load state became "stalled".
  public var bufferEmptyCount: Int { Int(player.statistics.stallCount) }

  /// Whether sound is presented.
  public var isRenderingAudio: Bool { playbackState == .playing && !player.supply.contains(.stalled) }
  /// Whether pictures are presented: not in the background.
  public var isRenderingVideo: Bool { isRenderingAudio && player.isVideoEnabled }

  // MARK: Stills

  /// The picture at the current time; `nil` when nothing is open, or when the engine does not provide one within half a
  /// second. Waits for it, like the original; ``thumbnailImage()`` does not.
  public func thumbnailImageAtCurrentTime() -> VideoFrame? {
    relay.expectStill()
    var isRefused = false
    host.send(.captureStill) { if $0.answer != .done { isRefused = true } }
    if isRefused { return nil }
    return relay.takeStill(within: host.timekeeping == .machine ? 500 : 0)
  }

  /// The picture at the current time; `nil` when nothing is open or nothing was shown.
  public func thumbnailImage() async -> VideoFrame? {
    relay.expectStill()
    return await withCheckedContinuation { continuation in
      host.send(.captureStill) { [relay] completion in
        continuation.resume(returning: completion.answer == .done ? relay.takeStill(within: 0) : nil)
      }
    }
  }

  // MARK: Version

  /// Which manual this player follows, and its implementation.
  public func getVersion() -> String { "TapeDeck 1.0 (KSYMediaPlayer iOS, manual of 2016-05-30)" }
}
