import ArgumentParser
import PlayerCore
import PlayerTrace

/// `tapedeck cat`: shows, filters and converts a trace.
struct Cat: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cat",
    abstract: "Show, filter and convert a trace.",
    discussion: """
      Prints a readable form on a terminal, and canonical text (JSON Lines) into a pipe or file; --to overrides this. \
      Conversion between text and binary loses nothing. A trace with steps left out is an excerpt: it can be read, \
      but not replayed.

      --only takes names of inputs and outputs; * stands for any characters. A step is kept when its input or one of \
      its outputs matches; when the input matches, all its outputs are kept.

      Kinds: inputs (commands, events, environment, deadlines), outputs (notifications, completions, engine, \
      diagnostics), definitions, checkpoints, marks, end. In text and binary, an output keeps the input that it \
      belongs to.

      A trace of another version is shown and converted in its own words; what this version does not know is marked. \
      --upgrade runs the inputs through this version and writes a trace with this version's words, outputs and \
      checkpoints. Differences are reported on standard error. If this version lacks one of the inputs, nothing is \
      written and the exit code is 1.

      --redact makes a trace that can be given to others: addresses lose user, host, names and query, texts become \
      numbers ('text-3'); the same words get the same number. The trace still replays with the same digest, and says that \
      it is redacted. What stays is listed in PlayerTrace's page on privacy.

      --output writes the whole file or nothing. When no step matches, a warning says so and the exit code is 0.

      EXIT CODES
        0  written
        1  the disk is full or fails, or --upgrade is impossible
        2  wrong usage, or --from is after the end of the trace
        3  a damaged trace

      EXAMPLES
        tapedeck cat episode.trace | less
        tapedeck cat episode.trace --output episode.trace.jsonl
        tapedeck cat episode.trace --to human --only 'seek*,engine.seek' --delta
        tapedeck cat episode.trace --kinds inputs --output inputs.trace
        tapedeck cat episode.trace --from 0:10 --until 0:20 --kinds notifications
        tapedeck cat episode.trace | jq -c 'select(.e == "failed")'
        tapedeck cat --upgrade old.trace --output new.trace
        tapedeck cat --redact field.trace --output report.trace
      """)

  @Argument(
    help: ArgumentHelp("A trace, text or binary; - is standard input.", valueName: "trace"),
    completion: .file())
  var trace: String

  @Option(help: "Form of the output: human, text or binary.")
  var to: CatForm?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file: binary if its name ends in .trace, text if in .jsonl.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Keep only messages with these names, separated by commas.", valueName: "names"))
  var only: [String] = []

  @Option(help: ArgumentHelp("Keep only records of these kinds, separated by commas.", valueName: "kinds"))
  var kinds: [String] = []

  @Option(help: ArgumentHelp("Begin with this step or instant.", valueName: "place"))
  var from: TracePlace?

  @Option(help: ArgumentHelp("Stop after this step or instant.", valueName: "place"))
  var until: TracePlace?

  @Flag(help: "Run the inputs through this version, write the new trace and report what differs.")
  var upgrade = false

  @Flag(help: "Replace addresses, titles and all other words by numbers.")
  var redact = false

  @Flag(help: "Print times relative to the previous step (human form).")
  var delta = false

  func validate() throws {
    if upgrade, to == .human || filterIsGiven || !kinds.isEmpty {
      throw ValidationError(
        "--upgrade writes a whole trace: leave out --only, --kinds, --from, --until and --to human.")
    }
    if upgrade, redact {
      throw ValidationError("--upgrade and --redact are two steps: upgrade into a file, then redact that file.")
    }
    // Names are checked against the trace, which may have more than this version.
    do { _ = try RecordFilter(names: [], among: [], kinds: kinds, from: from, until: until) } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    let form = form
    if form == .binary, output == nil, Screen.standardOutput.isTerminal {
      throw ValidationError("A binary trace does not belong on a terminal: add --output FILE.")
    }
    if upgrade { return try writeUpgrade(form == .binary ? .binary : .text) }
    if delta, form != .human { Talk.line("--delta has no effect: canonical traces hold absolute times") }
    try reportingTraceErrors {
      var reader = try TraceReader(path: trace)
      let filter = try filter(reader)
      let file = try WholeFile(path: output ?? "-", sparing: [trace])
      var seen = SeenSteps()
      do throws(TraceError) {
        switch form {
        case .human: seen = try HumanForm(filter: filter, showsDeltas: delta, redacts: redact).write(&reader, to: file)
        case .text: seen = try CanonicalForm(.text, filter, redacts: redact).write(&reader, to: file)
        case .binary: seen = try CanonicalForm(.binary, filter, redacts: redact).write(&reader, to: file)
        }
      } catch {
        if file.isWhole, error.exit == .damaged {
          Talk.line("\(file.name) is unchanged. 'tapedeck cat \(trace) > FILE' keeps what comes before the damage")
        }
        throw error
      }
      try checkPlaces(&reader, seen)
      reader.warnOfIndex()
      try file.commit()
      if let loss = reader.loss { Talk.line("\(trace): torn: \(loss)") }
    }
  }

  private func writeUpgrade(_ form: TraceForm) throws {
    try reportingTraceErrors {
      var reader = try TraceReader(path: trace)
      let meter = ProgressMeter(trace)
      defer { meter.clear() }
      let file = try WholeFile(path: output ?? "-", sparing: [trace])
      let report = try TraceUpgrade.upgrade(&reader, to: form, into: file, progress: meter.show)
      try file.commit()
      meter.clear()
      reader.warnOfIndex()
      for line in UpgradeText(report, reader.header, trace).lines { Talk.line(line) }
    }
  }

  /// A --from after the end is a mistake; a filter that matches nothing may be an answer, and gets a note.
  private func checkPlaces(_ reader: inout TraceReader, _ seen: SeenSteps) throws(TraceError) {
    if let from, !seen.isCut, from.isBehind(seen.last, seen.lastInstant) {
      throw .beyondTheEnd(of: trace, from, seen.last, seen.lastInstant)
    }
    guard seen.kept == 0, seen.last > 0 || seen.isCut, filterIsGiven else { return }
    Talk.line("warning: \(Printable.text(trace)): no step matches \(filterNames)")
  }

  private var filterIsGiven: Bool { !only.isEmpty || from != nil || until != nil }

  /// The options that select steps, as given.
  private var filterNames: String {
    let names = only.isEmpty ? [] : ["--only \(only.joined(separator: ","))"]
    let places = [from.map { "--from \($0)" }, until.map { "--until \($0)" }].compactMap(\.self)
    let kinds = kinds.isEmpty ? [] : ["--kinds \(kinds.joined(separator: ","))"]
    return Printable.text((names + kinds + places).joined(separator: " "))
  }

  private var form: CatForm {
    if let to { return to }
    if let output, output != "-" { return TraceForm(path: output) == .text ? .text : .binary }
    return Screen.standardOutput.isTerminal ? .human : .text
  }

  private func filter(_ reader: TraceReader) throws -> RecordFilter {
    let names = TraceVocabulary.current.messageNames.union(reader.vocabulary.messageNames)
    do { return try RecordFilter(names: only, among: names, kinds: kinds, from: from, until: until) } catch {
      throw ValidationError("\(error)")
    }
  }
}

/// Which steps of a trace were seen.
struct SeenSteps {
  /// The number of kept steps.
  private(set) var kept: Int64 = 0
  private(set) var last: Int64 = 0
  private(set) var lastInstant = Instant.zero
  /// True when the rest of the trace was not needed.
  var isCut = false

  mutating func note(_ step: Int64, _ instant: Instant, isKept: Bool) {
    kept += isKept ? 1 : 0
    last = step
    lastInstant = max(lastInstant, instant)
  }
}

/// The forms that `cat` can write.
enum CatForm: String, CaseIterable, ExpressibleByArgument {
  case human, text, binary
}
