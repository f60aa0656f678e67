extension Player {
  /// The machines on which deadlines, engine commands and derived observable values depend. All access is through the
  /// properties below, which record that one of them may have changed: a step that touches none of them and leaves
  /// ``Observable`` unchanged has nothing to control, derive, announce or search.
  struct Watched: Hashable, Sendable {
    fileprivate(set) var transport = Transport()
    fileprivate(set) var segments = Segments()
    /// Whether one of them may have changed since the last search for a deadline.
    var isTouched = false
  }

  var loading: Loading {
    @inline(__always) _read { yield apart.machines.loading }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &apart.machines.loading
    }
  }

  var closing: Closing {
    @inline(__always) _read { yield apart.machines.closing }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &apart.machines.closing
    }
  }

  var retrying: Retry {
    @inline(__always) _read { yield apart.machines.retrying }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &apart.machines.retrying
    }
  }

  var transport: Transport {
    @inline(__always) _read { yield watched.transport }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &watched.transport
    }
  }

  var seeking: Seeking {
    @inline(__always) _read { yield apart.machines.seeking }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &apart.machines.seeking
    }
  }

  var timeline: Timeline {
    @inline(__always) _read { yield apart.machines.timeline }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &apart.machines.timeline
    }
  }

  var liveEdge: LiveEdge {
    @inline(__always) _read { yield apart.machines.liveEdge }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &apart.machines.liveEdge
    }
  }

  var interruption: Interruption {
    @inline(__always) _read { yield apart.machines.interruption }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &apart.machines.interruption
    }
  }

  var surroundings: Surroundings {
    @inline(__always) _read { yield apart.machines.surroundings }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &apart.machines.surroundings
    }
  }

  var intervals: Intervals {
    @inline(__always) _read { yield apart.machines.intervals }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &apart.machines.intervals
    }
  }

  var segments: Segments {
    @inline(__always) _read { yield watched.segments }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &watched.segments
    }
  }
}

// Nothing that is derived after a step depends on these.
extension Player {
  var content: Content {
    @inline(__always) _read { yield apart.machines.content }
    @inline(__always) _modify { yield &apart.machines.content }
  }

  var tracks: Tracks {
    @inline(__always) _read { yield apart.machines.tracks }
    @inline(__always) _modify { yield &apart.machines.tracks }
  }

  var presentation: Presentation {
    @inline(__always) _read { yield apart.machines.presentation }
    @inline(__always) _modify { yield &apart.machines.presentation }
  }

  /// Counts and times since the item was loaded.
  public internal(set) var statistics: Statistics {
    @inline(__always) _read { yield apart.machines.statistics }
    @inline(__always) _modify { yield &apart.machines.statistics }
  }
}
