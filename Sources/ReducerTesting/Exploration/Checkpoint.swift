/// Why a checkpoint of an exploration could not be read or written.
public struct CheckpointError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The byte where the problem is; `nil` when it concerns the whole file.
  public var offset: Int?
  /// What is wrong with it.
  public var problem: String
  /// What to do about it.
  public var remedy: String
  /// Whether the file does not exist or cannot be read, so that its content is unknown.
  public var isUnreadable = false

  /// The file and the problem.
  public var description: String {
    let place = offset.map { ": byte \($0)" } ?? ""
    return "\(path)\(place): \(problem). \(remedy)"
  }

  static let startAgain = "Start again without --resume: it finds everything again."
}

/// A checkpoint is a file of 64-bit words in little-endian order: ``magic``, sections, and a fingerprint of all of it.
///
/// A section is its number, how many bytes it has, and these, filled up with zeros to whole words. The sections come in
/// the order of their numbers.
enum Checkpoint {
  /// "TapeDeck", "explore1": the last byte is the version.
  static var magic: [UInt64] { [0x6B63_6544_6570_6154, 0x3165_726F_6C70_7865] }

  enum Section: UInt64, CaseIterable {
    /// Model and version of the core.
    case identity = 1
    /// The words of the first state.
    case base
    /// The numbers of ``ExplorationProgress``.
    case progress
    /// By the number of the state: its fingerprint, where it was first reached from, by which choice, and whether it is
    /// good.
    case fingerprints, parents, choices, goods
    case edges
    /// What does not hold: a line each.
    case findings
    /// The packed states that are still to be expanded, of this level and of the next: where each begins, and the bytes.
    case levelOffsets, levelBytes, nextOffsets, nextBytes
    /// The fingerprint of what comes before.
    case end
  }
}
