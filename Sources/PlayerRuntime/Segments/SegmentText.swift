import PlayerCore

/// Times as segment files write them.
enum SegmentText {
  /// `12.5`: seconds without zeros that say nothing.
  static func seconds(_ time: MediaTime) -> String {
    let micros = max(0, time.microseconds)
    var text = "\(micros / 1_000_000).\(padded(micros % 1_000_000, 6))"
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// `00:01:02.500`, as WebVTT wants it; rounded down to milliseconds.
  static func clock(_ time: MediaTime) -> String {
    let milliseconds = max(0, time.microseconds) / 1_000
    let seconds = milliseconds / 1_000
    let minutes = padded(seconds / 60 % 60, 2)
    return "\(padded(seconds / 3_600, 2)):\(minutes):\(padded(seconds % 60, 2)).\(padded(milliseconds % 1_000, 3))"
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
