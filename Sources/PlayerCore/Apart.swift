extension Player {
  /// The machines that change neither with a report of data or of the playhead, nor with a deadline that only checks
  /// one of these. They are in separate memory, so copying a player copies only a reference to them; the first change
  /// after that gives the changed player its own copy.
  struct Apart {
    /// The contents of that memory.
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

    // Always exactly one element, in memory that copies share until one of them changes it.
    private var storage = [Machines()]

    // Accessed by address: with an index, the element would be looked up wherever a machine is read or changed, and
    // each of these places would have to handle a missing element. The memory stays in place while `storage` is
    // accessed.
    var machines: Machines {
      @inline(__always) unsafeAddress { storage.withUnsafeBufferPointer { $0.baseAddress.unsafelyUnwrapped } }
      @inline(__always) unsafeMutableAddress { ownAddress() }
    }

    /// Moves the machines to separate memory.
    mutating func separate() { storage.separate() }

    /// The address through which machines are changed. Not inlined where program size matters.
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
    // Memory first: a comparison field by field copies both.
    a.storage.withUnsafeBytes { a in b.storage.withUnsafeBytes { b in areSame(a, b) } } || a.storage == b.storage
  }

  #if !hasFeature(Embedded)
  func hash(into hasher: inout Hasher) { hasher.combine(machines) }
  #endif
}
