/// How a player behaves: a value for every ``Setting``.
///
/// Copies share their storage and a change replaces it whole, so that the state only holds a reference.
public struct Configuration: Hashable, Sendable {
  @usableFromInline var values: [Int64]

  /// The default of every setting.
  public init() {
    values = []
    values.reserveCapacity(Setting.count)
    for setting in Setting.allCases { values.append(setting.specification.standard) }
  }

  /// The value of a setting; setting a value outside its range moves it to the nearest one inside.
  @inlinable public subscript(setting: Setting) -> Int64 {
    get { values[Int(setting.rawValue)] }
    set {
      let range = setting.specification.range
      values[Int(setting.rawValue)] = max(range.lowerBound, min(newValue, range.upperBound))
    }
  }

  @inlinable subscript(flag setting: Setting) -> Bool {
    get { self[setting] != 0 }
    set { self[setting] = newValue ? 1 : 0 }
  }

  @inlinable subscript(span setting: Setting) -> TimeSpan {
    get { TimeSpan(microseconds: self[setting]) }
    set { self[setting] = newValue.microseconds }
  }

  @inlinable subscript(rate setting: Setting) -> Rate {
    get { Rate(thousandths: Int32(truncatingIfNeeded: self[setting])) }
    set { self[setting] = Int64(newValue.thousandths) }
  }
}

extension Failure.Kind {
  /// ``Setting/retryableFailures`` for the kinds that `isRetryable` accepts.
  public static func bits(where isRetryable: (Self) -> Bool) -> Int64 {
    var bits: Int64 = 0
    for kind in allCases where isRetryable(kind) { bits |= 1 &<< Int64(kind.rawValue) }
    return bits
  }
}
