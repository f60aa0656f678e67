extension BufferState {
  /// True when playback may run.
  @inlinable public var allowsPlayback: Bool { rawValue & 3 != 0 }
}
