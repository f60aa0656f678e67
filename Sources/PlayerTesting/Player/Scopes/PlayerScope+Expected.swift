extension PlayerScope {
  /// The number of states of each scope that can be explored completely, by name. `tapedeck explore
  /// --write-expected` writes this file. If a change of the reducer changes a number, `tapedeck explore` fails: so
  /// such a change is deliberate, and visible in a diff.
  public static let expectedStates = [
    "basic": 1_795,
    "seeking": 2_456,
    "retry": 5_141,
    "network": 3_978,
    "interruption": 4_801,
    "live": 18_032,
    "faults": 421_091,
    "replacing": 264_108,
    "surroundings": 598_548,
    "segments": 377_137,
    "mixed": 9_075_789,
  ]
}
