import ArgumentParser
import Foundation
import PlayerCore
import PlayerRuntime
import PlayerSimulation
import PlayerTrace

#if FFmpeg
import FFmpegEngine
#endif

/// Sets up a run from the options, performs it, and reports the outcome.
struct RunSession {
  let options: RunOptions
  var isVirtual = false
  /// The file of the trace.
  var tracePath: String?
  /// Whether a trace that cannot be written ends the run.
  var needsTrace = false
  /// Whether the words of the trace are replaced by numbers.
  var redacts = false
  var outputs = OutputArguments.none
  var makeView: (_ library: IdentifierTable) -> any RunView = { _ in QuietView() }
  var hasKeys = false
  var hasScreen = false
  var watchesOutput = false
  /// A scenario that drives the run.
  var script: ScenarioScript?

  private let library = IdentifierTable()
  private let stills: StillFiles

  init(_ options: RunOptions) {
    self.options = options
    stills = StillFiles(source: SourceAddress.withoutPassword(options.source))
  }

  private var configuration: Configuration {
    script.map { options.configuration(from: $0.scenario.configuration) } ?? options.configuration
  }

  /// Performs the run; throws the exit code if it is not 0.
  func run() async throws {
    StandardStream.reserve()
    try checkKind()
    try protectSource()
    script?.number(in: library, source: options.source)
    let segments = try makeSegments()
    if isVirtual { try runVirtually(segments) } else { try await runLive(segments) }
  }

  private func runVirtually(_ segments: RunSegments?) throws {
    let engine = try makeEngine()
    let interruption = RunInterruption()
    // Before the trace is created, so that every trace gets its end.
    Console.watch(keys: false, screen: false, output: watchesOutput) { interruption.put($0) }
    let trace = try makeTrace(engine: engine.identity)
    let controller = makeController(segments)
    let player = VirtualPlayer(configuration: configuration, engine: engine, library: library)
    let run = VirtualRun(player, controller: controller, trace: trace, interruption: interruption)
    let began = ContinuousClock.now
    let ending = run.run()
    try report(ending, run.controller, wall: ContinuousClock.now - began)
  }

  private func runLive(_ segments: RunSegments?) async throws {
    let monitor = try makeMonitor()
    let inbox = LiveRun.Inbox()
    let engine = try makeEngine { inbox.put(.console($0)) }
    Console.watch(keys: hasKeys, screen: hasScreen, output: watchesOutput) { inbox.put(.console($0)) }
    let trace = try makeTrace(engine: engine.identity)
    let live = LivePlayer(configuration: configuration, engine: engine, library: library)
    let controller = makeController(segments)
    let run = LiveRun(live, controller: controller, trace: trace, inbox: inbox, monitor: monitor)
    let began = ContinuousClock.now
    let ending = await run.run()
    try report(ending, run.controller, wall: ContinuousClock.now - began)
  }

  private func makeController(_ segments: RunSegments?) -> RunController {
    var controller = RunController(options, view: makeView(library), stills: stills, library: library)
    controller.segments = segments
    controller.script = script
    controller.plan.hasKeys = hasKeys
    controller.needsTrace = needsTrace
    controller.writesMedia = outputs.usesStandardOutput
    return controller
  }
}

// MARK: - Before and after

extension RunSession {
  /// A trace or a scenario is not media: the error names the command that accepts it. Anything that may be media is
  /// left to the engine.
  private func checkKind() throws {
    guard options.isLocal else { return }
    if options.source == "-" {
      throw fail(
        .usage, "media is not read from standard input, in which nobody can seek. Save it to a file, and give that.")
    }
    switch FileKind(path: Self.path(options.source)) {
    case .trace, .scenario, .cases, .network, .simulatedMedia, .segments, .log, .page, .folder:
      guard let wrong = FileHint.report(for: Self.path(options.source), wanted: .media) else { return }
      ErrorLog.note(wrong)
      throw fail(.usage, wrong.sentence + ".")
    case .empty, .media, .tar, .compressed, nil: return
    }
  }

  /// Checks that output files are distinct from the input files and from each other.
  private func protectSource() throws {
    let scheduled = options.at.compactMap { scheduled -> String? in
      guard case .still(let file) = scheduled.action else { return nil }
      return file
    }
    let written = [tracePath, options.still].compactMap(\.self) + scheduled + outputs.paths
    for path in written {
      if options.isLocal, Self.isSameFile(path, options.source) {
        throw fail(.usage, "\(path) is the source itself: writing there would destroy it. Give another file.")
      }
      if let script, Self.isSameFile(path, script.path) {
        throw fail(.usage, "\(path) is the scenario: writing there would destroy it. Give another file.")
      }
      if let segments = options.segments.segments, Self.isSameFile(path, segments) {
        throw fail(.usage, "\(path) is the segment file: writing there would destroy it. Give another file.")
      }
    }
    do throws(TraceError) { try WholeFile.checkApart(written) } catch { throw fail(.usage, "\(error)") }
  }

