import Foundation

/// Times as overlays write them.
public enum SRGTimeText {
  /// What is shown where there is no time.
  public static let none = "--:--"

  /// `04:05`, with hours `1:04:05`; rounded towards zero to whole seconds, `-00:30` for negative times, `--:--` for
  /// NaN.
  ///
  /// - Parameters:
  ///   - time: a time in seconds.
  ///   - hours: whether hours are written although there are none, so that two times look alike.
  public static func duration(_ time: TimeInterval, hours: Bool = false) -> String {
    guard time.isFinite, time.magnitude < 1e9 else { return none }
    let seconds = Int(time.magnitude)
    let sign = time < 0 && seconds > 0 ? "-" : ""
    let rest = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    return seconds >= 3_600 || hours ? "\(sign)\(seconds / 3_600):\(rest)" : sign + rest
  }

  /// `1 minute 5 seconds`: the text for screen readers.
  public static func spoken(_ time: TimeInterval) -> String {
    guard time.isFinite, time.magnitude < 1e9 else { return "unknown" }
    let seconds = Int(time.magnitude)
    let parts = [(seconds / 3_600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return words.isEmpty ? "0 seconds" : words.joined(separator: " ")
  }

  /// `14:03:27`: the time of day of a date.
  public static func clock(_ date: Date, in timeZone: TimeZone = .current) -> String {
    let offset = TimeInterval(timeZone.secondsFromGMT(for: date))
    let day = (date.timeIntervalSince1970 + offset).truncatingRemainder(dividingBy: 86_400)
    let seconds = Int(day < 0 ? day + 86_400 : day)
    return "\(two(seconds / 3_600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

extension String {
  /// Cut or padded to exactly `width` characters; a cut text ends in an ellipsis.
  func fitted(to width: Int) -> String {
    guard width > 0 else { return "" }
    if count <= width { return self + String(repeating: " ", count: width - count) }
    return String(prefix(width - 1)) + "…"
  }
}
