extension Player {
  /// The machines that neither a report of data nor one of the playhead changes, nor a deadline that only looks at
  /// either. They are in separate memory, so that a copy of a player copies a reference to them; the first change after
  /// that gives the changed player its own copy.
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

    // One element, never none, in memory that copies share until one of them changes it.
    private var storage = [Machines()]

    // By its address: with its index, the element would be looked up at every place that reads or changes a machine,
    // and each of them would have to define what happens when there is none. The memory stays while `storage` is
    // accessed.
    var machines: Machines {
      @inline(__always) unsafeAddress { storage.withUnsafeBufferPointer { $0.baseAddress.unsafelyUnwrapped } }
      @inline(__always) unsafeMutableAddress { ownAddress() }
    }

    /// Moves the machines to memory of their own.
    mutating func separate() { storage.separate() }

    /// Where the machines may be changed. Where the size of the program counts there is one of it.
    #if hasFeature(Embedded)
    @inline(never)
    #else
    @inline(__always)
    #endif
    private mutating func ownAddress() -> UnsafeMutablePointer<Machines> {
      storage.withUnsafeMutableBufferPointer { $0.baseAddress.unsafelyUnwrapped }
    }
  }
}

extension Player {
  /// Becomes equal to `other`, in its own memory: neither has to allocate when it changes. For code that repeatedly
  /// copies a player to the same place. `other` is not changed.
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
    a.storage.withUnsafeBytes { a in b.storage.withUnsafeBytes { b in areSame(a, b) } } || a.storage == b.storage
  }

  #if !hasFeature(Embedded)
  func hash(into hasher: inout Hasher) { hasher.combine(machines) }
  #endif
}
