// What a player waits for, and where it is: what a simulation of its engine and its app has to know.

extension Player {
  /// The seek that the engine works on, visible or not; none without one.
  public var seekInFlight: SeekSerial { seeking.isActive ? seeking.inFlight : .none }
  /// The standby opening, which takes over from the one that plays out; none without one.
  public var standbyEpoch: Epoch { loading.nextEpoch }
  /// How many commands wait for their answer.
  public var pendingRequestCount: Int {
    (loading.request.isOpen ? 1 : 0) + (seeking.request.isOpen ? 1 : 0) + (presentation.stillRequest.isOpen ? 1 : 0)
  }
  /// Whether the app is in the background.
  public var isInBackground: Bool { shown.isInBackground }
}
