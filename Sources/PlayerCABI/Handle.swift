import CTapeDeck
import CTapeDeckMemory
import PlayerCore

/// The content of a `td_player`.
struct Handle {
  var player: Player
  var outputs = Outputs()
  private var tape: Tape?
  /// Whether there is a tape: checked for each input.
  private(set) var isRecorded = false
  var error = ErrorText()
  /// The memory that all of this is allocated in.
  let heap: UnsafeMutablePointer<td_heap>
  /// Whether a call is in progress: the callback that receives bytes must not make another.
  var isBusy = false
  /// Whether an input was taken: a recording would be incomplete.
  var hasBegun = false

  init(_ player: Player, in heap: UnsafeMutablePointer<td_heap>) {
    self.player = player
    self.heap = heap
  }
}

extension Handle {
  /// Records on this tape from now on; on none if it is `nil`.
  mutating func use(_ tape: consuming Tape?) {
    isRecorded = tape != nil
    self.tape = tape
  }

  /// Records an input that the player has just taken, if there is a tape.
  @inline(__always)
  mutating func record(_ input: Input, at instant: Instant) {
    if isRecorded { tape?.record(input, at: instant, outputs, player) }
  }

  /// Runs `body` with the tape, if there is one. Returns whether bytes of it could not be written.
  mutating func withTape(_ body: (inout Tape, Player) -> Void) -> Bool {
    guard var tape = tape.take() else { return false }
    body(&tape, player)
    let hasFailed = tape.hasFailed
    self.tape = tape
    return hasFailed
  }
}

typealias HandlePointer = UnsafeMutablePointer<Handle>

extension HandlePointer {
  @inline(__always)
  init?(_ player: OpaquePointer?) {
    guard let player else { return nil }
    self.init(player)
  }

  /// Fails, with a text.
  func fail(_ result: Int, _ write: (inout ErrorText) -> Void) -> td_result {
    pointee.error.clear()
    write(&pointee.error)
    return td_result(result)
  }

  /// Runs `body` while this thread allocates in the memory of the player. Fails without running it if less than
  /// `reserve` bytes are available there.
  func allocating(_ reserve: Int, _ body: (inout Handle) -> td_result) -> td_result {
    if pointee.isBusy { return failForCallback() }
    guard td_heap_reserve(pointee.heap, reserve) != 0 else { return failForMemory(reserve) }
    let before = td_heap_enter(pointee.heap)
    pointee.isBusy = true
    defer {
      pointee.isBusy = false
      td_heap_leave(before)
    }
    return body(&pointee)
  }

  func failForMemory(_ size: Int) -> td_result {
    fail(TD_ERROR_MEMORY) {
      $0.put("there must be ")
      $0.putSize(size)
      $0.put(" bytes of free memory before the call starts; give more in td_options, or free some")
    }
  }

  /// For a buffer that is null although it has a capacity.
  func failForNull(_ name: StaticString, _ capacity: Int) -> td_result {
    fail(TD_ERROR_NULL) {
      $0.put(name)
      $0.put(" is null, and capacity is ")
      $0.putSize(capacity)
    }
  }

  /// For a structure that is smaller than any version of it.
  func failForSize(_ name: StaticString, _ size: UInt32, _ expected: Int) -> td_result {
    fail(TD_ERROR_SIZE) {
      $0.put(name)
      $0.put(".size is ")
      $0.put(Int64(size))
      $0.put("; expected at least ")
      $0.putSize(expected)
    }
  }

  func failForCallback() -> td_result {
    fail(TD_ERROR_STATE) { $0.put("a call for this player is in progress: write must not make another") }
  }
}

extension td_result {
  init(_ result: Int) { self = Int32(truncatingIfNeeded: result) }

  static var ok: Self { Self(TD_OK) }
}
