import CTapeDeck
import CTapeDeckTrace
import CTapeDeckTraceMemory
import PlayerText
import PlayerTrace

/// The content of a `td_trace`. All of it is in the trace's heap.
struct Handle {
  let heap: OpaquePointer
  let trace: TraceMemory
  /// The header as a line of text.
  let header: [UInt8]
  var reading: Reading
  /// The text that the last call returned.
  var answer: [UInt8] = []
  var problem = Problem.none
  /// Whether a call is in progress: the memory functions must not make another one.
  var isBusy = false
  /// Whether a call was abandoned for lack of memory: only this and `heap` are valid then.
  var isSpent = false

  init(_ trace: TraceMemory, in heap: OpaquePointer) throws(TraceError) {
    self.heap = heap
    self.trace = trace
    reading = try Reading(trace)
    header = reading.header
  }
}

/// The last problem, in JSON.
enum Problem {
  case none
  case fixed(StaticString)
  case found([UInt8])
}

typealias HandlePointer = UnsafeMutablePointer<Handle>

extension HandlePointer {
  @inline(__always)
  init?(_ trace: OpaquePointer?) {
    guard let trace else { return nil }
    self.init(trace)
  }

  /// Why no call is possible now; `nil` if one is.
  var hindrance: td_result? {
    if pointee.isSpent { return td_result(TD_ERROR_STATE) }
    guard pointee.isBusy else { return nil }
    pointee.problem = .fixed(Misuse.busy)
    return td_result(TD_ERROR_STATE)
  }

  func fail(_ result: Int, _ problem: StaticString) -> td_result {
    pointee.problem = .fixed(problem)
    return td_result(result)
  }

  /// Reports an error of the trace.
  func fail(_ error: TraceError) -> td_result {
    pointee.problem = .found(Array(error.report.line.utf8))
    return error.result
  }

  func give(_ answer: [UInt8], to text: UnsafeMutablePointer<td_text>) {
    pointee.answer = answer
    text.pointee = td_text(pointee.answer)
  }

  /// Answers a question. When memory runs out, the trace is spent.
  func run(_ question: Question) -> td_result {
    if let hindrance { return hindrance }
    // The call owns nothing, because nothing would free it when memory runs out.
    var call = Call(handle: self, question: question)
    pointee.isBusy = true
    let isDone = withUnsafeMutablePointer(to: &call) { call in
      td_trace_heap_run(
        pointee.heap, { $0?.assumingMemoryBound(to: Call.self).pointee.answer() }, UnsafeMutableRawPointer(call)) != 0
    }
    pointee.isBusy = false
    if isDone { return call.result }
    pointee.isSpent = true
    return td_result(TD_ERROR_MEMORY)
  }
}

extension td_text {
  /// A text that stays valid until the array changes.
  init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBytes {
      td_text(bytes: $0.baseAddress?.assumingMemoryBound(to: CChar.self), length: $0.count)
    }
  }

  init(_ text: StaticString) {
    self.init(
      bytes: UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self), length: text.utf8CodeUnitCount)
  }
}

extension td_result {
  init(_ result: Int) { self = Int32(truncatingIfNeeded: result) }

  static var ok: Self { Self(TD_OK) }
  static var ended: Self { Self(Int(TD_TRACE_ENDED)) }
}

extension TraceError {
  /// The result code for C; the text has the details.
  var result: td_result {
    switch self {
    case .notATrace, .damaged, .noHeader, .tooLong, .system, .overwrites: td_result(TD_ERROR_DAMAGED)
    case .newerVersion, .foreignVocabulary, .unknownInput: td_result(TD_ERROR_VERSION)
    case .noSuchPlace: td_result(TD_ERROR_VALUE)
    case .notReplayable: td_result(TD_ERROR_STATE)
    }
  }
}

/// The message for misuse; it needs no memory.
enum Misuse {
  static var busy: StaticString {
    #"{"kind":"misuse","message":"a call for this trace is in progress: allocate and release must not make another"}"#
  }
  static var memory: StaticString {
    #"{"kind":"memory","message":"there was not enough memory for a call; close the trace, and open it again when there is more"}"#
  }
  static var json: StaticString { #"{"kind":"misuse","message":"json is null"}"# }
  static var lines: StaticString { #"{"kind":"misuse","message":"lines is null"}"# }
  static var bytes: StaticString { #"{"kind":"misuse","message":"bytes is null"}"# }
  static var form: StaticString {
    #"{"kind":"misuse","message":"form: expected TD_TRACE_TEXT (1) or TD_TRACE_BINARY (2)"}"#
  }
  static var count: StaticString { #"{"kind":"misuse","message":"count is null"}"# }
  static var messages: StaticString { #"{"kind":"misuse","message":"messages is null, and capacity is not 0"}"# }
  static var other: StaticString { #"{"kind":"misuse","message":"b is null"}"# }
  static var spentOther: StaticString {
    #"{"kind":"misuse","message":"b is spent: there was not enough memory for a call; close it, and open it again"}"#
  }
  static var none: StaticString { "{}" }
}