  /// Reads the file of segments, before anything else happens.
  private func makeSegments() throws -> RunSegments? {
    do throws(SegmentFileError) {
      return try options.segments.make(library)
    } catch {
      throw fail(error.exit, "\(error)")
    }
  }

  private static func isSameFile(_ a: String, _ b: String) -> Bool {
    let file = FileIdentity(path: a)
    return file != nil && file == FileIdentity(input: Self.path(b))
  }

  /// The path of a source, which may be a file URL.
  private static func path(_ source: String) -> String {
    guard source.lowercased().hasPrefix("file:"), let url = URL(string: source) else { return source }
    return url.path(percentEncoded: false)
  }

  private func makeTrace(engine: String) throws -> TraceRecorder? {
    guard let tracePath else { return nil }
    // On the virtual clock two runs must produce the same bytes, so there is no date. Nothing is lost, because the run
    // can be repeated.
    let header = TraceHeader(
      configuration: configuration, engine: engine, tool: "tapedeck \(TapeDeck.configuration.version)",
      note: script?.scenario.name ?? "", recordedAt: isVirtual ? nil : microsecondsSince1970())
    do throws(TraceError) {
      return try TraceRecorder(
        path: tracePath, form: TraceForm(output: tracePath), header: header,
        flushing: isVirtual ? .whenFull : .everyRecord, redacts: redacts)
    } catch {
      throw fail(.differs, "\(error); choose another place for the trace.")
    }
  }

  /// With `--network auto`, a missing monitor is an error; without the option, the program works without one if
  /// necessary.
  private func makeMonitor() throws -> NetworkMonitor? {
    switch options.network {
    case .path: return nil
    case nil: return options.isRemote ? try? NetworkMonitor() : nil
    case .automatic:
      do throws(NetworkMonitorError) {
        return try NetworkMonitor()
      } catch {
        throw fail(.differs, "\(error). Say which it is with --network, such as --network wifi.")
      }
    }
  }

  #if FFmpeg
  /// The user's input in a window is passed to `onInput`.
  private func makeEngine(
    onInput: @escaping @Sendable (Console.Happening) -> Void = { _ in }
  ) throws -> sending any Engine {
    if let reason = FFmpegLibraries.failure {
      throw fail(
        .differs,
        """
        FFmpeg's libraries cannot be loaded: \(reason). Install them: apt-get install ffmpeg on Debian, or \
        Tools/install-dependencies play in a checkout.
        """)
    }
    let clocking: FFmpegEngine.Clocking = isVirtual ? .virtual : .realTime
    return FFmpegEngine(
      library: library, clocking: clocking, outputs: try makeOutputs(onInput), onStill: stillHandler,
      network: try options.requests.options())
  }

  /// Nil where no still can be asked for: an engine that hands out no pictures decodes them faster.
  private var stillHandler: StillHandler? {
    let isAsked = options.still != nil || options.at.contains(where: \.action.isStill)
    if isVirtual, !isAsked, script == nil { return nil }
    return { [stills] serial, picture in
      let path = stills.path(serial, at: picture.position)
      stills.write(StillPicture.encode(picture, as: StillFiles.isJPEG(path) ? .jpeg : .png), to: path)
    }
  }

  private func makeOutputs(
    _ onInput: @escaping @Sendable (Console.Happening) -> Void
  ) throws -> sending [any MediaOutput] {
    var made: [any MediaOutput] = []
    for output in outputs.writers {
      do throws(OutputError) {
        switch output {
        case .wav(let path): made.append(try WAVOutput(path: path))
        case .y4m(let path, let frame): made.append(try Y4MOutput(path: path, frame: frame))
        case .pcm: made.append(PCMOutput(descriptor: 1))
        case .null, .sound, .window: break
        }
      } catch {
        let reason = String(cString: strerror(error.code))
        throw fail(.differs, "\(output.path ?? "the output"): cannot be created: \(reason). Choose another place.")
      }
    }
    let speaker = try makeSpeaker()
    if let speaker { made.append(speaker) }
    if outputs.hasWindow { made.append(try makeWindow(isHeard: speaker != nil, onInput)) }
    return made.isEmpty ? [NullOutput()] : made
  }

  private func makeSpeaker() throws -> sending SpeakerOutput? {
    guard let need = outputs.speaker else { return nil }
    do throws(DeviceError) {
      return try SpeakerOutput()
    } catch {
      let reason = "no sound: \(error)."
      if need == .demanded { throw fail(.differs, "\(reason) Check the sound server, or play with --output null.") }
      StandardStream(2).line("tapedeck: \(reason) Playing in silence; --output null says that this is meant.")
      return nil
    }
  }

