import PlayerCore
import PlayerText
import PlayerTrace

// Called by core.js. Each call leaves JSON behind, or columns of numbers. An instance of the module shows one trace.
//
// Steps are passed as floating-point numbers, as JavaScript has them; they are exact up to 2 to the 53.

struct Instance {
  var trace: TraceMemory?
  var other: TraceMemory?
  var view: ViewedRun?
  var edits = TraceEdits()
  var inputs = CodeSet()
  var outputs = CodeSet()
  var notes = TraceNotes()
}

nonisolated(unsafe) var instance = Instance()  // A module without shared memory has one thread.

private func fail(_ problem: EditProblem) -> Int32 { fail(misuse: problem.description) }

/// The names of lanes, fields and messages.
@c public func words() -> Int32 { answer(ViewedRun.words) }

/// Opens a trace, whose bytes stay in place.
@c public func open(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let opened = trace(place, count)
  instance.trace = opened
  do throws(TraceError) {
    instance.view = try ViewedRun(opened)
    return 1
  } catch {
    return fail(error)
  }
}

/// Opens a trace, whose bytes stay in place, with its index, whose bytes do not: nothing has to be read then. 0 when the
/// index does not belong to the trace, or comes from another build: the trace is not open.
@c public func openIndexed(
  _ place: UnsafePointer<UInt8>, _ count: Int, _ indexPlace: UnsafePointer<UInt8>, _ indexCount: Int
) -> Int32 {
  let opened = trace(place, count)
  do throws(TraceError) {
    guard let view = try ViewedRun(opened, index: bytes(indexPlace, indexCount)) else { return 0 }
    (instance.trace, instance.view) = (opened, view)
    return 1
  } catch {
    return fail(error)
  }
}

/// Reads at most `limit` records: 1 while there are more, 0 after the last.
@c public func read(_ limit: Int32) -> Int32 { instance.view?.read(atMost: Int(limit)) ?? false ? 1 : 0 }

/// Opens a binary trace that is still being written, of which this is the beginning: its header, and any further
/// records.
@c public func openGrowing(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  do throws(TraceError) {
    instance.view = try ViewedRun(TraceReader(growing: bytes(place, count), name: "trace"))
    instance.trace = trace(place, count)
    return 1
  } catch {
    return fail(error)
  }
}

/// The trace has grown: these are all its bytes, and the last `added` of them are new.
@c public func append(_ place: UnsafePointer<UInt8>, _ count: Int, _ added: Int) {
  instance.trace = trace(place, count)
  instance.view?.append(UnsafeRawBufferPointer(start: place + (count - added), count: added))
}

/// The trace is complete.
@c public func endGrowing() { instance.view?.endGrowing() }

/// How many bytes of the trace have been read.
@c public func bytesRead() -> Double { Double(instance.view?.bytesRead ?? 0) }

/// The summary of the whole run.
@c public func summary() -> Int32 { answer(instance.view?.summary ?? .null) }
/// Columns: of all blocks from `first` on.
@c public func blocks(_ first: Int32) -> Int32 { answer(instance.view?.blockColumns(from: Int(first)) ?? []) }
/// How many steps a block has so far.
@c public func rowCount(_ block: Int32) -> Int32 { Int32(clamping: instance.view?.stepCount(of: Int(block)) ?? 0) }
/// Columns: of the steps of a block.
@c public func rows(_ block: Int32) -> Int32 { answer(instance.view?.rowColumns(of: Int(block)) ?? []) }

/// Columns: of the steps of a block in parts of a few steps, like `blocks` for whole blocks.
@c public func digest(_ block: Int32) -> Int32 { answer(instance.view?.digestColumns(of: Int(block)) ?? []) }

/// A step; 0 when no step has this number.
@c public func step(_ number: Double) -> Int32 {
  guard let number = Int64(exactly: number), let report = instance.view?.report(step: number) else { return 0 }
  return answer(report)
}

/// The causes of a step.
@c public func explain(_ number: Double) -> Int32 {
  guard let trace = instance.trace else { return 0 }
  // A trace that has not been read has no texts here.
  let texts = instance.view.flatMap { $0.bytesRead > 0 ? $0.texts : nil }
  return answer { () throws(TraceError) -> JSONValue in try trace.explain(Int64(exactly: number), texts: texts) }
}

