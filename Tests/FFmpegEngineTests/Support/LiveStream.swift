#if FFmpeg
import Foundation
import PlayerCore
import Backports

@testable import FFmpegEngine

/// A live stream over HLS whose window moves when the test says so: segments of a second, made by the `ffmpeg` program.
final class LiveStream: Sendable {
  struct State: Sendable {
    /// Which segments are listed.
    var window: Range<Int>
    var lines: [String] = []
    var hasEnded = false
    /// Segments that are listed but missing.
    var missing: Set<Int> = []
    /// Whether the playlist is unavailable.
    var isGone = false
    /// From this segment on the stream repeats its beginning, after a discontinuity.
    var joint = Int.max
    /// The declared duration of each segment.
    var duration = "1.000000"
    /// What follows the segments.
    var tail: [String] = []
    /// What is added to the numbers of segments.
    var shift = 0
  }

  /// Where the stream began: of the segment 0.
  static let date: Int64 = 1_700_000_000_000_000
  let server: WebServer
  private let shown: Shown

  init(_ window: Range<Int>, isEvent: Bool = false) throws {
    let directory = try Self.media.get()
    let shown = Shown(State(window: window, lines: isEvent ? ["#EXT-X-PLAYLIST-TYPE:EVENT"] : []))
    self.shown = shown
    server = WebServer { Self.answer(to: $0, shown, directory) }
  }

  /// For a server that does not answer everything so.
  func answer(to request: WebServer.Request) -> WebServer.Answer {
    (try? Self.media.get()).map { Self.answer(to: request, shown, $0) } ?? .status(500)
  }

  private static func answer(to request: WebServer.Request, _ shown: Shown, _ directory: String) -> WebServer.Answer {
    let name = String(request.target.dropFirst().prefix { $0 != "?" })
    if name == "master.m3u8" { return .text("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlive.m3u8\n") }
    if name == "live.m3u8" { return shown.playlist() }
    let number = Int(name.dropFirst().prefix { $0.isNumber }) ?? -1
    return shown.has(number) ? .file(directory + "/" + name, request) : .status(404)
  }

  var address: String { server.address + "/live.m3u8" }

  func change(_ body: (inout State) -> Void) { shown.state.withLock { body(&$0) } }

  /// Twelve segments, made once for all tests.
  private static let media = Result {
    let directory = FileManager.default.temporaryDirectory.path() + "/tapedeck-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    atexit { LiveStream.removeMedia() }
    try FFmpegProgram.make(
      "all.m3u8", in: directory, seconds: 12, "-f hls -hls_time 1 -hls_list_size 0 -hls_segment_filename s%d.ts")
    return directory
  }

  private static func removeMedia() {
    if let directory = try? media.get() { try? FileManager.default.removeItem(atPath: directory) }
  }

  /// What all segments contain, decoded from beginning to end.
  static let straight = Result {
    let directory = try media.get()
    var bytes = Data()
    for number in 0..<12 { bytes += try Data(contentsOf: URL(filePath: "\(directory)/s\(number).ts")) }
    try bytes.write(to: URL(filePath: directory + "/all.ts"))
    return try Straight(of: "all.ts", in: directory)
  }

  /// What the server answers from.
  private final class Shown: Sendable {
    let state: Lock<State>

    init(_ state: State) { self.state = Lock(state) }

    func has(_ number: Int) -> Bool {
      state.withLock { $0.window.contains(number) && !$0.missing.contains(number) }
    }

    func playlist() -> WebServer.Answer {
      state.withLock { state in
        if state.isGone { return .status(404) }
        let seconds = TimeInterval(LiveStream.date / 1_000_000 + Int64(state.window.lowerBound))
        let date = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: seconds))
        var lines = ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:1"] + state.lines
        lines.append("#EXT-X-MEDIA-SEQUENCE:\(state.window.lowerBound + state.shift)")
        lines.append("#EXT-X-PROGRAM-DATE-TIME:" + date)
        for number in state.window {
          if number == state.joint { lines.append("#EXT-X-DISCONTINUITY") }
          lines += ["#EXTINF:\(state.duration),", "s\(number < state.joint ? number : number - state.joint).ts"]
        }
        lines += state.tail
        if state.hasEnded { lines.append("#EXT-X-ENDLIST") }
        return .text(lines.joined(separator: "\n") + "\n")
      }
    }
  }
}
#endif
