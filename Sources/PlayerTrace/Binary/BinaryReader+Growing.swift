import PlayerCore

// Reading a trace whose bytes are still arriving, in arbitrary portions.

extension BinaryReader {
  /// The next complete record; `nil` while the rest of it has not arrived.
  mutating func nextOfGrowing() throws(TraceError) -> TraceRecord? {
    // The current end of the bytes is not the end of the trace: there is no index to look for, and nothing is lost.
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
    // An entry that changes something before it is complete is never longer than this.
    guard source.available < BinaryFormat.longestStep else { return try entry() }
    var before = self
    // All definitions would be copied for each that comes; they change only when their entry is complete.
    before.definitions = DefinitionCheck()
    do throws(Halt) {
      return try entry()
    } catch {
      if case .short = error {
        swap(&before.definitions, &definitions)
        self = before
      }
      throw error
    }
  }
}
