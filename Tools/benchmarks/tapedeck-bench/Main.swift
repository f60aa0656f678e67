import ArgumentParser
import CCounters
import Foundation
import PlayerCore
import PlayerTrace

/// Measures TapeDeck. `Tools/bench` builds it, prepares what it is compared with, and runs it.
@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tapedeck-bench", abstract: "Measures the reducer, traces, the adapter, and peers on the same inputs.",
    subcommands: [Run.self, Count.self, Verify.self, Decode.self],
    defaultSubcommand: Run.self)
}

/// Everything, as a table or as JSON.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure and print a table of what is aimed at and measured.")

  @Flag(help: "Shorter runs, for continuous integration.")
  var quick = false

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  @Option(help: "What to measure: core, sizes, traces, testing, zoo, adapter, peers, hosts. Everything without it.")
  var section: [Section] = []

  @Option(name: .customLong("instructions"), help: "Instructions per input that a profiler counted, as MIX=NUMBER.")
  var profiled: [String] = []

  @Option(help: "A media file for the adapter, as NAME=PATH.")
  var media: [String] = []

  @Option(help: "Another state machine's player, as NAME=PROGRAM.")
  var peer: [String] = []

  @Option(help: "A program that plays a mix through c, javascript or python, as NAME=PROGRAM.")
  var host: [String] = []

  @Option(help: "The npm package, for javascript.")
  var hostPackage: String?

  @Option(help: "The interpreter that has the Python package, for python.")
  var hostPython: String?

  @Option(help: "How large something of the hosts is, as NAME=NUMBER.")
  var hostSize: [String] = []

  @Option(help: "The program that tests a small player with Hypothesis.")
  var hypothesis: String?

  @Option(help: "The program that explores a small player with SPIN.")
  var spin: String?

  @Option(help: "What 'Tools/mutants --zoo --json' has written, for the section zoo.")
  var zoo: String?

  @Option(help: "Media in the form of SABRE, for the section testing.")
  var sabreMedia: String?

  @Option(help: "A network in the form of SABRE, for the section testing.")
  var sabreNetwork: [String] = []

  @Option(help: "A golden trace whose inputs are measured, too.")
  var trace: [String] = []

  enum Section: String, CaseIterable, ExpressibleByArgument {
    case core, sizes, traces, testing, zoo, adapter, peers, hosts
  }

  func run() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "tapedeck-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let sections = section.isEmpty ? Section.allCases : section
    var reports: [Section: Report] = [:]
    // The adapter first: a child's peak memory is never below ours when it was started.
    for section in [Section.adapter] + Section.allCases where sections.contains(section) && reports[section] == nil {
      reports[section] = try measure(section, in: directory)
    }
    let report = Section.allCases.reduce(into: Report()) { $0.append(reports[$1] ?? Report()) }
    print(json ? try report.json() : report.table())
    if !report.failures.isEmpty { throw ExitCode(1) }
  }

  private func measure(_ section: Section, in directory: URL) throws -> Report {
    var report = Report()
    switch section {
    case .core:
      let core = CoreSection(isQuick: quick, profiledInstructions: try Self.numbers(profiled))
      for name in Mix.names + ["million"] {
        guard let mix = Mix.named(name, count: quick ? 10_000 : 50_000) else { continue }
        core.measure(mix.name, [mix], into: &report)
      }
      core.measure("golden", try trace.map(Mix.trace), into: &report)
    case .sizes: SizeSection().measure(into: &report)
    case .traces:
      let traces = TraceSection(isQuick: quick, directory: directory)
      for mix in Mix.standard(isQuick: quick) { try traces.measure(mix, into: &report) }
      try traces.measureHour(into: &report)
      try traces.measureMemory(into: &report)
    case .testing:
      try TestingSection(isQuick: quick, hypothesis: hypothesis).measure(into: &report)
      try ExplorationSection(isQuick: quick, spin: spin).measure(into: &report)
      if let sabreMedia {
        try SabreSection(isQuick: quick, media: sabreMedia, networks: sabreNetwork)
          .measure(into: &report)
      }
    case .zoo:
      if let zoo { try ZooSection(file: zoo).measure(into: &report) }
    case .adapter:
      let adapter = AdapterSection(isQuick: quick, files: try Self.pairs(media))
      if Decode.isAvailable { try adapter.measure(into: &report) }
    case .peers:
      guard !peer.isEmpty else { break }
      let peers = PeerSection(peers: try Self.pairs(peer), directory: directory)
      try peers.measure(Mix.recorded(count: quick ? 5_000 : 20_000), into: &report)
    case .hosts:
      let programs = Dictionary(try Self.pairs(host).map { ($0.name, $0.path) }) { $1 }
      let hosts = HostSection(
        c: programs["c"], javascript: programs["javascript"].flatMap { program in hostPackage.map { (program, $0) } },
        python: programs["python"].flatMap { program in hostPython.map { ($0, program) } }, redux: programs["redux"],
        measured: try Self.numbers(hostSize), directory: directory)
      try hosts.measure(Mix.recorded(count: quick ? 5_000 : 20_000), into: &report)
    }
    return report
  }

  private static func numbers(_ pairs: [String]) throws -> [String: Double] {
    var numbers: [String: Double] = [:]
    for (name, text) in try Self.pairs(pairs) {
      guard let number = Double(text) else { throw ValidationError("not a number: \(text)") }
      numbers[name] = number
    }
    return numbers
  }

  private static func pairs(_ texts: [String]) throws -> [(name: String, path: String)] {
    try texts.map { text in
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { throw ValidationError("not NAME=VALUE: \(text)") }
      return (String(parts[0]), String(parts[1]))
    }
  }
}

/// Verifies a trace, for a look at the memory this needs.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Replay and verify one trace.", shouldDisplay: false)

  @Argument(help: "The trace.")
  var file: String

  func run() throws {
    try TraceSection.verify(TraceReader(path: file))
    print(Int(ownPeakMemory() ?? 0))
  }
}

/// Plays a mix inside `tapedeck_counted`, for a profiler that counts what happens in there.
struct Count: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Play one mix once, for a profiler.", shouldDisplay: false)

  @Argument(help: "recorded, random, segments, million or golden")
  var name: String

  @Argument(help: "The golden traces.")
  var traces: [String] = []

  func run() throws {
    let mixes = name == "golden" ? try traces.map(Mix.trace) : [Mix.named(name, count: 10_000)].compactMap { $0 }
    guard !mixes.isEmpty else { throw ValidationError("no mix \(name)") }
    let playings = mixes.map(Playing.init)
    counted {
      for (playing, mix) in zip(playings, mixes) { playing.play(mix.steps) }
    }
    print(mixes.reduce(0) { $0 + $1.steps.count })
  }

  private func counted(_ work: () -> Void) {
    withoutActuallyEscaping(work) { work in
      var box: () -> Void = work
      withUnsafeMutablePointer(to: &box) { box in
        tapedeck_counted({ $0!.assumingMemoryBound(to: (() -> Void).self).pointee() }, box)
      }
    }
  }
}

extension Mix {
  static let names = ["recorded", "random", "segments"]

  /// A mix of `count` inputs; `nil` when there is none of that name.
  static func named(_ name: String, count: Int) -> Mix? {
    switch name {
    case "recorded": recorded(count: count)
    case "random": random(count: count)
    case "segments": everything(name, count: count, segments: 1_000)
    case "million": everything(name, count: count, segments: 1_000_000)
    default: nil
    }
  }

  static func standard(isQuick: Bool) -> [Mix] {
    let count = isQuick ? 10_000 : 50_000
    return [recorded(count: count), random(count: count)]
  }
}
