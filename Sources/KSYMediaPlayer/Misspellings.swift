import Foundation

// The original's misspelt names, kept for code that uses them.

extension KSYMoviePlayerController {
  /// As the original spells ``rotateDegrees``.
  @available(*, deprecated, renamed: "rotateDegrees")
  public var rotateDegress: Int {
    get { rotateDegrees }
    set { rotateDegrees = newValue }
  }

  /// As the original spells ``setVolume(_:rightVolume:)``.
  @available(*, deprecated, renamed: "setVolume(_:rightVolume:)")
  public func setVolume(_ leftVolume: Float, rigthVolume: Float) { setVolume(leftVolume, rightVolume: rigthVolume) }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// As the original names ``reload(_:flush:)``.
  @available(*, deprecated, renamed: "reload(_:flush:)")
  public func reload(_ url: URL?, is_flush: Bool) { reload(url, flush: is_flush) }
}
