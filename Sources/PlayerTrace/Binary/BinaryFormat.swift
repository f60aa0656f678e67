/// The numbers of the binary form. See <doc:TraceFormat>.
enum BinaryFormat {
  /// The first bytes of a file: a byte above 127, a name, and line ends that a text transfer would spoil.
  static let magic: [UInt8] = [0x8B, 0x54, 0x44, 0x54, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The first bytes of a block.
  static let block: [UInt8] = [0xD8, 0x42, 0x4C, 0x4B]
  /// The first bytes of the index.
  static let index: [UInt8] = [0xD8, 0x49, 0x44, 0x58]
  /// The last bytes of a file that has an index, after the length of the index.
  static let tail: [UInt8] = [0x54, 0x44, 0x49, 0x58]

  /// No step is longer: tag, shape and values of an input and 255 outputs with twelve fields each.
  static let longestStep = 32 << 10
  /// A block of this length accepts no more steps.
  static let blockLimit = 64 << 10
  /// A block of this length ends at the next checkpoint; in a shorter one the checkpoint is an entry. Longer blocks
  /// repeat shapes less often; shorter ones require less reading and replaying before a step that is searched for.
  static let longBlock = 22 << 10
  /// A recorder makes a checkpoint before the limit is reached.
  static let fullBlock = blockLimit - longestStep
  /// The maximum number of shapes in a block.
  static let shapeLimit = 1_024
  /// The maximum number of blocks in the index.
  static let indexLimit = 4_096
  /// No index is longer: three numbers of at most ten bytes for each block, and their frame.
  static let longestIndex = 32 * indexLimit
  /// No opening of a block is longer: its checkpoint has fewer than 400 fields.
  static let longestOpening = 4_096

  /// The kind of an entry of a block; a tag of ``firstShape`` or more is a step of a known shape.
  enum Tag: UInt64 {
    case close = 0
    case newShape = 1
    case item = 2
    case text = 3
    case mark = 4
    /// The steps that follow have higher numbers.
    case jump = 5
    case end = 6
    /// The next step may lack outputs.
    case broken = 7
    /// A checkpoint in the middle of a block.
    case checkpoint = 8
  }

  static let firstShape: UInt64 = 9

  enum HeaderFlag {
    static let noOutputs: UInt8 = 1
    static let excerpt: UInt8 = 2
    static let dated: UInt8 = 4
    static let all: UInt8 = 7
  }
}
