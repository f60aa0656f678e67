/// Counts what was checked, and keeps the first thing that was wrong.
struct RuleJudge {
  private(set) var counts: [ContractRule: Int] = [:]
  private(set) var cases: [ContractCase: Int] = [:]
  private(set) var violation: ContractViolation?

  /// Without `counts` it is no evidence when the rule holds.
  mutating func expect(
    _ rule: ContractRule, _ holds: Bool, counts isEvidence: Bool = true, _ expected: @autoclosure () -> String,
    got: @autoclosure () -> String
  ) {
    if isEvidence || !holds { counts[rule, default: 0] += 1 }
    if !holds, violation == nil { violation = ContractViolation(rule: rule, expected: expected(), got: got()) }
  }

  mutating func reach(_ situation: ContractCase) { cases[situation, default: 0] += 1 }
}
