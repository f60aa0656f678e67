import ReducerTesting

extension ContractModel {
  /// The media before it in the list.
  public func simplerSetups(than setup: ContractSetup) -> [ContractSetup] {
    Candidates.numbers(than: setup.media).map { ContractSetup(media: $0) }
  }

  /// Shorter waits, earlier targets, plainer commands.
  public func simplerSteps(than step: ContractStep) -> [ContractStep] {
    switch step {
    case .wait(let span): Candidates.numbers(than: span).map { .wait($0) }
    case .untilRest(let span): Candidates.numbers(than: span).map { .untilRest($0) }
    case .untilBuffered(let span): Candidates.numbers(than: span).map { .untilBuffered($0) }
    case .play(let rate): Candidates.numbers(than: rate, towards: 1_000).map { .play(rate: $0) }
    case .seek(let target, let before, let after): simplerSeeks(target, before, after)
    case .open(true): [.open(keepsBuffer: false)]
    case .close(true): [.close(older: false)]
    case .reportPosition(true): [.reportPosition(older: false)]
    case .setVolume(let volume): Candidates.numbers(than: volume).map { .setVolume(thousandths: $0) }
    case .rotate(let degrees): degrees == 0 ? [] : [.rotate(degrees: 0)]
    case .catchUp(let position): Candidates.numbers(than: position).map { .catchUp(to: $0) }
    case .open, .close, .pause, .reportPosition, .captureStill, .select, .setVideo, .settle: []
    }
  }

  /// Without tolerances first, then to rounder and earlier places.
  private func simplerSeeks(_ target: Int64, _ before: Int64, _ after: Int64) -> [ContractStep] {
    Candidates.numbers(than: before).map { .seek(to: target, before: $0, after: after) }
      + Candidates.numbers(than: after).map { .seek(to: target, before: before, after: $0) }
      + Candidates.numbers(than: target).map { .seek(to: $0, before: before, after: after) }
  }

  /// Two waits become one.
  public func merged(_ first: ContractStep, _ second: ContractStep) -> [ContractStep] {
    guard case .wait(let a) = first, case .wait(let b) = second else { return [] }
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? [] : [.wait(sum)]
  }
}
