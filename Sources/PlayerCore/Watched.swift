extension Player {
  /// The machines on which deadlines, the engine's commands and derived observable values depend. They are only reached
  /// through the accessors below, which remember that one of them may have changed: a step that touches none of them, and
  /// leaves ``Observable`` as it was, has nothing to steer, to derive, to announce or to search.
  struct Watched: Hashable, Sendable {
    fileprivate(set) var loading = Loading()
    fileprivate(set) var closing = Closing()
    fileprivate(set) var retrying = Retry()
    fileprivate(set) var transport = Transport()
    fileprivate(set) var seeking = Seeking()
    fileprivate(set) var timeline = Timeline()
    fileprivate(set) var liveEdge = LiveEdge()
    fileprivate(set) var interruption = Interruption()
    fileprivate(set) var surroundings = Surroundings()
    fileprivate(set) var intervals = Intervals()
    fileprivate(set) var segments = Segments()
    /// Whether one of them may have changed since the deadlines were searched.
    var isTouched = false
  }

  var loading: Loading {
    @inline(__always) _read { yield watched.loading }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &watched.loading
    }
  }

  var closing: Closing {
    @inline(__always) _read { yield watched.closing }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &watched.closing
    }
  }

  var retrying: Retry {
    @inline(__always) _read { yield watched.retrying }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &watched.retrying
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
    @inline(__always) _read { yield watched.seeking }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &watched.seeking
    }
  }

  var timeline: Timeline {
    @inline(__always) _read { yield watched.timeline }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &watched.timeline
    }
  }

  var liveEdge: LiveEdge {
    @inline(__always) _read { yield watched.liveEdge }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &watched.liveEdge
    }
  }

  var interruption: Interruption {
    @inline(__always) _read { yield watched.interruption }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &watched.interruption
    }
  }

  var surroundings: Surroundings {
    @inline(__always) _read { yield watched.surroundings }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &watched.surroundings
    }
  }

  var intervals: Intervals {
    @inline(__always) _read { yield watched.intervals }
    @inline(__always) _modify {
      watched.isTouched = true
      yield &watched.intervals
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
