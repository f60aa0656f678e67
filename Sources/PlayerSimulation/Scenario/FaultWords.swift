import PlayerCore

/// Names and fields of faults, in the form of the registry.
enum FaultWords {
  static let entries: [MessageWords.Entry] = [
    "openFails failure:failureKind detail:int text:text after:span count:int", "openHangs count:int",
    "openIsSlow by:span count:int", "durationIsWrong duration:time count:int", "seekFails count:int",
    "seekHangs count:int", "startHangs count:int", "closeHangs count:int",
    "reportsAreLost kinds:reportKinds count:int", "reportsComeTwice kinds:reportKinds count:int",
    "reportsAreLate kinds:reportKinds by:span count:int",
    "readFails failure:failureKind detail:int text:text atByte:long",
    "decodingFails failure:failureKind detail:int text:text at:time", "endsEarly at:time", "outage", "outageEnds",
    "serverIsSlow rate:rate latency:span", "fails failure:failureKind detail:int text:text",
    "warns failure:failureKind detail:int text:text", "stops", "losesBuffer", "freezes", "slips by:span",
    "drifts by:rate",
  ].enumerated().map { index, line in
    let words = line.split(separator: " ").map(String.init)
    let fields = words.dropFirst().map { word in
      let halves = word.split(separator: ":").map(String.init)
      return MessageWords.Field(name: halves[0], type: halves[1])
    }
    return MessageWords.Entry(code: UInt16(index), name: words[0], fields: fields)
  }

  /// The fault with these fields; `nil` when one is out of its range.
  static func fault(_ code: Int, _ fields: [Int64]) -> EngineFault? {
    var message = WireMessage()
    for field in fields { message.put(field) }
    var reader = FieldReader(message)
    let fault = fault(code, &reader)
    return reader.isValid && reader.isAtEnd ? fault : nil
  }

  private static func fault(_ code: Int, _ reader: inout FieldReader) -> EngineFault? {
    switch code {
    case 0: .openFails(failure(&reader), after: reader.next(), count: reader.next())
    case 1: .openHangs(count: reader.next())
    case 2: .openIsSlow(by: reader.next(), count: reader.next())
    case 3: .durationIsWrong(reader.next(), count: reader.next())
    case 4: .seekFails(count: reader.next())
    case 5: .seekHangs(count: reader.next())
    case 6: .startHangs(count: reader.next())
    case 7: .closeHangs(count: reader.next())
    case 8: .reportsAreLost(ReportKinds(rawValue: reader.next()), count: reader.next())
    case 9: .reportsComeTwice(ReportKinds(rawValue: reader.next()), count: reader.next())
    case 10: .reportsAreLate(ReportKinds(rawValue: reader.next()), by: reader.next(), count: reader.next())
    case 11: .readFails(failure(&reader), atByte: reader.next())
    case 12: .decodingFails(failure(&reader), at: reader.next())
    case 13: .endsEarly(at: reader.next())
    case 14: .outage
    case 15: .outageEnds
    case 16: .serverIsSlow(thousandths: reader.next(), latency: reader.next())
    case 17: .fails(failure(&reader))
    case 18: .warns(failure(&reader))
    case 19: .stops
    case 20: .losesBuffer
    case 21: .freezes
    case 22: .slips(by: reader.next())
    case 23: .drifts(thousandths: reader.next())
    default: nil
    }
  }

  private static func failure(_ reader: inout FieldReader) -> Failure {
    let kind: Failure.Kind = reader.next()
    return Failure(kind, detail: reader.next(), text: reader.next())
  }

  /// The number of a fault and its fields.
  static func fields(of fault: EngineFault) -> (code: Int, fields: [Int64]) {
    switch fault {
    case .openFails(let failure, let after, let count): (0, failure.fields + [after.microseconds, Int64(count)])
    case .openHangs(let count): (1, [Int64(count)])
    case .openIsSlow(let span, let count): (2, [span.microseconds, Int64(count)])
    case .durationIsWrong(let duration, let count): (3, [duration.microseconds, Int64(count)])
    case .seekFails(let count): (4, [Int64(count)])
    case .seekHangs(let count): (5, [Int64(count)])
    case .startHangs(let count): (6, [Int64(count)])
    case .closeHangs(let count): (7, [Int64(count)])
    case .reportsAreLost(let kinds, let count): (8, [Int64(kinds.rawValue), Int64(count)])
    case .reportsComeTwice(let kinds, let count): (9, [Int64(kinds.rawValue), Int64(count)])
    case .reportsAreLate(let kinds, let span, let count):
      (10, [Int64(kinds.rawValue), span.microseconds, Int64(count)])
    case .readFails(let failure, let byte): (11, failure.fields + [byte])
    case .decodingFails(let failure, let position): (12, failure.fields + [position.microseconds])
    case .endsEarly(let position): (13, [position.microseconds])
    case .outage: (14, [])
    case .outageEnds: (15, [])
    case .serverIsSlow(let thousandths, let latency): (16, [Int64(thousandths), latency.microseconds])
    case .fails(let failure): (17, failure.fields)
    case .warns(let failure): (18, failure.fields)
    case .stops: (19, [])
    case .losesBuffer: (20, [])
    case .freezes: (21, [])
    case .slips(let span): (22, [span.microseconds])
    case .drifts(let thousandths): (23, [Int64(thousandths)])
    }
  }
}

extension EngineFault {
  /// The fault as numbers: which one it is, and its fields.
  package var numbers: [Int64] {
    let (code, fields) = FaultWords.fields(of: self)
    return [Int64(code)] + fields
  }

  /// The fault with these numbers, none too few and none too many; `nil` when there is none.
  package init?(numbers: [Int64]) {
    guard let code = numbers.first.flatMap({ Int(exactly: $0) }), numbers.count <= 1 + WireMessage.maximumFieldCount,
      let fault = FaultWords.fault(code, Array(numbers.dropFirst()))
    else { return nil }
    self = fault
  }
}

extension Failure {
  fileprivate var fields: [Int64] { [Int64(kind.rawValue), Int64(detail), Int64(text.rawValue)] }

  /// What a server answers: the kind of an HTTP status.
  static func http(_ status: Int32) -> Failure {
    let kind: Kind =
      switch status {
      case 400: .httpBadRequest
      case 401: .httpUnauthorized
      case 403: .httpForbidden
      case 404: .httpNotFound
      case 429: .httpTooManyRequests
      case 500...: .httpServerError
      default: .httpClientError
      }
    return Failure(kind, detail: kind == .httpTooManyRequests ? 0 : status)
  }
}
