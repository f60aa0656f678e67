// The headers define the names and the documentation of what C calls.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CTapeDeck
import PlayerCore

/// Zero-terminated, as every literal is in memory.
func cString(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

@c @implementation
public func td_version() -> UnsafePointer<CChar>! { cString(Version.text) }

@c @implementation
public func td_abi() -> UInt32 { Version.abi }

@c @implementation
public func td_vocabulary_hash() -> UInt64 { Vocabulary.hash }

@c @implementation
public func td_check(
  _ abi: UInt32, _ vocabulary: UInt64, _ text: UnsafeMutablePointer<CChar>!, _ capacity: Int
) -> td_result {
  var message = ErrorText()
  let isServed = Version.serves(abi, vocabulary, &message)
  message.copy(to: text, capacity)
  return td_result(isServed ? TD_OK : TD_ERROR_VERSION)
}

@c @implementation
public func td_error_text(_ result: td_result) -> UnsafePointer<CChar>! {
  let text: StaticString =
    switch Int(result) {
    case TD_OK: "done"
    case TD_ERROR_NULL: "a required pointer is null"
    case TD_ERROR_VALUE: "a number has no meaning here"
    case TD_ERROR_SIZE: "a structure or a number of bytes has the wrong size"
    case TD_ERROR_SPACE: "there is not enough room for the answer"
    case TD_ERROR_MEMORY: "there is not enough memory; nothing has happened"
    case TD_ERROR_VERSION: "the program or the data was made for another version of the library"
    case TD_ERROR_STATE: "the call is not allowed in this state"
    case TD_ERROR_DAMAGED: "the bytes are damaged, or are not what was expected"
    case TD_ERROR_WRITE: "the bytes of the trace could not be written; nothing more is recorded"
    default: "no result of this library"
    }
  return cString(text)
}
