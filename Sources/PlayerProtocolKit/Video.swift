import Foundation
import PlayerCore

/// Something to play.
public struct Video: Hashable, Sendable {
  /// A file or a stream: file, http, https, HLS, RTMP.
  public var url: URL
  /// What to call it; `nil` when it has no name.
  public var title: String?

  /// A video at an address.
  public init(url: URL, title: String? = nil) {
    self.url = url
    self.title = title
  }
}

/// How the picture fills its view.
public enum AspectMode: Hashable, Sendable, CaseIterable {
  /// As large as fits; bars where it does not reach.
  case resizeAspect
  /// Covers the view, cropped.
  case resizeAspectFill
  /// Covers the view, distorted.
  case resize

  var scalingMode: ScalingMode {
    switch self {
    case .resizeAspect: .aspectFit
    case .resizeAspectFill: .aspectFill
    case .resize: .fill
    }
  }

  init(_ mode: ScalingMode) {
    switch mode {
    case .none, .aspectFit: self = .resizeAspect
    case .aspectFill: self = .resizeAspectFill
    case .fill: self = .resize
    }
  }
}

/// Why playback failed.
public struct PlayerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, in the reducer's terms.
  public var kind: Failure.Kind
  /// The engine's detail: an HTTP status, an error number; 0 when it has none.
  public var code: Int32
  /// In the engine's words; empty when it has none.
  public var message: String

  /// The engine's words, or the kind when it has none.
  public var description: String { message.isEmpty ? "\(kind)" : message }
}
