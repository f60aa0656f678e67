import Foundation

// Loads that begin in a segment and select it.

extension SRGMediaPlayerController {
  /// Prepares the media at `position` in the segment at `index`, counted from the segment's beginning. Without such a
  /// segment it begins at the default position.
  public func prepareToPlayURL(
    _ url: URL, at index: Int, position: SRGPosition? = nil, in segments: [any SRGSegment],
    withUserInfo userInfo: [String: Any]? = nil, completionHandler: (() -> Void)? = nil
  ) {
    load(
      SRGURLAsset(url: url), at: index, position, segments, userInfo, autoplay: false,
      completionHandler)
  }

  /// The same with an asset.
  public func prepareToPlayURLAsset(
    _ asset: SRGURLAsset, at index: Int, position: SRGPosition? = nil, in segments: [any SRGSegment],
    withUserInfo userInfo: [String: Any]? = nil, completionHandler: (() -> Void)? = nil
  ) {
    load(asset, at: index, position, segments, userInfo, autoplay: false, completionHandler)
  }

  /// Plays the media from `position` in the segment at `index` on.
  public func playURL(
    _ url: URL, at index: Int, position: SRGPosition? = nil, in segments: [any SRGSegment],
    withUserInfo userInfo: [String: Any]? = nil
  ) {
    load(SRGURLAsset(url: url), at: index, position, segments, userInfo, autoplay: true, nil)
  }

  /// The same with an asset.
  public func playURLAsset(
    _ asset: SRGURLAsset, at index: Int, position: SRGPosition? = nil, in segments: [any SRGSegment],
    withUserInfo userInfo: [String: Any]? = nil
  ) {
    load(asset, at: index, position, segments, userInfo, autoplay: true, nil)
  }

  private func load(
    _ asset: SRGURLAsset, at index: Int, _ position: SRGPosition?, _ segments: [any SRGSegment],
    _ userInfo: [String: Any]?, autoplay: Bool, _ completionHandler: (() -> Void)?
  ) {
    let target = segments.indices.contains(index) ? segments[index] : nil
    // Without the segment, the original's header documents the default position; its code uses the given position.
    let keepsPosition = target != nil || environment.compatibility == .source
    load(
      asset, keepsPosition ? position : nil, segments, target: target, userInfo, autoplay: autoplay,
      completionHandler)
  }
}
