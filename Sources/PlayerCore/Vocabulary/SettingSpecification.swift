extension Setting {
  /// A setting's unit, its default, and the values it accepts.
  public struct Specification: Sendable {
    /// What the number counts.
    public var unit: Unit
    /// The value of a configuration that was not changed.
    public var standard: Int64
    /// The values that ``Command/set(_:_:)`` accepts; others are refused.
    public var range: ClosedRange<Int64>
  }
}
