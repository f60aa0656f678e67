import PlayerCore

/// Defines what a number of the core identifies. In a trace it comes before the first record that uses the number.
public enum TraceDefinition: Hashable, Sendable {
  case item(ItemID, source: String)
  case text(TextID, String)
}
