import PlayerCore

/// The numbers of the binary form.
enum BinaryFormat {
  /// The first bytes of a file: a byte above 127, a name, and line ends that a text transfer would spoil.
  static let magic: [UInt8] = [0x8B, 0x54, 0x44, 0x54, 0x0D, 0x0A, 0x1A, 0x0A]
}
