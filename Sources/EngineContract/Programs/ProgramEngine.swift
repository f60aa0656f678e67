import Backports
import Foundation
import PlayerCore
import PlayerRuntime
import PlayerTrace

/// An engine in its own program, in any language: the host writes commands to its standard input and reads reports from
/// its standard output, as lines of JSON. <doc:EnginesInOtherLanguages> has the lines.
///
/// It never blocks its host, whatever the program does. When the program ends, or writes something that is not a
/// report, every open epoch fails, and ``problem`` gives the reason.
public final class ProgramEngine: Engine, EngineProcess {
  private let library: IdentifierTable
  private let reports: ProgramReports
  private let process = Process()
  private let commands = LineQueue()
  private var items: Set<ItemID> = []

  /// Starts a program with its arguments, and waits at most `patience` until it has introduced itself. A program is
  /// found by its path, or in `PATH`. Errors are in ``problem``.
  public init(_ arguments: [String], library: IdentifierTable, patience: TimeSpan = .seconds(60)) {
    self.library = library
    let greeted = DispatchSemaphore(value: 0)
    reports = ProgramReports(library) { greeted.signal() }
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["--"] + arguments
    process.standardInput = input
    process.standardOutput = output
    do { try process.run() } catch {
      reports.fail("cannot be run: \(error.localizedDescription)")
      return
    }
    // Only the program holds its ends of the pipes, so that each side notices when the other is gone.
    try? output.fileHandleForWriting.close()
    try? input.fileHandleForReading.close()
    commands.begin(input.fileHandleForWriting)
    Self.read(output.fileHandleForReading, of: process, into: reports)
    if greeted.wait(timeout: .now() + .microseconds(Int(clamping: patience.microseconds))) == .timedOut {
      let line = #"{"k":"h","engine":"mine 1.0"}"#
      reports.fail("has not introduced itself within \(patience.microseconds / 1_000_000) s; expected \(line)")
    }
  }

  deinit { end() }

  /// Takes what the program writes until it ends, on its own thread.
  private static func read(_ file: FileHandle, of process: Process, into reports: ProgramReports) {
    Thread.detachNewThread {
      var reader = LineReader(file)
      var isUsable = true
      while isUsable, let line = reader.next(atMost: ProgramReports.longestLine) { isUsable = reports.take(line) }
      // The output is still read to its end, so that the program never waits for a reader.
      reader.drain()
      // Foundation keeps a process that has ended, and the pipes with it.
      try? file.close()
      guard isUsable else { return }
      // The program may still be ending: how it ends is the better reason.
      let deadline = Date.now + 1
      while process.end == nil, Date.now < deadline { usleep(10_000) }
      switch process.end {
      case .exited(let code): reports.fail("has ended (exit code \(code))")
      case .killed(let signal): reports.fail("has ended (signal \(signal))")
      case nil: reports.fail("has closed its standard output")
      }
    }
  }

  /// How the program introduced itself.
  public var identity: String { reports.identity ?? "unknown" }

  /// Why the program can no longer be used; `nil` while it can.
  public var problem: String? { reports.problem }

  /// The program's process; `nil` when it could not be started.
  public var processIdentifier: Int32? { process.processIdentifier > 0 ? process.processIdentifier : nil }

  /// Sends the command to the program, preceded by the definition of a new item.
  public func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    guard reports.expectsAnswer(to: command, epoch) else { return }
    if case .open(let item, _) = command, items.insert(item).inserted {
      commands.append(EngineLine.definition(of: item, library.source(of: item) ?? ""))
    }
    commands.append(EngineLine.command(command, epoch, at: now))
  }

  /// Reports come at any time: none is known in advance.
  public var nextEvent: Instant { .never }

  /// Appends what the program has reported by now.
  public func takeEvents(upTo now: Instant, into events: inout [EngineReport]) { reports.takeEvents(into: &events) }

  /// Calls `wake` on the reading thread.
  public func setWakeHandler(_ wake: @escaping @Sendable () -> Void) { reports.setWakeHandler(wake) }

  /// Closes the program's standard input; a program that has not ended 5 s later is killed.
  public func shutDown() {
    reports.shutDown()
    end()
  }

  private func end() {
    commands.end()
    let process = process
    guard processIdentifier != nil, process.end == nil else { return }
    Thread.detachNewThread {
      let deadline = Date.now + 5
      while process.end == nil, Date.now < deadline { usleep(20_000) }
      if process.end == nil { kill(process.processIdentifier, SIGKILL) }
    }
  }
}
