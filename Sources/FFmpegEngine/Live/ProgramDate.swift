#if FFmpeg
/// `EXT-X-PROGRAM-DATE-TIME`: a date and time of ISO 8601, as playlists write them.
enum ProgramDate {
  /// Microseconds since 1970; nil when `text` is no such date. Without a zone it is UTC.
  static func microseconds(_ text: some StringProtocol) -> Int64? {
    var reading = Substring(text).utf8.drop { $0 == UInt8(ascii: " ") }
    guard let year = reading.number(4), reading.take("-"), let month = reading.number(2), reading.take("-"),
      let day = reading.number(2), reading.take("T") || reading.take("t") || reading.take(" "),
      let hour = reading.number(2), reading.take(":"), let minute = reading.number(2)
    else { return nil }
    guard (1...12).contains(month), (1...31).contains(day), hour <= 24, minute < 60 else { return nil }
    var seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60
    var fraction: Int64 = 0
    if reading.take(":") {
      guard let second = reading.number(2), second <= 60 else { return nil }
      seconds += second
      if reading.take(".") || reading.take(",") { fraction = reading.fraction() }
    }
    guard let zone = reading.zone() else { return nil }
    return (seconds - zone) * 1_000_000 + fraction
  }

  /// Days from 1970-01-01 in the Gregorian calendar. Years begin in March, so that the leap day comes last.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Substring.UTF8View {
  fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let first, first == UInt8(ascii: character) else { return false }
    removeFirst()
    return true
  }

  /// A number of exactly `count` digits.
  fileprivate mutating func number(_ count: Int) -> Int64? {
    var number: Int64 = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  private mutating func digit() -> Int64? {
    guard let first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
    removeFirst()
    return Int64(first - UInt8(ascii: "0"))
  }

  /// What follows the point, in microseconds.
  fileprivate mutating func fraction() -> Int64 {
    var (fraction, unit): (Int64, Int64) = (0, 100_000)
    while let digit = digit() {
      fraction += digit * unit
      unit /= 10
    }
    return fraction
  }

  /// How far the zone is ahead of UTC, in seconds; nil when what stands there is none.
  fileprivate mutating func zone() -> Int64? {
    while take(" ") {}
    if isEmpty || take("Z") || take("z") { return 0 }
    let isBehind = take("-")
    guard isBehind || take("+"), let hours = number(2) else { return nil }
    _ = take(":")
    let minutes = isEmpty ? 0 : number(2)
    guard let minutes else { return nil }
    let zone = hours * 3_600 + minutes * 60
    return isBehind ? -zone : zone
  }
}
#endif
