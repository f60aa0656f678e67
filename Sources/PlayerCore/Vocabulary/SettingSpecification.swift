extension Setting {
  /// A setting's unit, its default, and the values it accepts.
  public struct Specification: Sendable {
    public var unit: Unit
    public var standard: Int64
    public var range: ClosedRange<Int64>
  }
}
