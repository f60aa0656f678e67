import ReducerTesting

/// Two people watch the same film, each on their own player, and want to stay in sync. Both players and the messages
/// between them are one reducer, so whatever goes wrong between the two is a state that a search can visit.
struct Room: Hashable, Sendable {
  /// How the players stay in sync.
  enum Rule: Hashable, Sendable {
    /// Each player does what its user asks for at once, and reports every change of its state to the other one.
    case reportEveryChange
    /// The first player decides: the second one asks it, and follows its answer.
    case oneDecides
  }

  /// What a player shows. The film has three scenes.
  struct View: Hashable, Sendable {
    var isPlaying = false
    var scene = 0
  }

  enum Step: Hashable, Sendable {
    case press(Seat, View)
    /// The next message on its way to this seat arrives.
    case arrive(Seat)
  }

  enum Seat: Int, Hashable, Sendable {
    case first, second
    var other: Seat { self == .first ? .second : .first }
  }

  let rule: Rule
  var views = [View(), View()]
  /// Messages on their way to each seat, the oldest first.
  var mail: [[View]] = [[], []]

  init(_ rule: Rule) { self.rule = rule }

  mutating func receive(_ step: Step) {
    switch step {
    case .press(.second, let view) where rule == .oneDecides:
      mail[Seat.first.rawValue].append(view)
    case .press(let seat, let view):
      change(seat, to: view)
    case .arrive(let seat):
      guard !mail[seat.rawValue].isEmpty else { return }
      let view = mail[seat.rawValue].removeFirst()
      // The player that is told does not report back. Reporting a change that came from the other player is the bug of
      // the first rule.
      if rule == .oneDecides, seat == .second { views[seat.rawValue] = view } else { change(seat, to: view) }
    }
  }

  private mutating func change(_ seat: Seat, to view: View) {
    guard views[seat.rawValue] != view else { return }
    views[seat.rawValue] = view
    mail[seat.other.rawValue].append(view)
  }
}

/// The room as a model: what can happen, and what must always be possible.
struct RoomModel: ExplorableModel {
  func begin(_ rule: Room.Rule) -> Room { Room(rule) }

  func take(_ step: Room.Step, in room: inout Room) -> PropertyViolation? {
    room.receive(step)
    return room.mail.joined().isEmpty && room.views[0] != room.views[1]
      ? PropertyViolation("apart-at-rest", "nothing is on its way, and the views differ") : nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Room.Rule { .reportEveryChange }

  /// Users press at any time while at most three messages are on their way, which bounds the states.
  func choices(in room: Room, into choices: inout [Room.Step]) {
    let messages = room.mail[0].count + room.mail[1].count
    for seat in [Room.Seat.first, .second] {
      if !room.mail[seat.rawValue].isEmpty { choices.append(.arrive(seat)) }
      guard messages < 3 else { continue }
      for view in Self.views where view != room.views[seat.rawValue] { choices.append(.press(seat, view)) }
    }
  }

  /// A state is good when both players show the same and no message is on its way. Users may press or not; messages
  /// always arrive.
  func isGood(_ room: Room) -> Bool { room.views[0] == room.views[1] && room.mail.joined().isEmpty }
  func heals(_ step: Room.Step) -> Bool { if case .arrive = step { true } else { false } }

  func describe(_ step: Room.Step) -> String {
    switch step {
    case .press(let seat, let view): "\(seat) presses: \(text(view))"
    case .arrive(let seat): "\(seat) gets a message"
    }
  }

  func describe(state room: Room) -> String? {
    "\(text(room.views[0])) | \(text(room.views[1])), on the way: \(room.mail[0].count) and \(room.mail[1].count)"
  }

  private func text(_ view: Room.View) -> String { "\(view.isPlaying ? "playing" : "paused") in scene \(view.scene)" }

  // MARK: A state as one word

  var identity: String { "room" }
  private static let views = (0..<6).map { Room.View(isPlaying: $0 % 2 == 1, scene: $0 / 2) }

  /// Three bits for each view; a mailbox has at most three, below a leading 1.
  func words(of room: Room) -> UInt64 {
    room.mail.reduce(pack(room.views)) { $0 << 16 | pack($1) }
  }

  func restore(_ words: UInt64, into room: inout Room) {
    room.views = unpack(words >> 32)
    room.mail = [unpack(words >> 16 & 0xFFFF), unpack(words & 0xFFFF)]
  }

  private func pack(_ views: [Room.View]) -> UInt64 {
    views.reduce(1) { $0 << 3 | UInt64($1.scene * 2 + ($1.isPlaying ? 1 : 0)) }
  }

  private func unpack(_ word: UInt64) -> [Room.View] {
    var (word, views) = (word, [Room.View]())
    while word > 1 {
      views.insert(Self.views[Int(word & 7)], at: 0)
      word >>= 3
    }
    return views
  }
}
