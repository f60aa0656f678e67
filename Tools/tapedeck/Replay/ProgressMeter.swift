import Foundation

/// Reports the progress of reading a long file on a terminal; silent for anything but files.
final class ProgressMeter {
  private let name: String
  private let bytes: Int64
  private let line = ProgressLine()

  /// For one trace, or for several that are read together.
  init(_ traces: String...) {
    let title = traces.map { TraceNames.title(of: Printable.text($0)) }.joined(separator: ", ")
    name = Printable.fitted(title, 50, ellipsis: "~")
    bytes = traces.reduce(0) { $0 + (FileSize.of($1) ?? 0) }
  }

  func show(_ offset: Int64) {
    guard bytes > 0 else { return }
    line.show { "\(name): \(min(100, offset * 100 / bytes)) %" }
  }

  func clear() { line.clear() }
}

/// Sizes of files.
enum FileSize {
  /// In bytes; nil for anything but a file.
  static func of(_ path: String) -> Int64? {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }
}
