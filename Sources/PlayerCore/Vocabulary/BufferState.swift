extension BufferState {
  /// True when playback can run.
  @inlinable public var allowsPlayback: Bool { rawValue & 3 != 0 }
}
