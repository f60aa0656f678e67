#if FFmpeg
import PlayerCore

/// What the reader and the presenter of one session share.
struct SessionState {
  /// Read and not yet decoded.
  var queue: PacketQueue
  /// Grows whenever the reader got on.
  var progress = 0
  /// What the presenter is asked to do, in order.
  var commands: [EngineCommand] = []
  /// What the reader is asked to do: the newest seek only, and selections.
  var seek: SeekRequest?
  /// The seek that the host has asked for and that has not landed: until then nothing is presented.
  var awaited: (request: SeekRequest, since: Instant)?
  /// Whether it was answered all the same.
  var isAnswered = false
  /// The reader carries out a request: what is queued goes away.
  var isMoving = false
  var selections: [SelectRequest] = []
  /// What the reader did that the presenter must follow before it takes another packet.
  var restarts: [Restart] = []
  /// The tags of the source that were found while it was read, and where they hold from, in microseconds.
  var tags: [(position: Int64, key: String, value: String)] = []
  /// Why no more can be read. What is queued plays out first.
  var failure: MediaError?
  /// How far the buffer reached when that was reported last; nil when whatever it holds is news.
  var lastReport: (until: Int64, isSaturated: Bool)?
  /// All bytes that were read of the source.
  var bytesRead: Int64 = 0
  /// The source is open; nil until then.
  var traits: SourceTraits?
  /// What lies before this is no longer there; nil where nothing goes away.
  var windowStart: Int64?
  /// The epoch plays out what it holds.
  var readsNoMore = false
  var isClosed = false

  /// Whether the reader has a request other than to continue.
  var hasRequest: Bool { isClosed || seek != nil || !selections.isEmpty }

  /// Whether packets are to be read.
  var wantsPackets: Bool { traits != nil && failure == nil && !readsNoMore && queue.wantsMore }

  /// Whether nothing more is needed, or will come.
  var isSaturated: Bool { queue.isAtEnd || failure != nil || !queue.wantsMore }

  /// Goes where `request` asks for, if that is queued: no server is needed for it. A file is as fast, and exact everywhere.
  mutating func land(_ request: SeekRequest) -> Restart? {
    guard let traits, traits.isRemote, traits.isSeekable, !isMoving, !hasRequest, restarts.isEmpty,
      request.target >= max(request.origin, windowStart ?? 0), queue.bufferedUntil.map({ $0 > request.target }) == true
    else { return nil }
    let (moved, keyFrame) = queue.advance(to: request.target, preroll: Reader.preroll)
    let isNear = keyFrame.map { !request.isExact && (request.earliest...request.latest).contains($0) } ?? false
    let position = isNear ? max(keyFrame ?? request.target, request.origin) : request.target
    return Restart(position: position, isSeek: true, moved: moved)
  }

  /// The next packet of a kind, or why there is none.
  mutating func next(_ kind: TrackKind) -> Supply<Packet> {
    // Queued packets belong to the decoders after the restart.
    if !restarts.isEmpty { return .dry }
    if let packet = queue.next(kind) { return .next(packet) }
    if queue.isAtEnd { return .over }
    if let failure { return .failure(failure) }
    // A stream without data while the others fill the queue must not hold them up.
    return queue.isFull ? .skipped : .dry
  }
}

/// What there is to take, packets or frames.
enum Supply<Element> {
  case next(Element)
  /// Nothing yet.
  case dry
  /// Nothing, and it is not waited for.
  case skipped
  case over
  case failure(MediaError)
}

/// What the presenter needs to know of the source.
struct SourceTraits: Sendable {
  var isSeekable: Bool
  /// It has to be waited for.
  var isRemote: Bool
  /// What the container declares; nil without video.
  var naturalSize: PixelSize?
}

/// Which stream of a kind to play, from `position` on.
struct SelectRequest {
  var kind: TrackKind
  var track: TrackID
  var position: Int64
  /// Hiding and showing the video is no choice of a rendition.
  var isAnnounced = true
}

/// Where to go, in microseconds.
struct SeekRequest {
  var serial: SeekSerial
  var target: Int64
  /// The range to land in.
  var earliest: Int64
  var latest: Int64
  /// Where the playhead was.
  var origin: Int64 = 0
  /// No command caused it: the playhead fell out of a sliding window, and goes to the window's start.
  var isReturn = false

  /// A return to `start`.
  init(returningTo start: Int64) {
    self.init(.none, target: .microseconds(start), toleranceBefore: .zero, toleranceAfter: .zero)
    isReturn = true
  }

  init(_ serial: SeekSerial, target: MediaTime, toleranceBefore: TimeSpan, toleranceAfter: TimeSpan) {
    self.serial = serial
    let target = max(.zero, target)
    self.target = target.microseconds
    earliest = (target + (.zero - max(.zero, toleranceBefore))).microseconds
    latest = (target + max(.zero, toleranceAfter)).microseconds
  }

  var isExact: Bool { earliest >= target && latest <= target }
}

/// The queue continues at another place, or with other streams.
struct Restart {
  /// Media before this is not presented.
  var position: Int64
  /// Whether the decoders must be reset.
  var isSeek: Bool
  /// Of a seek within the queue the kinds that continue elsewhere; nil where the queue starts over.
  var moved: Set<TrackKind>?
  /// Whether nothing was presented before.
  var isBeginning = false
  var decoders: Decoders = []
}

/// The decoders that change, by kind; nil: the kind is switched off.
typealias Decoders = [(kind: TrackKind, decoder: (any StreamDecoder)?)]

/// What turns the packets of one stream into something to present.
protocol StreamDecoder: AnyObject {
  /// Forgets everything, before packets from another place come.
  func flush(to position: Int64)
}
#endif
