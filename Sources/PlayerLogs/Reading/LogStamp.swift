/// A time at the beginning of a line, as consoles and loggers write it.
enum LogStamp {
  /// The time in microseconds, whether it counts from 1970, and the text after it.
  struct Stamp {
    var time: Int64
    var isDate: Bool
    var rest: LogText
  }

  /// `2026-11-26T15:00:00.123Z`, `2026-11-26 15:00:00,123`, `11-26 15:00:00.123`, `15:00:00.123`; `nil` for a line that
  /// begins otherwise. Dates without a year count from the beginning of a leap year, and dates without a zone are read
  /// as UTC: only their distances matter.
  static func at(_ line: LogText) -> Stamp? {
    var text = line
    if text.first == UInt8(ascii: "[") || text.first == UInt8(ascii: "(") { text = text.dropFirst(1) }
    if let date = date(text, hasYear: true) ?? date(text, hasYear: false) { return date }
    guard let clock = text.clock, clock.length >= 8 else { return nil }
    return Stamp(time: clock.value, isDate: false, rest: ended(text.dropFirst(clock.length)))
  }

  private static func date(_ line: LogText, hasYear: Bool) -> Stamp? {
    var text = line
    var year: Int64 = 1972
    if hasYear {
      guard let found = number(text, digits: 4), text[4] == UInt8(ascii: "-") || text[4] == UInt8(ascii: "/") else {
        return nil
      }
      (year, text) = (found, text.dropFirst(5))
    }
    guard let month = number(text, digits: 2), text[2] == UInt8(ascii: "-") || text[2] == UInt8(ascii: "/"),
      let day = number(text.dropFirst(3), digits: 2), (1...12).contains(month), (1...31).contains(day),
      let mark = text[5], mark == UInt8(ascii: " ") || mark == UInt8(ascii: "T"), year >= 1970
    else { return nil }
    text = text.dropFirst(6)
    guard let clock = text.clock else { return nil }
    let time = days(year, month, day) * 86_400_000_000 + clock.value
    text = text.dropFirst(clock.length)
    var zone: Int64 = 0
    if let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hours = number(text.dropFirst(1), digits: 2)
    {
      let rest = text.dropFirst(text[3] == UInt8(ascii: ":") ? 4 : 3)
      zone = (hours * 60 + (number(rest, digits: 2) ?? 0)) * (sign == UInt8(ascii: "+") ? 1 : -1)
      text = rest.dropFirst(2)
    } else if text.first == UInt8(ascii: "Z") {
      text = text.dropFirst(1)
    }
    return Stamp(time: time - zone * 60_000_000, isDate: hasYear, rest: ended(text))
  }

  private static func number(_ text: LogText, digits: Int) -> Int64? {
    var value: Int64 = 0
    for place in 0..<digits {
      guard let byte = text[place], case let digit = byte &- 0x30, digit < 10 else { return nil }
      value = value * 10 + Int64(digit)
    }
    return value
  }

  private static func ended(_ text: LogText) -> LogText {
    text.first == UInt8(ascii: "]") || text.first == UInt8(ascii: ")") ? text.dropFirst(1) : text
  }

  /// A time since 1970 as ``at(_:)`` reads it: `2026-11-26 15:00:00.123456`.
  static func text(_ time: Int64) -> String {
    let day = time / 86_400_000_000
    var (year, month): (Int64, Int64) = (1970 + day / 366, 1)
    while days(year + 1, 1, 1) <= day { year += 1 }
    while month < 12, days(year, month + 1, 1) <= day { month += 1 }
    let digits = { (value: Int64, width: Int) in
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day - days(year, month, 1) + 1, 2))"
    let second = time / 1_000_000 % 86_400
    let clock = [second / 3_600, second / 60 % 60, second % 60].map { digits($0, 2) }.joined(separator: ":")
    return "\(date) \(clock).\(digits(time % 1_000_000, 6))"
  }

  /// Days since 1970, in the Gregorian calendar.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// Times of day without a date, which restart at midnight.
struct DayClock {
  private static let day: Int64 = 86_400_000_000
  private var days: Int64 = 0
  private var last: Int64?

  /// The time plus the days that have passed.
  mutating func running(_ time: Int64) -> Int64 {
    if let last, time < last - Self.day / 2, time < Self.day { days = min(days + 1, 36_500) }
    last = time
    return time + days * Self.day
  }
}
