/// How a player behaves: a value for every ``Setting``.
///
/// Copies share their storage and a change replaces it whole, so the state holds only a reference.
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
    // There is a value for every setting, so that an index needs no check.
    get { values.withUnsafeBufferPointer { $0[Int(setting.rawValue)] } }
    set {
      let range = setting.specification.range
      let value = max(range.lowerBound, min(newValue, range.upperBound))
      values.withUnsafeMutableBufferPointer { $0[Int(setting.rawValue)] = value }
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

extension Configuration {
  @inlinable subscript(fraction setting: Setting) -> Fraction {
    get { Fraction(thousandths: self[setting]) }
    set { self[setting] = newValue.thousandths }
  }

  @inlinable subscript<Choice: WireEnumeration>(choice setting: Setting) -> Choice {
    get { Choice(wireValue: self[setting]) ?? .placeholder }
    set { self[setting] = newValue.wireValue }
  }

  @inlinable subscript(failures setting: Setting) -> FailureKinds {
    get { FailureKinds(rawValue: self[setting]) }
    set { self[setting] = newValue.rawValue }
  }
}

/// A number in thousandths: a part of a whole, or a volume.
public struct Fraction: Hashable, Comparable, Sendable {
  /// The value in thousandths: 1000 is the whole.
  public var thousandths: Int64

  /// A fraction of this many thousandths.
  @inlinable public init(thousandths: Int64) { self.thousandths = thousandths }
  /// A fraction of this many thousandths.
  @inlinable public static func thousandths(_ value: Int64) -> Self { Self(thousandths: value) }

  /// Nothing of the whole.
  @inlinable public static var zero: Self { Self(thousandths: 0) }

  /// The smaller fraction comes first.
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.thousandths < b.thousandths }

  /// This part of `whole`, rounded towards negative infinity, saturating.
  @inlinable public func part(of whole: TimeSpan) -> TimeSpan {
    TimeSpan(microseconds: whole.microseconds.saturatingScaled(by: thousandths, dividedBy: 1_000))
  }
}

extension FailureKinds {
  /// The kinds that `isIncluded` accepts.
  public init(where isIncluded: (Failure.Kind) -> Bool) {
    self.init(rawValue: 0)
    for kind in Failure.Kind.allCases where isIncluded(kind) { rawValue |= 1 &<< Int64(kind.rawValue) }
  }

  /// Whether `kind` is among them.
  @inlinable public func includes(_ kind: Failure.Kind) -> Bool { rawValue &>> Int64(kind.rawValue) & 1 != 0 }
}
