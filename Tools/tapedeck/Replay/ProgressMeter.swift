import Foundation

/// Tells on a terminal how far a long file is read; silent for short ones, and when standard error is something else.
final class ProgressMeter {
  private let name: String
  private let bytes: Int64
  private let isShown: Bool
  private let stream = StandardStream(2)
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant
  private var hasWritten = false

  /// For one trace, or for several that are read together.
  init(_ traces: String...) {
    let title = traces.map { TraceNames.title(of: Printable.text($0)) }.joined(separator: ", ")
    name = Printable.fitted(title, 50, ellipsis: "~")
    bytes = traces.reduce(0) { $0 + (FileSize.of($1) ?? 0) }
    isShown = isatty(2) == 1 && bytes > 0
    last = clock.now
  }

  /// Four times a second at most.
  func show(_ offset: Int64) {
    guard isShown, clock.now - last >= .milliseconds(250) else { return }
    last = clock.now
    hasWritten = true
    stream.write("\r\(name): \(min(100, offset * 100 / bytes)) %")
  }

  /// Takes the line away again.
  func clear() {
    guard hasWritten else { return }
    stream.write("\r\(String(repeating: " ", count: Printable.width(name) + 8))\r")
    hasWritten = false
  }
}

/// How large files are.
enum FileSize {
  /// In bytes; nil for what is no file.
  static func of(_ path: String) -> Int64? {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }
}
