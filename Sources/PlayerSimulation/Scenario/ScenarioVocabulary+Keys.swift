// The keys of scenario files. The reader takes its lists of keys from here.
extension ScenarioWord {
  private static let time = ScenarioNumber.timeExpectation
  private static let bits = ScenarioNumber.bitsExpectation
  private static let flag = "yes or no"

  static let keys: [ScenarioWord] = fileKeys + mediaKeys + trackKeys + worldKeys + otherKeys

  private static let fileKeys: [ScenarioWord] = [
    ScenarioWord(.file, "scenario", "a name", "What the scenario is called. Every file needs it."),
    ScenarioWord(.file, "source", "free words", "Where the scenario comes from."),
    ScenarioWord(.file, "tags", "a list of words", "Words to find it by."),
    ScenarioWord(
      .file, "preset", "the name of a preset: see 'tapedeck presets'", standard: "the defaults",
      "The settings to start from."),
    ScenarioWord(
      .file, "settings", "names and values: see 'tapedeck settings'", "Settings that differ from the preset."),
    ScenarioWord(
      .file, "media", "keys such as duration, or a list of these", "What item 1 is; a list for items 1, 2 and so on."),
    ScenarioWord(
      .file, "live", "keys such as window, or a list of these", "The same for live streams, which come after the media."
    ),
    ScenarioWord(
      .file, "network", ScenarioReader.networkExpectation, standard: "10 Mbit/s",
      "The network that everything is read over."),
    ScenarioWord(
      .file, "networks", "networks by the names of paths: wifi, cellular, wired, unknown",
      "The networks that steps such as 'network wifi' change to."),
    ScenarioWord(
      .file, "engine", "keys such as open; or immediate, or recorded", "How fast the simulated engine is."),
    ScenarioWord(
      .file, "segments", "a list of {id, from, to, …}", "Segments that the player has before the first step."),
    ScenarioWord(
      .file, "load", "no, yes, or keys such as start", standard: "yes", "Whether and how item 1 is loaded at the start."
    ),
    ScenarioWord(.file, "steps", "a list of steps", "What is done, and when."),
    ScenarioWord(.file, "expect", "a list of expectations", "What is expected, in order."),
    ScenarioWord(
      .file, "until", time + ", at most a week", standard: "when nothing more is due, or after an hour",
      "When the run is over."),
    ScenarioWord(.file, "texts", "a list of texts", "What the numbers of texts stand for, in files that tools write."),
    ScenarioWord(.file, "items", "a list of addresses", "Where items come from, in files that tools write."),
  ]

  private static let mediaKeys: [ScenarioWord] = [
    ScenarioWord(.media, "duration", time, "How long the media is. Media on demand needs it."),
    ScenarioWord(
      .media, "window", time, standard: "0", "How far back a live stream can be sought: its DVR window."),
    ScenarioWord(.media, "hold back", time, "How far behind the live edge playback begins."),
    ScenarioWord(.media, "age", time, "How long the live stream has been running."),
    ScenarioWord(.media, "segments", time, "Media comes in segments of this length, each with its own request."),
    ScenarioWord(.media, "pieces", time, "Media comes with one request, and is counted in pieces of this length."),
    ScenarioWord(
      .media, "header", "a whole number of bits", standard: "0", "What must be read before the media is known."),
    ScenarioWord(.media, "keyframes every", time, standard: "0: everywhere", "The time between key frames."),
    ScenarioWord(.media, "seekable", flag, standard: "yes; live: with a window", "Whether the media can be sought in."),
    ScenarioWord(.media, "estimated", flag, standard: "no", "Whether the duration is an estimate."),
    ScenarioWord(
      .media, "audio", "a language, a bit rate, none, keys, or a list of these", standard: "one track of 128k",
      "The audio tracks."),
    ScenarioWord(
      .media, "video", "a language, a bit rate, none, keys, or a list of these", standard: "none", "The video tracks."),
    ScenarioWord(.media, "bit rates", "a list of bit rates", "The same as video: a rendition for each."),
    ScenarioWord(
      .media, "subtitles", "a language, none, keys, or a list of these", standard: "none", "The subtitle tracks."),
    ScenarioWord(.media, "tracks", "a list of tracks with kind", "All tracks, in an order of their own."),
    ScenarioWord(.media, "size", "a size such as 1280x720", standard: "1280x720 with video", "The picture's size."),
    ScenarioWord(.media, "chapters", "a list of {from, to, title}", "The media's own chapters."),
    ScenarioWord(.media, "cues", "a list of {from, to, text}", "What subtitles show."),
    ScenarioWord(
      .media, "date", "a whole number of microseconds since 1970", "The date of position 0 of a live stream."),
  ]

