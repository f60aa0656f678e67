import PlayerCore

/// Numbers of segment files, in whole microseconds: no floating point, so nothing is lost on the way.
enum SegmentNumber {
  enum Reading: Equatable {
    case time(MediaTime)
    case notANumber
    case negative
    case tooLarge
  }

  /// Seconds as `12`, `12.5` or `1.25e1`, rounded to the nearest microsecond.
  static func seconds(_ bytes: ArraySlice<UInt8>) -> Reading { decimal(bytes, scale: 6) }

  /// `bytes` times ten to the power of `scale`.
  static func decimal(_ bytes: ArraySlice<UInt8>, scale: Int) -> Reading {
    guard let number = Decimal(bytes) else { return .notANumber }
    guard let value = number.scaled(scale) else { return .tooLarge }
    if number.isNegative && value > 0 { return .negative }
    return bounded(value)
  }

  /// `mm:ss`, `hh:mm:ss`, with decimals behind a point or a comma.
  static func clock(_ bytes: ArraySlice<UInt8>) -> Reading {
    if bytes.first == UInt8(ascii: "-") { return .negative }
    let parts = bytes.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count else { return .notANumber }
    var total: Int64 = 0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard case .time(let value) = isLast ? seconds(pointed(part)) : whole(part) else { return .notANumber }
      let unit = isLast ? value.microseconds : value.microseconds * 1_000_000
      if index > 0, unit >= 60_000_000 { return .notANumber }
      // Hours are bounded by `whole`, so none of this can overflow.
      total = total * 60 + unit
    }
    return bounded(total)
  }

  /// A frame number at a rate.
  static func frame(_ bytes: ArraySlice<UInt8>, _ rate: FrameRate) -> Reading {
    guard case .time(let frame) = decimal(bytes, scale: 3) else { return decimal(bytes, scale: 3) }
    // The product needs 128 bits; a thousand denominators are at most 10¹².
    let product = frame.microseconds.magnitude.multipliedFullWidth(by: 1_000 * rate.denominator.magnitude)
    let divisor = UInt64(rate.numerator.magnitude)
    guard product.high < divisor else { return .tooLarge }
    let value = divisor.dividingFullWidth(product).quotient
    return value > MediaSegment.timeLimit.microseconds.magnitude ? .tooLarge : .time(.microseconds(Int64(value)))
  }

  private static func bounded(_ value: Int64) -> Reading {
    value > MediaSegment.timeLimit.microseconds ? .tooLarge : .time(.microseconds(value))
  }

  private static func whole(_ bytes: ArraySlice<UInt8>) -> Reading {
    guard 1...7 ~= bytes.count, bytes.allSatisfy(SegmentSource.isDigit) else { return .notANumber }
    return decimal(bytes, scale: 0)
  }

  /// Digits, a point or a comma, digits.
  private static func pointed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isPlain = bytes.allSatisfy {
      SegmentSource.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
    }
    return isPlain ? ArraySlice(bytes.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }) : []
  }
}

extension SegmentNumber {
  /// A decimal number as it was written: sign, digits, exponent. Beyond 18 digits it is not exact.
  private struct Decimal {
    var isNegative = false
    private var digits: Int64 = 0
    private var exponent: Int64 = 0
    private var digitCount = 0

    init?(_ bytes: ArraySlice<UInt8>) {
      var rest = bytes
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        isNegative = sign == UInt8(ascii: "-")
        rest = rest.dropFirst()
      }
      take(&rest, isFraction: false)
      if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
        take(&rest, isFraction: true)
      }
      guard digitCount > 0 else { return nil }
      if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
        guard let power = Self.power(rest.dropFirst()) else { return nil }
        exponent += power
      } else if !rest.isEmpty {
        return nil
      }
    }

    private mutating func take(_ rest: inout ArraySlice<UInt8>, isFraction: Bool) {
      while let byte = rest.first, SegmentSource.isDigit(byte) {
        rest = rest.dropFirst()
        digitCount += 1
        if digits < 100_000_000_000_000_000 {
          digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
          if isFraction { exponent -= 1 }
        } else if !isFraction {
          exponent += 1
        }
      }
    }

    /// An exponent, as far as it matters: beyond ±10000 every number is nothing or too large.
    private static func power(_ bytes: ArraySlice<UInt8>) -> Int64? {
      var rest = bytes
      let isNegative = rest.first == UInt8(ascii: "-")
      if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      guard !rest.isEmpty else { return nil }
      var value: Int64 = 0
      for byte in rest {
        guard SegmentSource.isDigit(byte) else { return nil }
        value = min(10_000, value * 10 + Int64(byte - UInt8(ascii: "0")))
      }
      return isNegative ? -value : value
    }

    /// The magnitude times ten to the power of `scale`, rounded to the nearest; `nil` when it does not fit.
    func scaled(_ scale: Int) -> Int64? {
      var value = digits
      var power = exponent + Int64(scale)
      while power > 0, value > 0 {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        if overflow { return nil }
        value = product
        power -= 1
      }
      if power < -18 { return 0 }
      guard power < 0 else { return value }
      let divisor = (0..<(-power)).reduce(Int64(1)) { product, _ in product * 10 }
      let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
      return quotient + (remainder >= divisor - remainder ? 1 : 0)
    }
  }
}

/// How many frames a second has, as a fraction.
public struct FrameRate: Hashable, Sendable {
  /// Frames in ``denominator`` seconds.
  public let numerator: Int64
  /// Seconds; 1 for whole rates.
  public let denominator: Int64

  /// Reads `25`, `29.97` or `30000/1001`, from 0.001 to 100000. The rates that television rounds to two decimals (23.97,
  /// 23.98, 29.97, 59.94) are meant as the fractions they come from.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let numerator = Self.thousandths(first) else { return nil }
    let denominator = parts.count == 2 ? Self.thousandths(parts[1]) : 1_000
    guard let denominator, denominator > 0 else { return nil }
    self.init(thousandths: numerator, by: denominator)
  }

  /// From hundredths, as comskip writes them: 2997.
  init?(hundredths: Int64) {
    guard hundredths <= 10_000_000 else { return nil }
    self.init(thousandths: hundredths * 10, by: 1_000)
  }

  private init?(thousandths numerator: Int64, by denominator: Int64) {
    guard numerator > 0, numerator / denominator <= 100_000, denominator / numerator <= 1_000 else { return nil }
    let television: Int64? =
      switch (numerator, denominator) {
      case (23_970, 1_000), (23_976, 1_000), (23_980, 1_000): 24_000
      case (29_970, 1_000): 30_000
      case (59_940, 1_000): 60_000
      default: nil
      }
    self.numerator = television ?? numerator
    self.denominator = television == nil ? denominator : 1_001
  }

  private static func thousandths(_ text: some StringProtocol) -> Int64? {
    guard case .time(let value) = SegmentNumber.decimal(Array(text.utf8)[...], scale: 3) else { return nil }
    return value.microseconds <= 1_000_000_000 ? value.microseconds : nil
  }
}
