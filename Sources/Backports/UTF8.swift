extension String {
  /// Text that is well-formed UTF-8; `nil` for any other bytes. `init(validating:as:)` needs macOS 15 and iOS 18.
  public init?(wellFormed bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    // What is not well-formed was replaced, and so differs from what replaces it.
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }
}
