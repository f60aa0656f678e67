// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

extension Failure.Kind {
  /// Whether a network that returns can heal it; ``Setting/resumesOnReconnect`` retries such failures.
  public var isConnectivity: Bool {
    switch self {
    case .io, .nameResolution, .socket, .connect, .openTimeout, .readTimeout, .endedEarly, .stuckBuffering: true
    default: false
    }
  }
}
