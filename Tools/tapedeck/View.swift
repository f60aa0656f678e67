import ArgumentParser
import PlayerCore
import PlayerTrace

/// `tapedeck view`: a page that shows a run.
struct View: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Make a web page that shows runs step by step.",
    discussion: """
      Writes one HTML file that opens from disk without a network: it contains the traces, and the reducer as \
      WebAssembly, which replays them in the page. The page shows states, buffer, playhead, commands, reports and \
      notifications over time, the whole state after any step, and what caused it. It searches, compares two runs, \
      and replays with other inputs. Its address holds the view, so that a link is a finding.

      The command reads a long binary trace itself and stores the result in the page, which then opens at once.

      A damaged or unfinished trace is shown as far as it goes, with the place where it ends.

      A trace contains the addresses and titles of what was played: check it before you send it ('tapedeck info \
      TRACE').

      The page's template belongs beside this program: 'Tools/install' puts it in ../share/tapedeck/viewer.html; in a \
      checkout 'Tools/viewer' builds it in .build/viewer.

      EXIT CODES
        0  written
        2  wrong usage, a file that cannot be opened, or no template
        3  a file that is no trace

      EXAMPLES
        tapedeck view episode.trace
        tapedeck view episode.trace --output run.html
        tapedeck view good.trace bad.trace -o compared.html
        tapedeck record episode.m4a --output - | tapedeck view - -o run.html
      """)

  @Argument(
    help: ArgumentHelp("One or two traces, text or binary; - is standard input.", valueName: "trace"),
    completion: .file())
  var traces: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the page to this file; - is standard output. (default: the name of the first trace, with .html; never an existing file)",
      valueName: "file"
    ), completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Use another template than the installed one.", valueName: "file"), completion: .file())
  var viewer: String?

  func validate() throws {
    guard traces.count <= 2 else {
      throw ValidationError("One trace is shown, or two are compared: found \(traces.count).")
    }
    guard traces.filter({ $0 == "-" }).count <= 1 else { throw ValidationError("Standard input is one trace.") }
    if output == nil, traces.first == "-" {
      throw ValidationError("The page of standard input needs a name: add --output FILE.")
    }
  }

  func run() throws {
    let target = output ?? Self.page(for: traces[0])
    try reportingTraceErrors {
      if output == nil { try WholeFile.checkUnnamed(target) }
      let template = try ViewerTemplate.find(viewer)
      let given = try traces.map { try GivenTrace($0) }
      try template.write(given, to: target, sparing: traces)
    }
    if target != "-" { Talk.line("wrote \(Printable.text(target))") }
  }

  /// `episode.html` for `folder/episode.trace` and `folder/episode.trace.jsonl`, in the current folder.
  static func page(for trace: String) -> String {
    var name = trace.split(separator: "/").last.map(String.init) ?? "run"
    for ending in [".jsonl", ".trace"] where name.hasSuffix(ending) && name.count > ending.count {
      name.removeLast(ending.count)
    }
    return name + ".html"
  }
}
