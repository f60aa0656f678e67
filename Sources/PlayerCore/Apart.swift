extension Player {
  /// The machines that neither a report of data nor one of the playhead changes, nor a deadline that only looks at either.
  /// They lie in memory of their own, so that a copy of a player copies a reference to them; whoever changes them first
  /// makes sure that nobody else has it.
  struct Apart {
    /// What lies there.
    struct Machines: Hashable, Sendable {
      var loading = Loading()
      var closing = Closing()
      var retrying = Retry()
      var seeking = Seeking()
      var timeline = Timeline()
      var liveEdge = LiveEdge()
      var interruption = Interruption()
      var surroundings = Surroundings()
      var intervals = Intervals()
      var content = Content()
      var tracks = Tracks()
      var presentation = Presentation()
      var statistics = Statistics()
    }

    // Sendable although it can change: it changes only while nobody else has it, like the storage of an array. For the
    // same reason no access needs to be watched.
    private final class Storage: @unchecked Sendable {
      @exclusivity(unchecked) var machines: Machines

      init(_ machines: Machines) { self.machines = machines }
    }

    private var storage = Storage(Machines())

    var machines: Machines {
      @inline(__always) _read { yield storage.machines }
      @inline(__always) _modify {
        if !isKnownUniquelyReferenced(&storage) { detach() }
        yield &storage.machines
      }
    }

    @inline(never)
    private mutating func detach() { storage = Storage(storage.machines) }
  }
}

extension Player.Apart: Sendable {}

extension Player.Apart: Hashable {
  static func == (a: Self, b: Self) -> Bool { a.storage === b.storage || a.machines == b.machines }

  #if !hasFeature(Embedded)
  func hash(into hasher: inout Hasher) { hasher.combine(machines) }
  #endif
}
