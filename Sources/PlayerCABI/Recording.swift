// The headers define the names and the documentation of what C calls.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CTapeDeck
import CTapeDeckMemory
import PlayerCore
import PlayerTrace

@c @implementation
public func td_record(_ player: OpaquePointer!, _ recording: UnsafePointer<td_recording>!) -> td_result {
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  guard let recording else { return handle.fail(TD_ERROR_NULL) { $0.put("recording is null") } }
  guard recording.pointee.size >= UInt32(truncatingIfNeeded: MemoryLayout<td_recording>.size) else {
    return handle.failForSize("recording", recording.pointee.size, MemoryLayout<td_recording>.size)
  }
  guard let write = recording.pointee.write else { return handle.fail(TD_ERROR_NULL) { $0.put("write is null") } }
  if let wrong = checkTexts(recording.pointee, handle) { return wrong }
  guard !handle.pointee.hasBegun, !handle.pointee.isRecorded else {
    return handle.fail(TD_ERROR_STATE) {
      $0.put(
        handle.pointee.isRecorded ? "the player is already being recorded" : "the player has already taken an input")
    }
  }
  return handle.allocating(Room.recording) { handle in
    var tape = Tape(recording.pointee, write, handle.player.configuration)
    tape.flush()
    handle.use(tape)
    return .ok
  }
}

private func checkTexts(_ recording: td_recording, _ handle: HandlePointer) -> td_result? {
  for text in [recording.engine, recording.tool, recording.note] {
    guard let text, length(of: text, atMost: Tape.longestText + 1) > Tape.longestText else { continue }
    return handle.fail(TD_ERROR_SIZE) {
      $0.put("engine, tool and note: expected at most ")
      $0.putSize(Tape.longestText)
      $0.put(" bytes each")
    }
  }
  return nil
}

/// Runs `body` with the recording, if there is one.
private func onTape(_ player: OpaquePointer?, room: Int, _ body: (inout Tape, Player) -> Void) -> td_result {
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  if handle.pointee.isBusy { return handle.failForCallback() }
  guard handle.pointee.isRecorded else { return .ok }
  let result = handle.allocating(Room.recordedStep + room) { handle in
    td_result(handle.withTape(body) ? TD_ERROR_WRITE : TD_OK)
  }
  guard result == td_result(TD_ERROR_WRITE) else { return result }
  return handle.fail(TD_ERROR_WRITE) { $0.put("write returned a value other than 0") }
}

@c @implementation
public func td_define(
  _ player: OpaquePointer!, _ kind: UInt32, _ number: UInt32, _ text: UnsafePointer<CChar>!, _ length: Int
) -> td_result {
  if let wrong = check(player, text, length) { return wrong }
  guard Int(kind) == TD_DEFINE_ITEM || Int(kind) == TD_DEFINE_TEXT else {
    return HandlePointer(player).fail(TD_ERROR_VALUE) {
      $0.put("kind: expected TD_DEFINE_ITEM or TD_DEFINE_TEXT, found ")
      $0.put(Int64(kind))
    }
  }
  return onTape(player, room: 4 * length) { tape, _ in
    let text = length == 0 ? "" : Tape.text(text, length)
    tape.define(Int(kind) == TD_DEFINE_ITEM ? .item(ItemID(number), source: text) : .text(TextID(number), text))
  }
}

@c @implementation
public func td_mark(_ player: OpaquePointer!, _ text: UnsafePointer<CChar>!, _ length: Int) -> td_result {
  if let wrong = check(player, text, length) { return wrong }
  return onTape(player, room: 4 * length) { tape, _ in tape.mark(length == 0 ? "" : Tape.text(text, length)) }
}

private func check(_ player: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int) -> td_result? {
  guard let handle = HandlePointer(player) else { return td_result(TD_ERROR_NULL) }
  guard text != nil || length == 0 else { return handle.fail(TD_ERROR_NULL) { $0.put("text is null") } }
  guard UInt(bitPattern: length) <= UInt(Tape.longestText) else {
    return handle.fail(TD_ERROR_SIZE) {
      $0.put("length: expected at most ")
      $0.put(Int64(Tape.longestText))
      $0.put(" bytes, found ")
      $0.putSize(length)
    }
  }
  return nil
}

@c @implementation
public func td_flush(_ player: OpaquePointer!) -> td_result { onTape(player, room: 0) { tape, _ in tape.flush() } }

@c @implementation
public func td_finish(_ player: OpaquePointer!) -> td_result {
  let result = onTape(player, room: 0) { tape, player in tape.finish(player) }
  guard result == .ok || result == td_result(TD_ERROR_WRITE), let handle = HandlePointer(player) else { return result }
  let before = td_heap_enter(handle.pointee.heap)
  handle.pointee.use(nil)
  td_heap_leave(before)
  return result
}
