import ArgumentParser
import EngineContract

/// A rule or a situation that must occur in a run, as `--require` names it.
enum CertifyRequirement {
  case rule(ContractRule)
  case situation(ContractCase)

  init(_ name: String) throws {
    if let rule = ContractRule(rawValue: name) {
      self = .rule(rule)
    } else if let situation = ContractCase(rawValue: name) {
      self = .situation(situation)
    } else {
      throw ValidationError("--require \(name): expected rules and situations, with commas; --rules lists them.")
    }
  }

  var name: String {
    switch self {
    case .rule(let rule): rule.rawValue
    case .situation(let situation): situation.rawValue
    }
  }

  /// How often it occurred.
  func count(in report: ContractReport) -> Int {
    switch self {
    case .rule(let rule): report.counts[rule, default: 0]
    case .situation(let situation): report.cases[situation, default: 0]
    }
  }
}
