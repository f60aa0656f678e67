extension PlayerScope {
  /// How many states each scope has that ends, by name: written by `tapedeck explore --write-expected`. A change of
  /// the reducer may change them; `tapedeck explore` fails when it does, so that it is meant and to be seen in a diff.
  public static let expectedStates = [
    "basic": 1_795,
    "seeking": 2_456,
    "retry": 5_141,
    "network": 3_978,
    "interruption": 4_543,
    "live": 12_210,
    "faults": 383_681,
    "replacing": 263_520,
    "surroundings": 595_884,
    "segments": 342_313,
    "mixed": 9_017_061,
  ]
}
