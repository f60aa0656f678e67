extension PlayerScope {
  /// How many states each scope has that ends, by name: written by `tapedeck explore --write-expected`. A change of
  /// the reducer may change them; `tapedeck explore` fails when it does, so that it is meant and to be seen in a diff.
  public static let expectedStates = [
    "basic": 1_795,
    "seeking": 2_516,
    "retry": 3_135,
    "network": 3_151,
    "interruption": 4_551,
  ]
}
