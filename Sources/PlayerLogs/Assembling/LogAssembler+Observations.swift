import PlayerCore
import PlayerText
import PlayerTrace

/// The effect of each observation.
extension LogAssembler {
  /// Whether a player that does not report its movement would move now.
  var movesByItself: Bool {
    !reportsPlaying && wantsPlay == true && phase == .prepared && !isSeeking && !isBuffering && !isInterrupted
  }

  mutating func enter(_ new: Phase, _ reason: Reason = .engine) {
    guard new != phase else { return }
    notify(.phaseChanged(from: phase, to: new), reason)
    phase = new
  }

  mutating func open(_ source: String) {
    let new = names.item(source)
    if isSeeking { finishSeek(.unknown, isFinished: false) }
    endStall()
    notify(.itemChanged(from: item, to: new), .command)
    item = new
    (hasPlayed, isMoving, isBuffering, isSeeking, waitsAfterSeek) = (false, false, false, false, false)
    kindsWithFrame.removeAll()
    (position, openedAt, retries) = (.zero, now, 0)
    if phase == .opening { notify(.phaseChanged(from: .opening, to: .idle), .command) }
    if phase == .opening { phase = .idle }
    enter(.opening, .command)
    requests.removeAll(keepingCapacity: true)
    if !reportsIntent, wantsPlay == nil { want(true, assumesIntent ? .environment : .command) }
  }

  /// A log may begin in the middle of a run.
  mutating func prepareIfNew() {
    if phase == .empty { open("") }
    if phase == .ended || phase == .failed || phase == .idle { enter(.opening) }
  }

  mutating func prepare() {
    prepareIfNew()
    guard phase != .prepared else { return }
    enter(.prepared)
    notify(.prepared(duration: .unknown))
    isMoving = movesByItself
  }

  mutating func want(_ wanted: Bool, _ reason: Reason = .command) {
    guard wanted != wantsPlay else { return }
    // Without any report a player is assumed not to play.
    if wanted || wantsPlay != nil || phase != .empty { notify(.intentChanged(playing: wanted), reason) }
    wantsPlay = wanted
    if wanted, phase == .ended { enter(.prepared, .command) }
    if !reportsPlaying { isMoving = movesByItself }
    if !wanted { (waitsAfterSeek, movesAfterSeek) = (false, false) }
  }

  mutating func report(_ place: MediaTime) {
    // A repeated position is significant only if the playhead should move.
    guard place != position || isMoving else { return }
    position = place
    notify(.tick(ObserverID(0), position: place))
  }

  mutating func beginSeek(_ target: MediaTime) {
    if phase == .ended { enter(.prepared, .command) }
    prepareIfNew()
    let wasSeeking = isSeeking
    if isSeeking { finishSeek(.unknown, isFinished: false) }
    endStall()
    seek = SeekSerial(seek.rawValue &+ 1)
    movesAfterSeek = movesAfterSeek && wasSeeking || isMoving
    (isSeeking, waitsAfterSeek, isMoving, seekTarget) = (true, false, false, target)
    notify(.seekBegan(seek, origin: estimate, target: target), .command)
  }

  mutating func endSeek(_ place: MediaTime) {
    guard isSeeking else {
      // The log did not report the beginning of this seek.
      notify(.seekEnded(.none, position: place, isFinished: true))
      if place.isKnown { position = place }
      return
    }
    finishSeek(place.isKnown ? place : seekTarget, isFinished: true)
    waitsAfterSeek = wantsPlay == true
    isMoving = movesByItself || movesAfterSeek
    movesAfterSeek = false
  }

  mutating func finishSeek(_ place: MediaTime, isFinished: Bool) {
    notify(.seekEnded(seek, position: place, isFinished: isFinished))
    isSeeking = false
    if place.isKnown { position = place }
  }

  mutating func select(_ kind: TrackKind, _ name: String) {
    let (track, isNew) = names.track(kind, name)
    if isNew {
      notify(
        .trackFound(kind, track, language: .none, title: names.text(name), isDefault: false, isForced: false))
    }
    notify(.trackSelected(kind, track))
  }

  mutating func present(_ kind: TrackKind) {
    prepare()
    guard !kindsWithFrame.contains(kind) else { return }
    kindsWithFrame.append(kind)
    notify(.firstFrame(kind, after: now - openedAt))
  }

  mutating func fail(_ kind: Failure.Kind, _ words: String) {
    if isSeeking { finishSeek(.unknown, isFinished: false) }
    (isMoving, isBuffering) = (false, false)
    notify(.failed(Failure(kind, text: names.text(words)), position: estimate))
    enter(.failed)
  }

  mutating func end() {
    if isSeeking { finishSeek(.unknown, isFinished: false) }
    notify(.ended(position: estimate))
    (isMoving, isBuffering) = (false, false)
    enter(.ended)
  }

  mutating func close() {
    guard phase != .empty, phase != .idle else { return }
    if isSeeking { finishSeek(.unknown, isFinished: false) }
    (isMoving, isBuffering) = (false, false)
    enter(.idle, .command)
    notify(.closed(Epoch(1)))
  }

  /// The number of stored requests: more than a player has in progress, fewer than it makes in a minute.
  static let requestLimit = 32

  mutating func request(_ what: String) {
    let what = ExactText(what)
    let isKnown = requests.contains(what)
    if !isKnown {
      if requests.count >= Self.requestLimit { requests.removeFirst() }
      requests.append(what)
    }
    outputs.append(.sign(.request(again: isKnown ? names.text(what.text) : .none)))
  }
}
