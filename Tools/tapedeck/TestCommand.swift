import ArgumentParser
import PlayerTrace

/// `tapedeck test`: a recorded run as a test.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Turn a trace into a test: it feeds the recorded inputs and expects the recorded outputs.",
    discussion: """
      Writes the source of a test for Swift Testing, or for Node's test runner with the npm package 'tapedeck'. The \
      test feeds every input to a player at its recorded instant and compares all outputs: notifications, \
      completions, engine commands. It needs no engine and no media.

      Short tests are easier to read: shrink the trace first ('tapedeck shrink TRACE --until NAME'). For a test of \
      what users see, with a simulated engine, make a scenario ('tapedeck scenario').

      The Swift test contains the steps as a text trace, which later versions still read; it needs the module \
      PlayerTrace. Run the JavaScript test with 'node --test FILE'.

      EXIT CODES
        0  written
        1  the disk is full or fails
        2  wrong usage, or a file that cannot be opened
        3  a damaged trace, one without outputs, or one that does not begin at the
           beginning

      EXAMPLES
        tapedeck test bug.trace > Tests/PlayerTests/BugTests.swift
        tapedeck test bug.trace --in javascript --output test/bug.test.mjs
        tapedeck shrink field.trace --until stallBegan --output small.trace
        tapedeck test small.trace
      """)

  @Argument(
    help: ArgumentHelp("A trace, text or binary; - is standard input.", valueName: "trace"),
    completion: .file())
  var trace: String

  @Option(name: .customLong("in"), help: ArgumentHelp("The language of the test.", valueName: "swift|javascript"))
  var language = TestLanguage.swift

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  func run() throws {
    try reportingTraceErrors {
      var reader = try TraceReader(path: trace)
      try WholeFile.write(TraceTest.text(of: &reader, in: language), to: output ?? "-", sparing: [trace])
    }
  }
}

extension TestLanguage: ExpressibleByArgument {}
