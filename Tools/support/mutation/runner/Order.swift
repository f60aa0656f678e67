import PlayerCore
import PlayerTesting

/// One mutant, and how hard to look for a property that it breaks.
struct Order {
  var number: Int32
  var models: [Substring]
  /// The properties that count.
  var properties: PlayerPropertySet
  var sessions: Int
  var length: Int
  var shrinks: Bool

  init?(_ line: String) {
    let words = line.split(separator: " ")
    guard words.count == 6, let number = Int32(words[0]), let sessions = Int(words[3]), let length = Int(words[4])
    else { return nil }
    self.number = number
    models = words[1].split(separator: "+")
    // All, all but some, or one.
    let ids = words[2].drop { $0 == "-" }.split(separator: ",").map(String.init)
    properties = words[2].hasPrefix("-") ? .allBut(ids) : PlayerPropertySet(ids: ids)
    self.sessions = sessions
    self.length = length
    shrinks = words[5] == "1"
  }

  func carryOut(_ recordings: Recordings) -> Verdict {
    mutant = number
    isMutantReached = false
    defer { mutant = 0 }
    var verdict = Verdict(number: number)
    for model in models where verdict.discovery == nil {
      switch model {
      case "player": judge(PlayerModel(properties: properties), "player", sessions, length, &verdict)
      case "world":
        // A session of a world is served hundreds of reports between its steps.
        judge(WorldModel(properties: properties), "world", max(1, sessions / 4), min(length, 25), &verdict)
      default: break
      }
    }
    if verdict.discovery == nil { verdict.changesRecordings = !recordings.areKept }
    verdict.isReached = isMutantReached
    return verdict
  }

  private func judge<Subject: Model>(
    _ model: Subject, _ name: String, _ sessions: Int, _ length: Int, _ verdict: inout Verdict
  ) {
    let clock = ContinuousClock()
    let began = clock.now
    for number in 1...sessions {
      if number % 50 == 0 { Main.say(".") }
      let (session, finding) = model.explore(seed: UInt64(number), length: length)
      verdict.steps += session.steps.count
      guard let finding else { continue }
      verdict.discovery = Verdict.Discovery(
        model: name, property: finding.breach.property, detail: finding.breach.detail, session: number,
        findMicroseconds: (clock.now - began).microseconds, shrunk: shrinks ? shrink(session, finding, model) : nil)
      return
    }
  }

  private func shrink<Subject: Model>(
    _ session: Session<Subject.Setup, Subject.Step>, _ finding: Finding, _ model: Subject
  ) -> Verdict.Small? {
    let clock = ContinuousClock()
    let began = clock.now
    guard let small = Shrinker(model).shrink(session, property: finding.breach.property) else { return nil }
    let script = [model.describe(small.session.setup)] + small.session.steps.map { model.describe($0) }
    return Verdict.Small(
      steps: small.session.steps.count, isMinimal: small.isMinimal, microseconds: (clock.now - began).microseconds,
      script: script)
  }
}

extension Duration {
  var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
