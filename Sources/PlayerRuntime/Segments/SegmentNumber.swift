import PlayerCore
import PlayerText

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
    DecimalNumber(bytes).map { reading(of: $0, scale: scale) } ?? .notANumber
  }

  /// The number times ten to the power of `scale`.
  static func reading(of number: DecimalNumber, scale: Int) -> Reading {
    guard let value = number.scaled(places: scale) else { return .tooLarge }
    return value < 0 ? .negative : bounded(value)
  }

  /// `mm:ss`, `hh:mm:ss`, with decimals after a point or a comma.
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

extension JSONCursor {
  /// Seconds, not negative.
  mutating func seconds() throws(Flaw) -> MediaTime {
    let start = nextIndex
    if let (number, _) = try? self.number(), case .time(let time) = SegmentNumber.reading(of: number, scale: 6) {
      return time
    }
    throw flaw("a number of seconds from 0 to \(MediaSegment.timeLimit.microseconds / 1_000_000)", at: start)
  }
}

/// Frames per second, as a fraction.
public struct FrameRate: Hashable, Sendable {
  /// Frames in ``denominator`` seconds.
  public let numerator: Int64
  /// Seconds; 1 for whole rates.
  public let denominator: Int64

  /// Reads `25`, `29.97` or `30000/1001`, from 0.001 to 100000. The rates that television rounds to two decimals
  /// (23.97, 23.98, 29.97, 59.94) are read as the exact fractions.
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
