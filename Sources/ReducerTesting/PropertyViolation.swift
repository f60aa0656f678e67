/// A property that does not hold.
public struct PropertyViolation: Hashable, Sendable {
  /// The property's name: short, stable, lower case with dashes, for example `plays-although-paused`.
  public var property: String
  /// What was seen, in a human-readable line.
  public var detail: String

  /// A property that does not hold.
  public init(_ property: String, _ detail: String = "") {
    self.property = property
    self.detail = detail
  }
}
