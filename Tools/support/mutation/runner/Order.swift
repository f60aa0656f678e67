import Foundation
import PlayerCore
import PlayerTesting
import ReducerTesting

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
      mutant = number
      switch model {
      case "player": judge(PlayerModel(properties: properties), "player", sessions, length, &verdict)
      case "difference": verdict.difference = difference()
      case "settings": verdict.settings = SettingEffects.count(sessions: sessions, length: length)
      case "world":
        // A session of a world is served hundreds of reports between its steps.
        judge(WorldModel(properties: properties), "world", max(1, sessions / 4), min(length, 25), &verdict)
      default: break
      }
    }
    mutant = number
    if verdict.discovery == nil { verdict.changesRecordings = !recordings.areKept }
    verdict.isReached = isMutantReached
    return verdict
  }

  private func judge<Subject: Model>(
    _ model: Subject, _ name: String, _ sessions: Int, _ length: Int, _ verdict: inout Verdict
  ) {
    let began = processorMicroseconds()
    var next = 1
    while next <= sessions {
      Main.say(".")
      // Most are only counted, as a search does it; no more at a time than have held, so that those after the one that
      // fails cost little.
      let end = min(sessions + 1, next + min(50, next))
      defer { next = end }
      let batch = model.probe(seeds: UInt64(next)..<UInt64(end), length: length)
      if batch.failures == 0 {
        verdict.steps += batch.stepCount
        continue
      }
      for number in next..<end {
        let (session, finding) = model.explore(seed: UInt64(number), length: length)
        verdict.steps += session.steps.count
        guard let finding else { continue }
        verdict.discovery = Verdict.Discovery(
          model: name, property: finding.violation.property, detail: finding.violation.detail, session: number,
          findMicroseconds: processorMicroseconds() - began, shrunk: shrinks ? shrink(session, finding, model) : nil)
        return
      }
    }
  }

  private func shrink<Subject: Model>(
    _ session: Session<Subject.Setup, Subject.Step>, _ finding: Finding, _ model: Subject
  ) -> Verdict.Small? {
    let began = processorMicroseconds()
    guard let small = Shrinker(model).shrink(session, property: finding.violation.property) else { return nil }
    let script = [model.describe(small.session.setup)] + small.session.steps.map { model.describe($0) }
    return Verdict.Small(
      steps: small.session.steps.count, isMinimal: small.isMinimal, microseconds: processorMicroseconds() - began,
      script: script)
  }
}

/// The processor time of this thread: what other programs do meanwhile does not count.
private func processorMicroseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
}