  private func makeWindow(
    isHeard: Bool, _ onInput: @escaping @Sendable (Console.Happening) -> Void
  ) throws -> sending WindowOutput {
    let name = SourceName.isLocal(options.source) ? URL(filePath: options.source).lastPathComponent : "TapeDeck"
    do throws(DeviceError) {
      return try WindowOutput(title: name, delay: isHeard ? SpeakerOutput.latency : .zero) { input in
        onInput(.keys([Key](input)))
      }
    } catch {
      throw fail(.differs, "no window: \(error). Check DISPLAY, or play without --output window.")
    }
  }
  #else
  private func makeEngine(
    onInput: @escaping @Sendable (Console.Happening) -> Void = { _ in }
  ) throws -> sending any Engine {
    throw fail(
      .usage,
      """
      this tapedeck has no FFmpeg and plays no media; all other commands work. Install the Debian package or the archive \
      that ends in -ffmpeg, or build it with Tools/install --program PREFIX in a checkout.
      """)
  }
  #endif

  /// Reports what a run came to, and throws the exit code if it is not 0.
  private func report(_ ending: RunEnding, _ run: RunController, wall: Duration) throws {
    run.view.finish()
    if let outcome = run.outcome { return try report(outcome, ending, run.traceFailure, wall: wall) }
    try reportProblems(ending, run)
  }

  /// Reports the outcome of a scenario, as 'tapedeck simulate' does.
  private func report(
    _ run: ScenarioRun, _ ending: RunEnding, _ traceFailure: String?, wall: Duration
  ) throws {
    guard let script else { return }
    let outcome = ScenarioOutcome(
      file: script.path, scenario: script.file, run: run, violation: nil, checksProperties: false, wall: wall,
      how: "played")
    let output = DataStream()
    for line in outcome.lines(Screen.standardOutput) { try output.line(line) }
    try output.flush()
    if case .failed(let failure) = ending, outcome.verdict != .passed {
      let words = library.text(of: failure.text)
      Talk.line("tapedeck: " + FailureText.sentence(failure, source: options.source, words: words))
    }
    if let traceFailure { Talk.line("tapedeck: \(traceFailure)\(whatIsKept)") }
    let ending: Int32 =
      switch ending {
      case .ended, .failed, .reached, .nothingLeft, .quit: 0
      case .signal, .outputClosed, .outputFailed, .startOutside, .recordingFailed, .stuck: ending.exitCode
      }
    let verdict = outcome.verdict == .failed || traceFailure != nil ? Exit.differs.rawValue : Exit.ok.rawValue
    let code = max(ending, verdict)
    if code != 0 { throw ExitCode(code) }
  }

  private func reportProblems(_ ending: RunEnding, _ run: RunController) throws {
    let errors = StandardStream(2)
    switch ending {
    case .failed(let failure):
      let words = library.text(of: failure.text)
      errors.line("tapedeck: " + FailureText.sentence(failure, source: options.source, words: words))
    case .startOutside(let duration):
      let start = options.plan.start.map(TimeText.exact) ?? ""
      errors.line(
        "tapedeck: --start \(start) lies outside the media; expected a position up to \(TimeText.exact(duration)).")
    case .outputFailed(let code):
      errors.line("tapedeck: standard output cannot be written: \(String(cString: strerror(code))).")
    case .stuck: errors.line("tapedeck: player and engine kept each other busy; please report this with the trace.")
    case .ended, .reached, .nothingLeft, .quit, .signal, .outputClosed, .recordingFailed: break
    }
    for sentence in run.undone { errors.line("tapedeck: \(sentence)") }
    if let failure = run.traceFailure { errors.line("tapedeck: \(failure)\(whatIsKept)") }
    if run.hasMissed { errors.line("tapedeck: not all of the media was played: the warnings say what is missing.") }
    let isComplete =
      run.traceFailure == nil && !stills.hasFailed && run.undone.isEmpty && !run.isStartIgnored && !run.hasMissed
    let code = isComplete ? ending.exitCode : max(ending.exitCode, Exit.differs.rawValue)
    if code != 0 { throw ExitCode(code) }
  }

  /// How much was kept of a trace that could not be completed.
  private var whatIsKept: String {
    var status = stat()
    guard let tracePath, stat(tracePath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return "" }
    return
      " after byte \(status.st_size). What was written before is kept and can be replayed; make room and record again."
  }

  private func fail(_ exit: Exit, _ message: String) -> ExitCode {
    ErrorLog.note(ErrorReport(message, kind: exit == .usage ? "usage" : nil))
    StandardStream(2).line("tapedeck: \(message)")
    return exit.error
  }
}

#if FFmpeg
extension [Key] {
  /// The equivalent key of a terminal.
  fileprivate init(_ input: WindowInput) {
    switch input {
    case .text(let text): self = text.map { .character($0) }
    case .key(.left, let shift): self = [shift ? .shiftLeft : .left]
    case .key(.right, let shift): self = [shift ? .shiftRight : .right]
    case .key(.up, _): self = [.up]
    case .key(.down, _): self = [.down]
    case .key(.home, _): self = [.home]
    case .key(.end, _): self = [.end]
    case .key(.backspace, _): self = [.backspace]
    case .key(.escape, _): self = [.escape]
    case .closed: self = [.character("q")]
    }
  }
}
#endif
