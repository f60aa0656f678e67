import ArgumentParser
import Foundation
import Testing

@testable import tapedeck

/// What holds for every command.
@Suite("All commands are alike")
struct AllCommandsTests {
  /// The commands that have `--json`, and arguments with which each must fail.
  private static let failing: [String: String] = [
    "play": "/no/such --output nonsense", "replay": "/no/such", "info": "/no/such", "at": "/no/such end",
    "timeline": "/no/such", "diff": "/no/such /no/such", "bisect": "/no/such /no/such", "what-if": "/no/such",
    "blame": "/no/such", "explain": "/no/such", "simulate": "/no/such", "explore": "nonsense", "segments": "/no/such",
    "check": "/no/such", "triage": "/no/such", "stats": "--by nonsense /no/such", "compare": "/no/such /no/such",
    "fuzz": "--model nonsense", "import": "/no/such", "shrink": "/no/such", "certify": "-- /no/such",
    "settings": "--nonsense", "presets": "--nonsense", "events": "--nonsense",
    "words": "--nonsense",
  ]

  private static var names: Set<String> {
    Set(
      TapeDeck.configuration.subcommands.filter { TapeDeck.helpMessage(for: $0, columns: 200).contains("--json") }
        .map { $0._commandName })
  }

  @Test("With --json, a usage error or a problem with a file is an object with a message")
  func errors() throws {
    #expect(Self.names == Set(Self.failing.keys))
    var script = "exec 2>/dev/null\n"
    for (name, words) in Self.failing.sorted(by: { $0.key < $1.key }) {
      // One parser reads the options of all commands: some of them are enough.
      for line in ["\(name) --json \(words)"] + (words == "/no/such" ? [] : ["\(name) --json --no-such-option"]) {
        script += "echo '> \(line)'; \"$TAPEDECK\" \(line); echo \"= $?\"\n"
      }
    }
    let runs = ("\n" + (try Program.shell(script).output)).components(separatedBy: "\n> ").dropFirst()
    #expect(runs.count > Self.failing.count)
    for run in runs {
      let lines = run.split(separator: "\n")
      let exit = lines.last.flatMap { Int($0.dropFirst(2)) } ?? 0
      #expect((1...3).contains(exit), "\(run)")
      if run.contains("--no-such-option") { #expect(exit == 2 && run.contains(#""kind":"usage""#), "\(run)") }
      let line = lines.dropLast().last.map { String($0) } ?? ""
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      let error = object["error"] as? [String: Any] ?? [:]
      let message = error["message"] as? String ?? ""
      #expect(!message.isEmpty, "\(run)")
    }
  }

  @Test("A file that does not exist is a usage error everywhere: exit code 2, and its path in the message")
  func missingFile() throws {
    let lines = [
      "replay", "info", "cat", "at end", "timeline", "view", "export --as webvtt", "diff /no/such", "bisect /no/such",
      "what-if --set rebuffer=5s", "blame", "explain", "scenario", "test", "simulate", "segments", "check", "triage",
      "stats", "compare /no/such", "import", "shrink --until stallBegan",
    ]
    var script = "exec 2>&1\n"
    for line in lines {
      let command = line.split(separator: " ", maxSplits: 1).map { String($0) }
      script +=
        "echo '> \(line)'; \"$TAPEDECK\" \(command[0]) /no/such \(command.dropFirst().joined()); echo \"= $?\"\n"
    }
    let runs = ("\n" + (try Program.shell(script).output)).components(separatedBy: "\n> ").dropFirst()
    #expect(runs.count == lines.count)
    for run in runs where !run.hasPrefix("view") || !run.contains("no template") {
      #expect(run.contains("\n= 2") && run.contains("rror: /no/such: "), "\(run)")
    }
  }

  @Test("- is standard input, read like a trace file, and JSON has null for never")
  func standardInput() throws {
    let fixture = try Fixture()
    let story = try fixture.story()
    // Another tool builds the real page.
    let page = fixture.file("viewer.html")
    try Data("<!doctype html><title>A page</title><body><!-- traces --></body>\n".utf8).write(to: URL(filePath: page))
    let lines = [
      "replay - --json --from 0:05", "info - --json", "cat -", "at - end --json", "at - '5 s' --json",
      "timeline - --json",
      "explain - 0:05 --json", "view - --viewer \(page) --output -", "export - --as webvtt", "diff - \(story) --json",
      "diff \(story) - --json", "bisect - \(story) --json", "what-if - --set rebuffer=5s --output -",
      "blame - --budget 1000 --json", "scenario -", "test -", "check - --json", "stats - --json",
      "shrink - --until stallBegan --output -", "triage - --json --output \(fixture.file("triage"))",
    ]
    var script = "exec 2>/dev/null\n"
    for line in lines {
      script += "echo '> \(line.replacing("'", with: ""))'; \"$TAPEDECK\" \(line) < \(story); echo \"= $?\"\n"
    }
    let runs = try Program.shell(script).output.components(separatedBy: "\n> ")
    #expect(runs.count == lines.count)
    for run in runs {
      let exit = run.components(separatedBy: "\n= ").last.flatMap { Int($0.prefix { $0.isNumber }) }
      #expect(exit == 0 || exit == 1, "\(run.prefix(200))")
      #expect(run.utf8.count > 60, "\(run)")
      guard run.prefix(80).contains("--json") else { continue }
      #expect(!run.contains("9223372036854775807") && !run.contains("9223372036854775808"), "\(run.prefix(400))")
    }
    #expect(FileManager.default.fileExists(atPath: fixture.file("triage/standard-input.triage.yaml")))
  }

  @Test("A place follows a colon or a space, and a time may have a space before its unit")
  func places() throws {
    for words in [["t:41"], ["t", "41"]] {
      let place = try TraceAndPlaceArguments.parse(words).value
      #expect(place.trace == "t" && place.place == .step(41))
    }
    let spellings = ["t:1.5", "t:1.5s", "t:1500ms", "t:1.5 s", "t:1500 ms"]
    let instants = try spellings.map { try TraceAndPlaceArguments.parse([$0]).value }
    #expect(Set(instants.map(\.place)).count == 1 && instants.allSatisfy { $0.trace == "t" })
    #expect(try TraceAndPlaceArguments.parse(["t", "1.5 s"]).value.place == instants[0].place)
    #expect(TimeText.span("5 min") == .seconds(300) && TimeText.span("2 h") == TimeText.span("2h"))
    for wrong in ["5  s", " 5 s", "5 s ", "5 ", " ", "1:30 s", "s 5", "1 2"] { #expect(TimeText.span(wrong) == nil) }
    #expect(throws: (any Error).self) { try TraceAndPlaceArguments.parse(["t:3", "4"]) }
  }
}
