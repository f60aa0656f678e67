import Foundation
import SRGMediaPlayer

// Notifications in the words of the case format.

extension SRGSystem {
  typealias Translation = @MainActor (SRGSystem, Notification) -> (String, [String: JSONValue])

  static let translations: [(Notification.Name, Translation)] = [
    (.SRGMediaPlayerPlaybackStateDidChange, { $0.state($1) }),
    (.SRGMediaPlayerPlaybackDidFail, { ("failure", $0.failure($1)) }),
    (.SRGMediaPlayerSeek, { ("seek_begin", $0.seek($1)) }),
    (.SRGMediaPlayerAudioTrackDidChange, { ("track_changed", $0.track($1, "audio")) }),
    (.SRGMediaPlayerSubtitleTrackDidChange, { ("track_changed", $0.track($1, "subtitle")) }),
    (.SRGMediaPlayerSegmentDidStart, { ("segment_start", $0.segment($1)) }),
    (.SRGMediaPlayerSegmentDidEnd, { ("segment_end", $0.segment($1)) }),
    (.SRGMediaPlayerWillSkipBlockedSegment, { ("will_skip", $0.segment($1)) }),
    (.SRGMediaPlayerDidSkipBlockedSegment, { ("did_skip", $0.segment($1)) }),
  ]

  private func state(_ notification: Notification) -> (String, [String: JSONValue]) {
    var fields = last(notification)
    fields["to"] = notification[.playbackState].map { .string($0.name) }
    fields["from"] = notification[.previousPlaybackState].map { .string($0.name) }
    select(notification, &fields)
    fields["previous_media"] = notification[.previousContentURL].map { name(of: $0) }
    fields["previous_asset"] = notification[.previousURLAsset].map { .string($0.url.absoluteString) }
    fields["previous_user_info"] = notification[.previousUserInfo].map {
      .object($0.compactMapValues { $0 as? JSONValue })
    }
    fields["previous_time_range"] = notification[.previousTimeRange].map {
      .array([.number($0.start), .number($0.end)])
    }
    fields["previous_media_type"] = notification[.previousMediaType].map { .string($0.name) }
    fields["previous_stream_type"] = notification[.previousStreamType].map { .string($0.name) }
    fields["previous_selected_segment"] = notification[.previousSelectedSegment].map { segments.name(of: $0) }
    fields["media"] = name(of: controller.contentURL)
    return ("state", fields)
  }

  private func select(_ notification: Notification, _ fields: inout [String: JSONValue]) {
    fields["selection"] = notification[.selection].map { .bool($0) }
    fields["reason"] = notification[.selectionReason].map { .string($0 == .initial ? "initial" : "update") }
  }

  private func segment(_ notification: Notification) -> [String: JSONValue] {
    var fields = last(notification)
    fields["segment"] = notification[.segment].map { segments.name(of: $0) }
    fields["previous"] = notification[.previousSegment].map { segments.name(of: $0) }
    fields["next"] = notification[.nextSegment].map { segments.name(of: $0) }
    fields["selected"] = notification[.selected].map { .bool($0) }
    fields["interrupted"] = notification[.interruption].map { .bool($0) }
    if notification.name == .SRGMediaPlayerDidSkipBlockedSegment {
      // The original does not say it; what came of the skip shows it.
      fields["finished"] = .bool(controller.playbackState != .seeking)
      fields["selection"] = .bool(false)
    } else {
      select(notification, &fields)
    }
    return fields
  }

  private func seek(_ notification: Notification) -> [String: JSONValue] {
    var fields = last(notification)
    fields["to"] = notification[.seekTime].map { .number($0) }
    fields["date"] = notification[.seekDate].map { seconds($0) }
    fields["has_date"] = .bool(notification[.seekDate] != nil)
    fields["has_last_date"] = .bool(notification[.lastPlaybackDate] != nil)
    return fields
  }

  private func failure(_ notification: Notification) -> [String: JSONValue] {
    guard let error = notification[.error] else { return [:] }
    return ["error": .array(Self.names(of: error).map { .string($0) })]
  }

  /// What a case may call a failure: the only code there is, and what the engine said.
  static func names(of error: SRGMediaPlayerError) -> [String] {
    switch error.kind {
    case .connect: ["playback", "not_connected", "no_network", "offline", "unreachable"]
    case .nameResolution: ["playback", "host_not_found", "dns"]
    case .io: ["playback", "network_lost", "connection_lost", "network", "io"]
    case .readTimeout: ["playback", "timeout", "timed_out"]
    case .invalidData: ["playback", "invalid_data", "no_data", "not_playable", "unsupported"]
    case .httpNotFound: ["playback", "http_404", "not_found"]
    case .httpForbidden: ["playback", "http_403", "forbidden", "blocked"]
    case .httpTooManyRequests: ["playback", "http_429"]
    case .httpServerError: ["playback", "http_\(error.detail)", "server_error"]
    case .videoDecodeFailed: ["playback", "decode", "decoding", "decode_failed"]
    case .unknown: ["playback", "unknown", "failed", "error"]
    default: ["playback", "http_\(error.detail)"]
    }
  }

  private func track(_ notification: Notification, _ kind: String) -> [String: JSONValue] {
    var fields = last(notification)
    let kinds = kind == "audio" ? ["audio", "audible"] : ["subtitle", "subtitles", "legible"]
    fields["kind"] = .array(kinds.map { .string($0) })
    fields["current"] = notification[.track].map { .string(Self.name(of: $0)) }
    fields["previous"] = notification[.previousTrack].map { .string(Self.name(of: $0)) }
    return fields
  }

  /// As cases name a track: `fr`, and `fr(forced)` for forced subtitles.
  static func name(of track: SRGMediaTrack) -> String {
    (track.language ?? track.displayName) + (track.isForced ? "(forced)" : "")
  }

  private func last(_ notification: Notification) -> [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    fields["last_time"] = notification[.lastPlaybackTime].map { .number($0) }
    fields["last_date"] = notification[.lastPlaybackDate].map { seconds($0) }
    return fields
  }

  private func seconds(_ date: Date) -> JSONValue { .number(date.timeIntervalSince(ScriptedStreams.startDate)) }
}

extension SRGMediaPlayerPlaybackState {
  /// As cases spell it.
  var name: String {
    switch self {
    case .idle: "idle"
    case .preparing: "preparing"
    case .playing: "playing"
    case .seeking: "seeking"
    case .paused: "paused"
    case .stalled: "stalled"
    case .ended: "ended"
    }
  }
}

extension SRGMediaPlayerStreamType {
  var name: String {
    switch self {
    case .unknown: "unknown"
    case .onDemand: "on_demand"
    case .live: "live"
    case .dvr: "dvr"
    }
  }
}

extension SRGMediaPlayerMediaType {
  var name: String {
    switch self {
    case .unknown: "unknown"
    case .video: "video"
    case .audio: "audio"
    }
  }
}
