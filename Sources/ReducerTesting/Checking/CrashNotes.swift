import Foundation

/// The notes of processes that died in a session, in the folder of a corpus: `MODEL-….died.json`.
struct CrashNotes {
  struct Note: Codable, Hashable {
    /// The version of the form.
    var died = 1
    var model: String
    var seed: UInt64
    var length: Int
    /// -1 before the setup was drawn; then the steps that were drawn.
    var steps: Int
    var signal: Int32
  }

  let folder: String
  let model: String

  init(_ folder: String, of model: some Model) {
    self.folder = folder
    self.model = model.name
    prefix = Corpus.fileName(of: model) + "-"
  }

  private let prefix: String
  private static let ending = ".died.json"

  /// A path that no other process and no other check writes to.
  func newPath() -> String { "\(folder)/\(prefix)\(UUID().uuidString.prefix(13).lowercased())\(Self.ending)" }

  /// What a dying process writes, ``CrashWatch`` puts the numbers in.
  func contents(length: Int) -> String {
    let name = (try? JSONEncoder().encode(model)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    return """
      {"died":1,"length":\(length),"model":\(name),"seed":\(CrashWatch.seed),"signal":\(CrashWatch.signal),\
      "steps":\(CrashWatch.steps)}

      """
  }

  /// The notes of this model, in the order of their names, and complaints about those that cannot be read.
  func read() -> (notes: [(path: String, note: Note)], damaged: [(path: String, text: String)]) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var result: (notes: [(path: String, note: Note)], damaged: [(path: String, text: String)]) = ([], [])
    for name in names.sorted() where name.hasPrefix(prefix) && name.hasSuffix(Self.ending) {
      let path = "\(folder)/\(name)"
      let bytes = FileManager.default.contents(atPath: path) ?? Data()
      guard bytes.count < 10_000, let note = try? JSONDecoder().decode(Note.self, from: bytes), note.died == 1,
        note.length >= 0, note.steps >= -1, note.steps <= note.length
      else {
        let text = "\(path): expected a note of a session in which the process died; delete it, and run its seeds again"
        result.damaged.append((path, text))
        continue
      }
      if note.model == model { result.notes.append((path, note)) }
    }
    return result
  }
}

extension Model {
  /// The first `steps` steps of the session of a seed, as ``explore(seed:length:)`` draws it. The last of them is drawn
  /// but not taken, so a process that dies in it does not die here.
  public func session(seed: UInt64, steps: Int) -> Session<Setup, Step> {
    var random = SplitMix64(seed: seed)
    let habits = drawHabits(using: &random)
    var session = Session<Setup, Step>(drawSetup(habits, using: &random))
    guard steps > 0 else { return session }
    var state = begin(session.setup)
    while let step = nextAllowedStep(habits, in: &state, using: &random) {
      session.steps.append(step)
      if session.steps.count >= steps || take(step, in: &state) != nil { break }
    }
    return session
  }

  /// What is printed when the process dies in a session that a ``Checker`` has drawn.
  func watch(_ plan: CheckPlan, _ notes: CrashNotes?) -> CrashWatch {
    let (seed, steps) = (CrashWatch.seed, CrashWatch.steps)
    var lines = [
      "",
      "The process dies (signal \(CrashWatch.signal)) in a session of \(name): seed \(seed), step \(steps) of at most \(plan.length).",
      "The session:  \(code).session(seed: \(seed), steps: \(steps))",
    ]
    if let command = (self as? any StoredModel)?.drawCommand(forSeed: seed, length: plan.length) {
      lines.append("Draw it again:  \(command)")
    }
    let path = notes?.newPath()
    if let path { lines.append("Noted in \(path): the next run with this folder reports the session.") }
    return CrashWatch(
      message: lines.joined(separator: "\n") + "\n", file: path, contents: notes?.contents(length: plan.length) ?? "")
  }
}

extension Checker {
  /// What became of the sessions in which earlier processes died.
  @usableFromInline
  func takeDeaths(into report: inout Report) {
    guard readsNotes, let notes else { return }
    let (found, damaged) = notes.read()
    for (path, text) in damaged {
      report.corpus.append(CorpusEntry(path: path, property: Death.property, outcome: .damaged(text)))
    }
    for (path, note) in found {
      let model = model
      let signal = ChildProcess.signal { _ = model.probe(seed: note.seed, length: note.length) }
      if signal == 0 {
        if plan.removesFixed { try? FileManager.default.removeItem(atPath: path) }
        let outcome = CorpusEntry<Subject.Setup, Subject.Step>.Outcome.fixed(isRemoved: plan.removesFixed)
        report.corpus.append(CorpusEntry(path: path, property: Death.property, outcome: outcome))
        continue
      }
      // A reducer that is not deterministic may die in other places, too.
      let isSafe = note.steps >= 0 && ChildProcess.signal { _ = model.session(seed: note.seed, steps: note.steps) } == 0
      report.deaths.append(
        Death(
          seed: note.seed, length: note.length, steps: note.steps, signal: signal ?? note.signal,
          diesAgain: signal != nil,
          session: isSafe ? model.session(seed: note.seed, steps: note.steps) : nil, path: path))
    }
  }
}
