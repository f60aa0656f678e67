// Guesses what a number in an unknown form means, for the advice at the end of an error.
extension ScenarioNumber {
  /// `Did you mean '10 s'?`; `nil` when it cannot be known.
  static func advice(for word: String, expecting expected: String) -> String? {
    let meant =
      if expected.hasPrefix(timeExpectation) || expected.hasPrefix("a time of at least") {
        time(meantBy: word)
      } else if expected.hasPrefix("a bit rate") {
        bits(meantBy: word)
      } else if expected.hasPrefix("a percentage") {
        percent(meantBy: word)
      } else {
        String?.none
      }
    return meant.map { "Did you mean '\($0)'?" }
  }

  /// The same for a type of the vocabulary.
  static func advice(for word: String, _ type: String) -> String? {
    type == "time" || type == "span" ? advice(for: word, expecting: timeExpectation) : nil
  }

  // MARK: Times

  /// `10` means seconds, `10m` minutes, `1m30s` a clock's time, `1,5 s` has a comma for a point, `.5 s` lacks a digit.
  static func time(meantBy word: String) -> String? {
    let (sign, rest) = split(sign: word)
    guard let parts = parts(of: rest), let first = parts.first else { return nil }
    if parts.count == 1 {
      let unit = timeUnit(meantBy: first.unit)
      return unit.flatMap { Self.time("\(first.number)\($0)") == nil ? nil : "\(sign)\(first.number) \($0)" }
    }
    let units = parts.map { timeUnit(meantBy: $0.unit) }
    let numbers = parts.compactMap { integer($0.number) }
    guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    let clock: String
    switch units {
    case ["min", "s"]: clock = "\(numbers[0]):\(padded(numbers[1]))"
    case ["h", "min"]: clock = "\(numbers[0]):\(padded(numbers[1])):00"
    case ["h", "min", "s"]: clock = "\(numbers[0]):\(padded(numbers[1])):\(padded(numbers[2]))"
    default: return nil
    }
    return sign + clock
  }

  private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func timeUnit(meantBy unit: String) -> String? {
    switch unit {
    case "", "s": "s"
    case "m", "min", "mn", "'": "min"
    case "h": "h"
    case "ms": "ms"
    case "us", "µs", "μs": "us"
    case "d", "day", "days": nil
    default: self.unit(named: unit)
    }
  }

  /// The unit with this long name.
  static func unit(named name: String) -> String? {
    switch name {
    case "sec", "secs", "second", "seconds": "s"
    case "mins", "minute", "minutes": "min"
    case "hr", "hrs", "hour", "hours": "h"
    case "msec", "msecs", "millis", "millisecond", "milliseconds": "ms"
    case "usec", "usecs", "microsecond", "microseconds": "us"
    default: nil
    }
  }

  // MARK: Rates

  /// `3 Mbps` and `3 Mb/s` are megabits, `3 MB/s` are eight times as many; a number alone is bits.
  static func bits(meantBy word: String) -> String? {
    guard let parts = parts(of: word, lowercased: false), parts.count == 1 else { return nil }
    let (number, unit) = parts[0]
    if unit.isEmpty { return integer(number).map { $0 == 0 ? "nothing" : "\($0) bit/s" } }
    var name = unit
    for ending in ["/sec", "/s", "ps"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
      break
    }
    let isBytes = name.hasSuffix("B") || name.lowercased().hasSuffix("byte") || name.lowercased().hasSuffix("bytes")
    for ending in ["bits", "bit", "bytes", "byte", "b"] where name.lowercased().hasSuffix(ending) {
      name.removeLast(ending.count)
      break
    }
    let scale: String
    switch name.lowercased() {
    case "": scale = "bit/s"
    case "k", "kilo": scale = "kbit/s"
    case "m", "mega": scale = "Mbit/s"
    case "g", "giga": scale = "Gbit/s"
    default: return nil
    }
    guard let value = fixed(number, places: 6) else { return nil }
    let (eight, isTooMuch) = value.multipliedReportingOverflow(by: 8)
    if isTooMuch { return nil }
    return "\(isBytes ? decimal(eight, places: 6) : number) \(scale)"
  }

  /// `50` is a percentage, `0.5` a fraction.
  static func percent(meantBy word: String) -> String? {
    guard let value = fixed(word, places: 3) else { return nil }
    // A number up to 1 with a decimal point is a fraction.
    let isFraction = word.contains(".") && value <= 1_000
    return isFraction ? "\(decimal(value, places: 1)) %" : "\(word) %"
  }

  // MARK: Numbers with something after them

  private static func split(sign word: String) -> (sign: String, rest: String) {
    guard let first = word.first, first == "+" || first == "-" else { return ("", word) }
    return (String(first), String(word.dropFirst()))
  }

  /// `1m30s` as numbers with their units; commas are points. `nil` when it is something else.
  private static func parts(of word: String, lowercased: Bool = true) -> [(number: String, unit: String)]? {
    var parts: [(number: String, unit: String)] = []
    for character in (lowercased ? word.lowercased() : word).prefix(40) where character != " " {
      let isDigit = character.isNumber || character == "." || character == ","
      if isDigit {
        if parts.last?.unit.isEmpty != true { parts.append(("", "")) }
        parts[parts.count - 1].number.append(character == "," ? "." : character)
      } else {
        guard !parts.isEmpty else { return nil }
        parts[parts.count - 1].unit.append(character)
      }
    }
    for index in parts.indices where parts[index].number.hasPrefix(".") {
      parts[index].number = "0" + parts[index].number
    }
    guard !parts.isEmpty, parts.count <= 3, parts.allSatisfy({ fixed($0.number, places: 9) != nil }) else { return nil }
    return parts
  }
}
