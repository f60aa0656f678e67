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

    // One element, in memory that copies share until one of them changes it.
    private var storage = [Machines()]

    var machines: Machines {
      @inline(__always) _read { yield storage[0] }
      @inline(__always) _modify { yield &storage[0] }
    }
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
    a.storage.withUnsafeBytes { a in b.storage.withUnsafeBytes { b in areSame(a, b) } } || a.machines == b.machines
  }

  #if !hasFeature(Embedded)
  func hash(into hasher: inout Hasher) { hasher.combine(machines) }
  #endif
}
