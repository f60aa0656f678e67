/// One value for each kind of rendition.
@frozen
public struct ByKind<Value> {
  /// The value for audio renditions.
  public var audio: Value
  /// The value for video renditions.
  public var video: Value
  /// The value for subtitle renditions.
  public var subtitle: Value

  /// A value for each kind.
  @inlinable
  public init(audio: Value, video: Value, subtitle: Value) {
    self.audio = audio
    self.video = video
    self.subtitle = subtitle
  }

  /// The value for `kind`.
  @inlinable
  public subscript(kind: TrackKind) -> Value {
    get {
      switch kind {
      case .audio: audio
      case .video: video
      case .subtitle: subtitle
      }
    }
    set {
      switch kind {
      case .audio: audio = newValue
      case .video: video = newValue
      case .subtitle: subtitle = newValue
      }
    }
  }
}

extension ByKind: Sendable where Value: Sendable {}
extension ByKind: Equatable where Value: Equatable {}
#if !hasFeature(Embedded)
extension ByKind: Hashable where Value: Hashable {}
#endif
