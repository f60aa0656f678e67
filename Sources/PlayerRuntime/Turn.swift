import PlayerCore

/// How long a host bears with an engine that does not let time pass.
struct Patience {
  /// Up to here the host has asked.
  private var instant = Instant.zero
  private var rounds = 0
  /// How many reports came meanwhile.
  private(set) var reports = 0
  /// How often in a row nothing came, at whatever instants.
  private(set) var silence = 0

  mutating func begin() { (rounds, reports, silence) = (0, 0, 0) }

  /// Whether the engine may be asked again, after it gave this many reports at `instant`. An instant that was over
  /// before counts as no progress.
  mutating func lasts(_ reports: Int, at instant: Instant) -> Bool {
    if instant > self.instant {
      self.instant = instant
      (rounds, self.reports) = (0, 0)
    }
    rounds += 1
    self.reports += reports
    silence = reports == 0 ? silence + 1 : 0
    return rounds < Conductor.Bounds.rounds && silence < Conductor.Bounds.silentRounds
  }

  mutating func pass(to instant: Instant) { self.instant = max(self.instant, instant) }
}

extension Player {
  /// This player as it will be after these inputs; nothing is carried out.
  public func after(_ inputs: some Sequence<Input>, at now: Instant) -> Player {
    var player = self
    var ignored = Outputs()
    for input in inputs { player.receive(input, at: max(now, player.clock), into: &ignored) }
    return player
  }
}

/// First in, first out.
struct Queue<Element> {
  private var elements: [Element] = []
  private var taken = 0

  var count: Int { elements.count - taken }
  var isEmpty: Bool { count == 0 }
  /// Those that wait, in order.
  var waiting: ArraySlice<Element> { elements[taken...] }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeFirst() -> Element? {
    guard taken < elements.count else { return nil }
    let element = elements[taken]
    taken += 1
    // Amortised: no more elements are moved than were taken.
    if taken * 2 >= elements.count {
      elements.removeFirst(taken)
      taken = 0
    }
    return element
  }

  mutating func removeAll() { self = Queue() }
}
