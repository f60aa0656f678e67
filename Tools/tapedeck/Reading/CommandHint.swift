import PlayerSimulation
import PlayerTesting
import PlayerTrace

/// The message when the first word is not a command.
enum CommandHint {
  /// `nil` when the word is a command, an option, or missing.
  static func problem(with arguments: [String], among names: [String]) -> String? {
    var words = arguments[...]
    if words.first == "help" { words = words.dropFirst() }
    guard let word = words.first, !word.hasPrefix("-"), !names.contains(word), word != "help" else { return nil }
    let list = "'tapedeck --help' lists the commands"
    if let kind = FileKind(path: word) {
      return "'\(Printable.text(word))' is \(kind.words), not a command. Name the command first: "
        + "\(command(for: kind, word)). \(list)."
    }
    let nearest = Nearest.words(to: word, among: names).filter { Nearest.word(to: word, among: [$0]) != nil }
    let guess = nearest.isEmpty ? "" : " Did you mean \(nearest.map { "'\($0)'" }.joined(separator: " or "))?"
    return "There is no command '\(Printable.text(word))'.\(guess) \(list)."
  }

  private static func command(for kind: FileKind, _ path: String) -> String {
    let file = ShellWord.quoted(path)
    switch kind {
    case .trace: return "'tapedeck replay \(file)', 'tapedeck timeline \(file)'"
    case .scenario, .network, .simulatedMedia: return "'tapedeck simulate \(file)'"
    case .cases: return "'Tools/check-cases \(file)' in a checkout of TapeDeck"
    case .log: return "'tapedeck import \(file)'"
    case .segments: return "'tapedeck segments \(file)'"
    case .folder, .tar: return "'tapedeck stats \(file)'"
    case .media, .empty, .page, .compressed: return "'tapedeck play \(file)'"
    }
  }
}
