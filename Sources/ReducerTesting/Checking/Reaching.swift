extension Model {
  /// Which of ``sometimes`` are not among these bits.
  func unreached(_ reached: UInt64) -> [String] {
    sometimes.enumerated().filter { $0.offset < 64 && reached >> UInt64($0.offset) & 1 == 0 }.map(\.element)
  }

  /// What a campaign had to reach and did not, as human-readable text.
  ///
  /// - Parameters:
  ///   - names: What was not reached, by its names in ``sometimes``.
  ///   - work: What the campaign did, for example `1000 sessions`.
  public func text(forUnreached names: [String], after work: String) -> String {
    """
    never reached in \(work): \(names.joined(separator: ", "))
    Properties about it hold only because it never happens. Draw the steps that lead to it more often, run more or longer \
    sessions, or take the name out of sometimes.
    """
  }
}
