#if FFmpeg
import CSDL

/// Why sound or pictures have nowhere to go.
public struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is missing, in SDL's words.
  public var description: String
}

/// The subsystems of SDL that are in use. SDL is loaded by the first of them.
struct SDLSubsystem {
  private let flags: UInt32

  init(_ flags: UInt32) throws(DeviceError) {
    if let failure = csdl_load() { throw DeviceError(description: String(cString: failure)) }
    // The program handles its signals itself.
    _ = CSDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1")
    guard CSDL_InitSubSystem(flags) == 0 else { throw Self.error }
    self.flags = flags
  }

  func end() { CSDL_QuitSubSystem(flags) }

  /// What went wrong last, on this thread.
  static var error: DeviceError {
    let words = CSDL_GetError().map { String(cString: $0) } ?? ""
    return DeviceError(description: words.isEmpty ? "SDL gives no reason" : words)
  }
}
#endif
