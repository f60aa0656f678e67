import Foundation
import PlayerCore
import Testing

@testable import PlayerTrace

/// Exports, compared with the text of the same trace.
@Suite("Exports of a run")
struct ExportTests {
  /// A recording that is kept in the repository.
  static func recording(_ name: String) throws -> [UInt8] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appending(path: "Traces/\(name).trace.jsonl")))
  }

  static func export(_ bytes: [UInt8], _ format: ExportFormat, _ options: ExportOptions = .init()) throws -> [UInt8] {
    var run = try ViewedRun(TraceReader(bytes: bytes))
    while run.read(atMost: 1_000) {}
    var written: [UInt8] = []
    try run.export(format, options) { (bytes: [UInt8]) throws(TraceError) in written += bytes }
    return written
  }

  static func text(_ bytes: [UInt8], _ format: ExportFormat, _ options: ExportOptions = .init()) throws -> String {
    try #require(String(bytes: export(bytes, format, options), encoding: .utf8))
  }

  /// What the trace says of itself, without a replay.
  private struct Told {
    var counts: [String: Int] = [:]
    var states: [String: Int64] = [:]
    var phases: [String: Int64] = [:]
    var seeks = 0

    init(_ bytes: [UInt8]) throws {
      var reader = try TraceReader(bytes: bytes)
      var (state, phase, clock) = (PlaybackState.idle, Phase.empty, Instant.zero)
      var isFirst = true
      while let record = try reader.next() {
        guard case .step(let step) = record else { continue }
        let now = max(clock, step.instant)
        if !isFirst {
          states[state.wireName.description, default: 0] += (now - clock).microseconds
          phases[phase.wireName.description, default: 0] += (now - clock).microseconds
        }
        (clock, isFirst) = (now, false)
        counts[Self.row(step.input), default: 0] += 1
        for output in step.outputs {
          counts[Self.row(output), default: 0] += 1
          guard case .notification(let notification, _) = output else { continue }
          if case .playbackStateChanged(_, let next) = notification { state = next }
          if case .phaseChanged(_, let next) = notification { phase = next }
          if case .seekBegan = notification { seeks += 1 }
        }
      }
      states = states.filter { $0.value > 0 }
      phases = phases.filter { $0.value > 0 }
    }

    static func row(_ input: Input) -> String {
      switch input {
      case .command: "Commands"
      case .engine: "Engine reports"
      case .environment: "Environment"
      case .deadline: "Deadlines"
      }
    }

    static func row(_ output: Output) -> String {
      switch output {
      case .notification: "Notifications"
      case .completion: "Completions"
      case .engine: "Engine commands"
      case .diagnostic: "Diagnostics"
      }
    }
  }

  private static let recordings = [
    "episode-seeks", "clip-interruption", "http-stall", "hls-window", "retry-exhausted", "bad-missing",
  ]

  @Test("A Perfetto file has every message and every microsecond of the trace", arguments: recordings)
  func perfetto(_ name: String) throws {
    let bytes = try Self.recording(name)
    let tracks = ExportedTracks(try Self.export(bytes, .perfetto))
    let told = try Told(bytes)
    #expect(tracks.problems.isEmpty)
    for (row, count) in told.counts {
      #expect((tracks.slices[row]?.count ?? 0) + (tracks.points[row]?.count ?? 0) == count, "\(row)")
    }
    #expect(tracks.times("State") == told.states)
    #expect(tracks.times("Phase") == told.phases)
    #expect(tracks.times("Session").values.reduce(0, +) == told.states.values.reduce(0, +))
    #expect((tracks.slices["Seeks"]?.count ?? 0) == told.seeks)
    // Each completion answers a command, and reports answer some of the commands to the engine.
    #expect(tracks.arrows >= told.counts["Completions"] ?? 0)
  }

  @Test("Overlapping requests have separate rows")
  func overlaps() throws {
    var run = try TestRun()
    try run.play(duration: 60)
    for (place, target) in [20, 30, 40].enumerated() {
      try run.input(.command(.seek(.at(.seconds(Int64(target)))), RequestID(UInt32(10 + place))), 2_000_000)
    }
    try run.input(.command(.captureStill, RequestID(20)), 2_100_000)
    let tracks = ExportedTracks(try Self.export(try run.finish(), .perfetto))
    #expect(tracks.problems.isEmpty)
    #expect(tracks.titles.values.count { $0 == "Commands" } > 1)
  }

  @Test("No input is too strange to export", arguments: ExportFormat.allCases)
  func random(_ format: ExportFormat) throws {
    for seed in [1, 2, 3] as [UInt64] {
      let session = try randomSession(seed, steps: 300)
      let written = try Self.export(session.binary, format)
      switch format {
      case .perfetto: #expect(ExportedTracks(written).problems.isEmpty)
      case .webvtt: #expect(CueRules.problems(String(decoding: written, as: UTF8.self)).isEmpty)
      case .cmcd: #expect(ReportRules.problems(String(decoding: written, as: UTF8.self)).isEmpty)
      case .pillarbox: #expect(try MonitoringRules.problems(String(decoding: written, as: UTF8.self)).isEmpty)
      }
    }
  }

  @Test("A damaged trace is exported up to the damage, with its place", arguments: ExportFormat.allCases)
  func damage(_ format: ExportFormat) throws {
    var lines = try Self.recording("episode-seeks").split(separator: 10, omittingEmptySubsequences: false)
    lines[lines.count / 2] = Array("{\"k\":\"?\"}".utf8)[...]
    let bytes = Array(lines.joined(separator: [10]))
    let written = String(decoding: try Self.export(bytes, format), as: UTF8.self)
    #expect(!written.isEmpty)
    if format != .cmcd, format != .pillarbox { #expect(written.contains("line \(lines.count / 2 + 1)")) }
  }
}
