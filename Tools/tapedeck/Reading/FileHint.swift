import Foundation
import PlayerTesting
import PlayerTrace

/// The sentence for a file that was given to the wrong command: what it is, and which command takes it.
enum FileHint {
  /// `nil` when the file is of this kind, or of none that is known.
  static func sentence(for path: String, wanted: FileKind) -> String? {
    report(for: path, wanted: wanted).map { "\($0.message). \($0.hint ?? "")" }
  }

  /// The same, what it is apart from what to do.
  static func report(for path: String, wanted: FileKind) -> ErrorReport? {
    guard let kind = FileKind(path: path), kind != wanted else { return nil }
    return ErrorReport(
      "\(Printable.text(path)): this is \(kind.words), not \(wanted.words)", kind: "wrongFile", file: path,
      hint: advice(kind, path, wanted: wanted))
  }

  private static func advice(_ kind: FileKind, _ path: String, wanted: FileKind) -> String {
    let file = ShellWord.quoted(path)
    switch kind {
    case .folder:
      switch wanted {
      case .trace:
        return "Give the traces in it one by one: \(file)/*.trace; 'tapedeck stats \(file)' reads all of them"
      case .scenario: return "Give the scenarios in it: \(file)/*.yaml"
      case .log: return "Give the logs in it one by one: \(file)/*.log"
      default: return "Give a file in it"
      }
    case .empty:
      return wanted == .trace
        ? "Nothing was written to it; 'tapedeck record' makes a trace" : "Nothing was written to it: create it again"
    case .trace:
      switch wanted {
      case .scenario: return "'tapedeck scenario \(file) --output NAME.yaml' makes a scenario of it"
      case .media:
        return "It is replayed without media: 'tapedeck replay \(file)'; 'tapedeck timeline \(file)' draws it"
      default: return "'tapedeck replay \(file)' verifies it, 'tapedeck timeline \(file)' draws it"
      }
    case .scenario:
      switch wanted {
      case .trace: return "'tapedeck simulate \(file) --output NAME.trace' plays it and records a trace"
      default: return "'tapedeck simulate \(file)' plays it"
      }
    case .cases: return "'Tools/check-cases \(file)', in a checkout of TapeDeck, runs them"
    case .network:
      return
        "A scenario plays over it: 'network: {file: \(Printable.text(path))}'; or 'tapedeck simulate --sabre-compat --network \(file)'"
    case .simulatedMedia: return "'tapedeck simulate --sabre-compat --media \(file)' plays it over a network"
    case .segments: return "'tapedeck segments \(file)' shows them, 'tapedeck play MEDIA --segments \(file)' uses them"
    case .media:
      switch wanted {
      case .trace: return "'tapedeck record \(file) --output NAME.trace' plays it and records a trace"
      default: return "'tapedeck play \(file)' plays it"
      }
    case .log: return "'tapedeck import \(file)' makes traces of it"
    case .page: return "Open it in a browser"
    case .tar:
      return wanted == .trace
        ? "'tapedeck stats \(file)' reads the traces in it; unpack it for anything else" : "Unpack it first"
    case .compressed: return "Unpack it first"
    }
  }
}

extension FileKind {
  /// With its article.
  var words: String {
    switch self {
    case .folder: "a folder"
    case .empty: "an empty file"
    case .trace: "a trace"
    case .scenario: "a scenario"
    case .cases: "a file of acceptance cases"
    case .network: "a description of a network"
    case .simulatedMedia: "a description of media for simulations"
    case .segments: "a list of segments"
    case .media: "media"
    case .log: "the log of a player"
    case .page: "a page"
    case .tar: "a tar archive"
    case .compressed: "a compressed file"
    }
  }
}

extension TraceError {
  /// What the file is instead of a trace, when the error is that it is not a trace.
  var wrongFile: ErrorReport? {
    switch self {
    case .notATrace, .noHeader: FileHint.report(for: file, wanted: .trace)
    // JSON of another kind is taken for the text of a trace.
    case .damaged(let damage): damage.offset == 0 ? FileHint.report(for: file, wanted: .trace) : nil
    case .system(let action, _, EISDIR, _) where action != "create": FileHint.report(for: file, wanted: .trace)
    default: nil
    }
  }
}
