// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

// Structures as fields of messages, in the order in which they travel.

extension Position {
  func put(into writer: inout some FieldWriter) {
    writer.put(anchor)
    writer.put(offset)
    writer.put(toleranceBefore)
    writer.put(toleranceAfter)
    writer.put(segment)
  }

  init(_ reader: inout some FieldSource) {
    anchor = reader.next()
    offset = reader.next()
    toleranceBefore = reader.next()
    toleranceAfter = reader.next()
    segment = reader.next()
  }
}

extension Failure {
  func put(into writer: inout some FieldWriter) {
    writer.put(kind)
    writer.put(detail)
    writer.put(text)
  }

  init(_ reader: inout some FieldSource) {
    kind = reader.next()
    detail = reader.next()
    text = reader.next()
  }
}

extension OpenedMedia {
  func put(into writer: inout some FieldWriter) {
    writer.put(duration)
    writer.put(isDurationEstimated)
    writer.put(isSeekable)
    writer.put(hasAudio)
    writer.put(hasVideo)
    writer.put(supply)
  }

  init(_ reader: inout some FieldSource) {
    duration = reader.next()
    isDurationEstimated = reader.next()
    isSeekable = reader.next()
    hasAudio = reader.next()
    hasVideo = reader.next()
    supply = reader.next()
  }
}
