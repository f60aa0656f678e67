import PlayerCore

/// A rate as an argument: `1.5`, `0.5x`.
struct RateArgument: Hashable, Sendable {
  var rate: Rate

  init(_ text: String) throws {
    let number = text.hasSuffix("x") || text.hasSuffix("×") ? text.dropLast() : text[...]
    guard let thousandths = ThousandthsText.parse(number), 1...100_000 ~= thousandths else {
      throw ArgumentProblem("expected a rate from 0.001 to 100, such as 1.5")
    }
    rate = Rate(thousandths: Int32(thousandths))
  }
}

/// A volume in percent as an argument: `80`, `80%`, or `80,40` for left and right.
struct VolumeArgument: Hashable, Sendable {
  var left: Int32
  var right: Int32

  init(_ text: String) throws {
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map(Self.thousandths)
    guard 1...2 ~= values.count, let left = values[0], let right = values[values.count - 1] else {
      throw ArgumentProblem("expected a volume in percent from 0 to 100, such as 80, or 80,40")
    }
    self.left = left
    self.right = right
  }

  var command: Command { .setVolume(left: left, right: right) }

  private static func thousandths(_ text: Substring) -> Int32? {
    let number = text.hasSuffix("%") ? text.dropLast() : text
    guard let value = TimeText.fixed(number, places: 1), value <= 1_000 else { return nil }
    return Int32(value)
  }
}
