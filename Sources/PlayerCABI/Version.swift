import CTapeDeck
import PlayerCore

// The library that reads traces contains this file too.

enum Version {
  /// The same as in the macros of the header; a test compares them.
  static var text: StaticString { "0.1.0" }
  static var major: UInt32 { UInt32(TD_VERSION_MAJOR) }
  static var minor: UInt32 { UInt32(TD_VERSION_MINOR) }
  static var abi: UInt32 { major << 16 | minor }

  /// Whether this vocabulary contains all of `vocabulary`: messages are only added, and numbers are never reused.
  static func includes(_ vocabulary: UInt64) -> Bool { vocabulary == Vocabulary.hash }

  /// False, with a text, when a program that was compiled for these cannot be served.
  static func serves(_ abi: UInt32, _ vocabulary: UInt64, _ text: inout ErrorText) -> Bool {
    if abi >> 16 != major || abi & 0xFFFF > minor {
      text.put("the program was compiled for interface ")
      put(abi, &text)
      text.put(", the library has ")
      put(self.abi, &text)
      text.put("; compile the program with the headers of the library")
      return false
    }
    if !includes(vocabulary) {
      text.put("the program was compiled for vocabulary ")
      text.putHexadecimal(vocabulary)
      text.put(", the library has ")
      text.putHexadecimal(Vocabulary.hash)
      text.put("; compile the program with the headers of the library")
      return false
    }
    return true
  }

  private static func put(_ abi: UInt32, _ text: inout ErrorText) {
    text.put(Int64(abi >> 16))
    text.put(".")
    text.put(Int64(abi & 0xFFFF))
  }
}
