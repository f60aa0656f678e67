import Foundation
import PlayerCore
import PlayerTrace
import Backports

/// The files of still pictures: each under the requested name, or next to the media.
final class StillFiles: Sendable {
  private struct State {
    /// Names in the order of the requests that have not reached the engine.
    var asked: [String?] = []
    var names: [StillSerial: String?] = [:]
    var results: [String] = []
    var hasFailed = false
  }

  private let source: String
  private let state = Lock(State())

  init(source: String) { self.source = source }

  /// The next request is for a picture with this name; nil for one next to the media.
  func willAsk(for name: String?) { state.withLock { $0.asked.append(name) } }

  /// The request was refused, or it reached the engine under this serial.
  func asked(_ serial: StillSerial?) {
    state.withLock { state in
      guard !state.asked.isEmpty else { return }
      let name = state.asked.removeFirst()
      if let serial { state.names[serial] = .some(name) }
    }
  }

  /// The path of the picture with this serial; its name determines the encoding.
  func path(_ serial: StillSerial, at position: MediaTime) -> String {
    let name = state.withLock { $0.names.removeValue(forKey: serial) ?? nil }
    return name ?? unusedPath(at: position)
  }

  /// Writes the bytes of a file; ``takeResults()`` returns the outcome.
  func write(_ bytes: [UInt8]?, to path: String) {
    let failure = bytes.map { Self.write($0, to: path, sparing: [source]) } ?? "it could not be encoded"
    state.withLock { state in
      state.results.append(failure.map { "\(path): no picture: \($0)" } ?? "picture: \(path)")
      if failure != nil { state.hasFailed = true }
    }
  }

  /// A picture that was requested by name could not be taken.
  func didFail() { state.withLock { $0.hasFailed = true } }

  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  func takeResults() -> [String] {
    state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  static func isJPEG(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".jpg") || path.hasSuffix(".jpeg")
  }

  /// `clip-0.31.250.png` next to `clip.mp4`, in the current directory for a source from the network; never a file that
  /// exists.
  private func unusedPath(at position: MediaTime) -> String {
    let isLocal = !source.contains("://")
    let url = URL(filePath: isLocal ? source : source.split(separator: "/").last.map(String.init) ?? "stream")
    let stem = url.deletingPathExtension().lastPathComponent.filter {
      $0 != "?" && $0 != "&" && $0 != "*" && $0 != "\0"
    }
    let folder = isLocal ? url.deletingLastPathComponent().relativePath + "/" : ""
    let time = TimeText.exact(position).replacing(":", with: ".")
    let base = "\(folder)\(stem.isEmpty ? "still" : stem)-\(time)"
    var path = base + ".png"
    var number = 2
    while access(path, F_OK) == 0 {
      path = "\(base)-\(number).png"
      number += 1
    }
    return path
  }

  private static func write(_ bytes: [UInt8], to path: String, sparing inputs: [String]) -> String? {
    do throws(TraceError) {
      try WholeFile.write(bytes, to: path, sparing: inputs)
      return nil
    } catch {
      return error.reason
    }
  }
}