/// Starts a search for other messages.
@c public func seekNothing() { (instance.inputs, instance.outputs) = (CodeSet(), CodeSet()) }
/// Adds an input to the search.
@c public func seekInput(_ code: Int32) { instance.inputs.insert(UInt16(truncatingIfNeeded: code)) }
/// Adds an output to the search.
@c public func seekOutput(_ code: Int32) { instance.outputs.insert(UInt16(truncatingIfNeeded: code)) }

/// The nearest step after `step`, or before it, with one of the messages or with a change of the field (-1 for none); 0
/// when there is none. If there are more than `limit` blocks to search, the result is -1 minus the step from which to
/// continue.
@c public func find(_ field: Int32, _ step: Double, _ isBackwards: Int32, _ limit: Int32) -> Double {
  guard let view = instance.view, let step = Int64(exactly: step) else { return 0 }
  let result = view.find(
    inputs: instance.inputs, outputs: instance.outputs, field: field < 0 ? nil : Int(field), from: step,
    isBackwards: isBackwards != 0, limit: Int(limit))
  switch result {
  case .found(let step): return Double(step)
  case .nothing: return 0
  case .unfinished(let step): return -1 - Double(step)
  }
}

/// Compares the trace with another one.
@c public func compare(_ place: UnsafePointer<UInt8>, _ count: Int, _ limit: Int32) -> Int32 {
  guard let shown = instance.trace else { return 0 }
  return answer { () throws(TraceError) -> JSONValue in
    try shown.diff(trace(place, count, name: "other"), limit: Int(limit))
  }
}

/// Starts with new notes.
@c public func noteNothing() { instance.notes = TraceNotes() }
/// Pins a note to a step, 0 for before the first, replacing existing marks; empty words remove them.
@c public func note(_ step: Double, _ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  if let step = Int64(exactly: step) { instance.notes.pin(text(place, count), to: step) }
  return 1
}

/// The whole trace with the notes as its marks, as text, or with `isBinary` not 0 in binary form.
@c public func convert(_ isBinary: Int32) -> Int32 {
  guard let trace = instance.trace else { return 0 }
  return answer { () throws(TraceError) -> [UInt8] in
    try trace.converted(to: isBinary == 0 ? .text : .binary, with: instance.notes)
  }
}

// MARK: Edits

/// Starts with new edits.
@c public func editNothing() { instance.edits = TraceEdits() }
/// Removes a step.
@c public func editSkip(_ step: Double) {
  if let step = Int64(exactly: step) { instance.edits.skipped.append(step...step) }
}

/// Changes a field of a step's input, or its `instant`, to a value in its text form: name and value, separated by a
/// zero.
@c public func editChange(_ step: Double, _ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard let step = Int64(exactly: step) else { return 0 }
  let (field, value) = parts(place, count)
  instance.edits.changes.append((step, InputChange(field: field, value: value)))
  return 1
}

/// Inserts an input, as a line of a text trace, after a step, or with 0 before the first.
@c public func editInsert(_ step: Double, _ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard let step = Int64(exactly: step) else { return 0 }
  do throws(EditProblem) {
    instance.edits.insertions.append((step, try WrittenInput(json: text(place, count))))
    return 1
  } catch {
    return fail(error)
  }
}

/// Changes a setting from the beginning: name and value, separated by a zero.
@c public func editSetting(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let (name, value) = parts(place, count)
  do throws(EditProblem) {
    instance.edits.settings.append(try TraceEdits.setting(name, value))
    return 1
  } catch {
    return fail(error)
  }
}

/// The trace of the edited run, in binary form.
@c public func whatIf() -> Int32 {
  guard let trace = instance.trace else { return 0 }
  do throws(TraceError) {
    let reader = try trace.reader()
    let recorder = TraceRecorder(header: Counterfactual.header(of: reader, instance.edits))
    var run = try Counterfactual(reader, instance.edits, recorder: recorder)
    while try run.nextStep() != nil {}
    if let problem = run.editProblem { return fail(problem) }
    return answer(recorder.bytes)
  } catch {
    return fail(error)
  }
}

private func parts(_ place: UnsafePointer<UInt8>, _ count: Int) -> (String, String) {
  let bytes = UnsafeBufferPointer(start: place, count: count)
  let end = bytes.firstIndex(of: 0) ?? count
  return (
    String(decoding: bytes[..<end], as: UTF8.self), String(decoding: bytes[min(count, end + 1)...], as: UTF8.self)
  )
}