  private static let trackKeys: [ScenarioWord] = [
    ScenarioWord(.track, "kind", "audio, video or subtitle", "What the track is; only in a list of tracks."),
    ScenarioWord(.track, "language", "a language tag such as de or de-CH", standard: "none", "Its language."),
    ScenarioWord(.track, "title", "a text", standard: "none", "Its title."),
    ScenarioWord(.track, "bit rate", bits, standard: "audio 128k, video 2M", "How many bits it takes."),
    ScenarioWord(.track, "default", flag, standard: "no", "Whether it is selected by default."),
    ScenarioWord(.track, "forced", flag, standard: "no", "Whether it is shown even if subtitles are off."),
    ScenarioWord(.track, "segment bits", "a list of whole numbers", "How large each segment is."),
    ScenarioWord(.range, "from", time, "Where it begins."),
    ScenarioWord(.range, "to", time, "Where it ends; never: with the media."),
    ScenarioWord(.range, "title", "a text", "A chapter's title."),
    ScenarioWord(.range, "text", "a text", "What a cue shows."),
  ]

  private static let worldKeys: [ScenarioWord] = [
    ScenarioWord(
      .network, "periods", "a list such as '- 10 s: 3 Mbit/s, latency 80 ms'", "How the network changes with time."),
    ScenarioWord(.network, "rate", "a bit rate, or nothing", "The rate of a constant network."),
    ScenarioWord(
      .network, "latency", time, standard: "0", "How long a request waits for its first bit; only with a rate."),
    ScenarioWord(
      .network, "jitter", time, standard: "0", "How much longer requests may wait, each by its own length."),
    ScenarioWord(
      .network, "loss", "a percentage", standard: "0 %",
      "How many packets are lost: less data arrives, and some requests wait for a timeout."),
    ScenarioWord(
      .network, "seed", "a whole number", standard: "0", "Determines which requests suffer a loss, and their jitter."),
    ScenarioWord(
      .network, "then", "repeats, stays or falls", standard: "repeats", "What follows the last period; falls is silent."
    ),
    ScenarioWord(.network, "file", "the path of a file below the scenario's folder", "A recorded network."),
    ScenarioWord(.network, "offset", time, standard: "0", "Where in the file it begins."),
    ScenarioWord(
      .network, "scaled", "a percentage", standard: "100 %", "What the rates of the file are multiplied by."),
    ScenarioWord(.engine, "open", time, standard: "40 ms", "From the header to “opened”."),
    ScenarioWord(.engine, "start", time, standard: "20 ms", "From play to a moving playhead, when there is data."),
    ScenarioWord(.engine, "pause", time, standard: "0", "From pause to its confirmation."),
    ScenarioWord(.engine, "seek", time, standard: "30 ms", "From seek to the landing."),
    ScenarioWord(.engine, "close", time, standard: "5 ms", "From close to its confirmation."),
    ScenarioWord(
      .engine, "answer", time, standard: "0", "How long the engine takes to report its position, a still or a track."),
    ScenarioWord(.engine, "first frame", time, standard: "0", "From a moving playhead to the first frame."),
    ScenarioWord(.engine, "name lookup", time, standard: "0", "How long the lookup of the server's name takes."),
    ScenarioWord(.engine, "connect", time, standard: "0", "How long the connection takes."),
    ScenarioWord(.engine, "buffer", time + ", at most an hour", standard: "30 s", "How much is read ahead."),
    ScenarioWord(
      .engine, "refill below", time, standard: "never: when a segment fits",
      "A full buffer is filled again when it holds no more than this."),
    ScenarioWord(
      .engine, "back buffer", time, standard: "none: each seek drops the buffer",
      "How much of what was played stays in the buffer; a seek within the buffer reads nothing again."),
    ScenarioWord(
      .engine, "landing", "exact, keyframe or within tolerance", standard: "within tolerance", "Where seeks land."),
    ScenarioWord(
      .engine, "lands with data", flag, standard: "no", "Whether a seek lands only once there is data to play."),
  ]

  private static let otherKeys: [ScenarioWord] = [
    ScenarioWord(.segment, "id", "a whole number", "The segment's number. Every segment needs it."),
    ScenarioWord(.segment, "from", time, "Where it begins. Every segment needs it."),
    ScenarioWord(.segment, "to", time, "Where it ends; never: with the media. Every segment needs it."),
    ScenarioWord(.segment, "blocked", flag, standard: "no", "Whether it is skipped."),
    ScenarioWord(.segment, "hidden", flag, standard: "no", "Whether the timeline leaves it out."),
    ScenarioWord(.segment, "dated", flag, standard: "no", "Whether its positions are dates of a live stream."),
    ScenarioWord(.segment, "title", "a text", standard: "none", "Its title."),
    ScenarioWord(.load, "start", time, standard: "the beginning, or the live edge", "Where playback begins."),
    ScenarioWord(.load, "autoplay", flag, standard: "no", "Whether it plays when it is ready."),
    ScenarioWord(.load, "opens", flag, standard: "no", "Whether it is opened at once."),
    ScenarioWord(.load, "local", flag, standard: "no", "Whether no network is needed."),
  ]
}
