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
        makeOwn()
        yield &storage.machines
      }
    }

    /// Before the machines are changed. Where the size of the program counts there is one of it.
    #if hasFeature(Embedded)
    @inline(never)
    #else
    @inline(__always)
    #endif
    private mutating func makeOwn() { if !isKnownUniquelyReferenced(&storage) { detach() } }

    @inline(never)
    private mutating func detach() { storage = Storage(storage.machines) }
  }
}

extension Player {
  /// Becomes equal to `other`, in memory of its own: neither has to look for other memory when it changes. For who copies a
  /// player again and again to the same place. `other` is not changed.
  public mutating func copy(_ other: inout Player) {
    var own = apart
    self = other
    own.machines = other.apart.machines
    apart = own
  }
}

extension Player.Apart: Sendable {}

extension Player.Apart: Hashable {
  static func == (a: Self, b: Self) -> Bool {
    // Their memory first: comparing them field by field copies both.
    a.storage === b.storage || !mayDiffer(&a.storage.machines, &b.storage.machines) || a.machines == b.machines
  }

  #if !hasFeature(Embedded)
  func hash(into hasher: inout Hasher) { hasher.combine(machines) }
  #endif
}
