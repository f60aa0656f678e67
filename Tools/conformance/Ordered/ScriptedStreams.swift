import Foundation
import PlayerCore
import PlayerRuntime

/// The streams of a case, by the address under which they are loaded.
@MainActor
final class ScriptedStreams {
  /// The date of the instant zero of every case: 2026-01-01T00:00:00Z.
  static let startDate = Date(timeIntervalSince1970: 1_767_225_600)

  let engine = StreamEngine()
  let library: IdentifierTable
  private var streams: [String: ScriptedStream] = [:]

  init(library: IdentifierTable) {
    self.library = library
    engine.stream = { [weak self] item in
      MainActor.assumeIsolated { self?.streams[library.source(of: item) ?? ""] ?? ScriptedStream() }
    }
  }

  /// An address at which `stream` is found.
  func url(_ name: String, _ stream: ScriptedStream) throws -> URL {
    let address = "https://media.example/" + name
    streams[address] = stream
    guard let url = URL(string: address) else { throw Verdict.Unmet.unsupported("media \(name)") }
    return url
  }

  /// `{type: on_demand, duration: 1800}`, `{type: dvr, window: [0, 7200], dates: clock}`, `{type: failing, error: …}`.
  func stream(_ description: JSONValue, tracks: JSONValue?) throws -> ScriptedStream {
    var stream = ScriptedStream()
    let description = description.string.map { JSONValue.object(["type": .string($0)]) } ?? description
    switch description["type"]?.string {
    case "on_demand": stream.duration = Self.time(description["duration"]?.number ?? 1_800)
    case "live":
      stream.kind = .live
      stream.duration = .unknown
    case "dvr":
      stream.kind = .dvr
      stream.duration = .unknown
      let window = description["window"]?.array?.compactMap(\.number) ?? []
      if window.count == 2 {
        stream.windowStart = Self.time(window[0])
        stream.windowEnd = Self.time(window[1])
      }
    case "failing": stream.failure = try Self.failure(description["error"]?.string ?? "unknown")
    default: throw Verdict.Unmet.unsupported("stream \(description)")
    }
    switch description["dates"]?.string {
    case nil, "clock": break
    case "embedded": stream.startDate = Int64(Self.startDate.timeIntervalSince1970) * 1_000_000
    case let dates?: throw Verdict.Unmet.unsupported("dates \(dates)")
    }
    if let type = (description["media_type"] ?? description["media"])?.string { stream.hasVideo = type == "video" }
    if description["audio_only"]?.bool == true { stream.hasVideo = false }
    stream.audio = languages(tracks?["audio"]).map { library.language($0.name) }
    let subtitles = languages(tracks?["subtitles"] ?? tracks?["subtitle"])
    stream.subtitles = subtitles.map { library.language($0.name) }
    stream.forcedSubtitles = Set(subtitles.indices.filter { subtitles[$0].isForced })
    return stream
  }

  /// `fr`; forced subtitles as `fr(forced)`, or as `{language: fr, forced: true}`.
  private func languages(_ value: JSONValue?) -> [(name: String, isForced: Bool)] {
    (value?.array ?? []).compactMap { track in
      guard let text = track.string ?? track["language"]?.string else { return nil }
      let mark = text.range(of: "(forced)")
      let name = mark.map { text[..<$0.lowerBound].trimmingCharacters(in: .whitespaces) } ?? text
      return (name, mark != nil || track["forced"]?.bool == true)
    }
  }

  nonisolated static func time(_ seconds: Double) -> MediaTime {
    MediaTime(microseconds: TimedRun.microseconds(seconds))
  }

  /// What the engine says of a failure that a case names.
  nonisolated static func failure(_ name: String) throws -> Failure {
    if name.hasPrefix("http_"), let status = Int32(name.dropFirst(5)) { return http(status) }
    switch name {
    case "not_connected", "no_network", "offline", "unreachable": return Failure(.connect)
    case "network_lost", "connection_lost", "network", "io": return Failure(.io)
    case "host_not_found", "dns": return Failure(.nameResolution)
    case "timeout", "timed_out": return Failure(.readTimeout)
    case "not_found": return http(404)
    case "server_error": return http(500)
    case "no_data", "invalid_data", "not_playable", "unsupported": return Failure(.invalidData)
    case "decode", "decoding", "decode_failed": return Failure(.videoDecodeFailed)
    case "forbidden", "blocked": return http(403)
    case "unknown", "playback", "failed", "error": return Failure(.unknown)
    default: throw Verdict.Unmet.unsupported("failure \(name)")
    }
  }

  private nonisolated static func http(_ status: Int32) -> Failure {
    let kind: Failure.Kind =
      switch status {
      case 400: .httpBadRequest
      case 401: .httpUnauthorized
      case 403: .httpForbidden
      case 404: .httpNotFound
      case 429: .httpTooManyRequests
      case 500...: .httpServerError
      default: .httpClientError
      }
    return Failure(kind, detail: kind == .httpTooManyRequests ? 0 : status)
  }
}

/// Segments of a case, as the façade takes them.
@MainActor
struct CaseSegments {
  private var names: [ObjectIdentifier: String] = [:]
  /// Kept, so that no address is used twice.
  private var kept: [CaseSegment] = []

  nonisolated init() {}

  mutating func make(_ description: JSONValue) throws -> CaseSegment {
    let name = try description.text("id")
    let isDated = description["start_date"] != nil
    let range: SRGMarkRangeValue =
      isDated
      ? .dates(try description.amount("start_date"), try description.amount("end_date"))
      : .times(try description.amount("start"), try description.amount("end"))
    let segment = CaseSegment(
      name, range, isBlocked: description["blocked"]?.bool ?? false, isHidden: description["hidden"]?.bool ?? false)
    names[ObjectIdentifier(segment)] = name
    kept.append(segment)
    return segment
  }

  func name(of segment: AnyObject?) -> JSONValue {
    segment.flatMap { names[ObjectIdentifier($0)] }.map { .string($0) } ?? .null
  }
}

/// Where a segment of a case lies; dates are seconds from the beginning of the case.
enum SRGMarkRangeValue {
  case times(Double, Double)
  case dates(Double, Double)
}
