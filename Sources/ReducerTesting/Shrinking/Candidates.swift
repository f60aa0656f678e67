/// Candidates for ``Model/simplerSteps(than:)`` and ``Model/simplerSetups(than:)``.
public enum Candidates {
  /// Numbers nearer to a goal, the nearest first: the goal, then half the distance, a quarter … up to the number's own
  /// neighbour.
  ///
  /// A shrinker that repeatedly takes the first one that still fails reaches the exact boundary in about log² tries.
  /// With one goal for each kind of value, every descent ends; with several goals, each number must have a nearest one.
  ///
  /// - Returns: At most as many numbers as the type has bits, and none when the goal is reached.
  @inlinable
  public static func numbers<Number: FixedWidthInteger>(than number: Number, towards goal: Number = 0) -> [Number] {
    var numbers: [Number] = []
    // A distance may be more than the type's largest number, so it is kept without a sign.
    var distance = number > goal ? Self.distance(from: goal, to: number) : Self.distance(from: number, to: goal)
    while distance > 0 {
      let step = Number(truncatingIfNeeded: distance)
      numbers.append(number > goal ? number &- step : number &+ step)
      distance /= 2
    }
    return numbers
  }

  @inlinable
  static func distance<Number: FixedWidthInteger>(from low: Number, to high: Number) -> Number.Magnitude {
    Number.Magnitude(truncatingIfNeeded: high) &- Number.Magnitude(truncatingIfNeeded: low)
  }
}
