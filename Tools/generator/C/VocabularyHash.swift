extension Specification {
  /// The value of the reducer's `Vocabulary.hash`, computed from the specification; a test compares the two.
  var vocabularyHash: UInt64 {
    var digest = Digest()
    for direction in [Family.Direction.input, .output] {
      for (name, kind, family) in kinds(direction) {
        let fields = wireFields(of: kind, in: family).map { "\($0.name):\($0.type)" }
        digest.put(([name] + fields).joined(separator: " "), kind.code)
      }
    }
    for (index, enumeration) in registered.enumerated() {
      digest.put(enumeration.name, index)
      digest.put(enumeration.names, index)
    }
    return digest.value
  }
}

/// The same digest as the reducer's `StateDigest`, which the generator is built without.
private struct Digest {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func put(_ text: String, _ number: Int) {
    put(Int64(number))
    for byte in text.utf8 { put(Int64(byte)) }
  }

  private mutating func put(_ value: Int64) {
    let mixed = (state ^ UInt64(bitPattern: value)) &* 0xBF58_476D_1CE4_E5B9
    state = (mixed << 27) | (mixed >> 37)
  }

  var value: UInt64 {
    var result = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
    return result ^ (result >> 31)
  }
}
