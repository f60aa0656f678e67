import PlayerCore

// A trace whose bytes still come, in whatever parts.

extension BinaryReader {
  /// The next record that is there as a whole; `nil` while the rest of it has not come.
  mutating func nextOfGrowing() throws(TraceError) -> TraceRecord? {
    // What ends for now is no end: the index is not sought, and nothing is lost.
    hasLookedForIndex = true
    while !isOver {
      recordOffset = source.offset
      if source.available == 0 { return nil }
      do throws(Halt) {
        if let record = try entryOfGrowing() { return record }
      } catch {
        switch error {
        case .flaw(let flaw): throw damage(flaw, recordOffset)
        case .short:
          guard source.available <= TraceLimit.record + 64 else {
            throw .tooLong(file: source.name, offset: recordOffset, what: "an entry")
          }
          return nil
        }
      }
    }
    return nil
  }

  /// Reads one entry, or changes nothing and throws ``Halt/short``.
  private mutating func entryOfGrowing() throws(Halt) -> TraceRecord? {
    // Entries that change something before they are complete are never longer than this.
    guard source.available < BinaryFormat.longestStep else { return try entry() }
    let before = self
    do throws(Halt) {
      return try entry()
    } catch {
      if case .short = error { self = before }
      throw error
    }
  }
}
