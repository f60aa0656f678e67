/// Counts what was checked, and keeps the first thing that was wrong.
struct RuleJudge {
  private(set) var counts: [ContractRule: Int] = [:]
  private(set) var violation: ContractViolation?

  mutating func expect(
    _ rule: ContractRule, _ holds: Bool, _ expected: @autoclosure () -> String, got: @autoclosure () -> String
  ) {
    counts[rule, default: 0] += 1
    if !holds, violation == nil { violation = ContractViolation(rule: rule, expected: expected(), got: got()) }
  }
}
