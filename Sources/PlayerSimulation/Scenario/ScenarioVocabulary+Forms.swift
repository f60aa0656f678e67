// The meaning of steps and expectations. Forms come from `ActionPhrase`, `FaultWords` and `StateProperty`.
extension ScenarioWord {
  static let when: [ScenarioWord] = [
    ScenarioWord(.when, "{action}", "Together with the previous step; the first one at the beginning."),
    ScenarioWord(.when, "after {time}: {action}", "This long after the previous step."),
    ScenarioWord(.when, "at {time}: {action}", "At this instant of the run."),
    ScenarioWord(.when, "wait {time}", "Does nothing until this long after the previous step."),
    ScenarioWord(.when, "on {output}: {action}", "When the player reports it for the first time."),
    ScenarioWord(.when, "on {output}, the second time: {action}", "The second time, the third time, and so on."),
    ScenarioWord(
      .when, "on {output}, every time: {action}", "Each time, unless it is about to be done; the steps after it follow."
    ),
    ScenarioWord(.when, "on {output}, after {time}: {action}", "This long after it is reported."),
    ScenarioWord(
      .when, "then on {output}: {action}", "When it is reported for the first time after the previous step."),
  ]

  /// Actions whose values depend on the scenario.
  static let dependentActions: [ScenarioWord] = [
    ScenarioWord(.action, "audio {language}", "Selects the audio track with this language."),
    ScenarioWord(.action, "subtitles {language}", "Selects the subtitle track with this language."),
    ScenarioWord(.action, "set {setting} to {value}", "Changes a setting: see 'tapedeck settings'."),
    ScenarioWord(
      .action, "network {networkPath}",
      "Another path: wifi, cellular, wired, unknown; with none, nothing arrives."),
    ScenarioWord(
      .action, "network {networkPath} at {rate}, latency {time}, jitter {time}, loss {percent}, seed {count}",
      "Another path, with this rate; everything after the rate may be left out."),
  ]

  static let actionTexts: [String: String] = [
    "play": "Requests playback.", "pause": "Requests a pause.",
    "toggle": "Pauses if it plays, and plays if it does not.",
    "stop": "Stops and closes the media.", "reset": "Unloads everything.",
    "prepare": "Opens the media without playing.",
    "retry": "Tries again after a failure.", "reload": "Opens the same item again.",
    "capture still": "Captures the current frame.",
    "load item {item}": "Loads an item.", "load item {item} and play": "Loads an item and plays it.",
    "load item {item} at {time}": "Loads an item and begins at a position.",
    "load item {item} at {time} and play": "Loads an item, begins at a position, and plays it.",
    "rate {rate}": "Sets the playback rate.", "loop": "Starts over at the end.",
    "loop on": "The same as loop.", "loop off": "Stops at the end.",
    "observe every {time} as {observer}": "Adds a periodic observer with this number.",
    "observe {time} as {observer}": "Adds a boundary observer with this number.",
    "remove observer {observer}": "Removes an observer.",
    "seek to {time}": "Seeks to a position exactly.",
    "seek around {time}": "Seeks near a position, wherever is fastest.",
    "seek before {time}": "Seeks to a position or before it.", "seek after {time}": "Seeks to a position or after it.",
    "seek to {time} ± {time}": "Seeks to a position within a tolerance.",
    "seek by {offset}": "Seeks by a distance from the playhead.", "seek to live": "Seeks to the live edge.",
    "seek to {time} behind live": "Seeks to this far behind the live edge.",
    "seek to the beginning": "Seeks to the beginning.", "seek to segment {segment}": "Seeks to a segment.",
    "volume {percent}": "Sets the volume.", "volume {percent} left , {percent} right": "Sets the volume of each side.",
    "mute": "Mutes the sound.", "unmute": "Unmutes the sound.",
    "scaling {scalingMode}": "Sets how the picture fills its frame.",
    "rotation {count}": "Turns the picture, in degrees.",
    "audio track {track}": "Selects an audio track by number.",
    "video track {track}": "Selects a video track by number.",
    "subtitles track {track}": "Selects a subtitle track by number.",
    "audio off": "Plays no audio.", "audio automatic": "Leaves the choice of audio to the engine.",
    "video off": "Shows no video.", "video automatic": "Leaves the choice of video to the engine.",
    "subtitles off": "Shows no subtitles.", "subtitles automatic": "Leaves the choice of subtitles to the engine.",
    "prefer audio {language}": "Prefers a language for audio.",
    "prefer subtitles {language}": "Prefers a language for subtitles.",
    "interruption begins": "Something else takes over the audio, such as a call.",
    "interruption begins , the engine is stopped": "The same, and the system has stopped the engine.",
    "interruption ends": "The audio is available again, and playback may resume.",
    "interruption ends , do not resume": "The audio is available again, but playback should not resume by itself.",
    "headphones out": "The headphones are unplugged.", "headphones in": "Headphones are plugged in.",
    "remote {remoteControl}": "A button of a remote control or a headset.",
    "background": "The app goes to the background.",
    "background , sound goes on": "The app goes to the background, where audio may continue.",
    "foreground": "The app comes to the foreground.",
    "external playback on": "Playback moves to an external screen.",
    "external playback off": "Playback returns to this device.",
    "picture in picture on": "Picture in picture begins.", "picture in picture off": "Picture in picture ends.",
    "server answers {count} to the next opening": "The next opening fails with this HTTP status.",
    "server answers {count} to the next {count} openings": "The next openings fail with this HTTP status.",
    "next opening fails with {failureKind}": "The next opening fails.",
    "next {count} openings fail with {failureKind}": "The next openings fail.",
    "next opening hangs": "The next opening never completes.",
    "next {count} openings hang": "The next openings never complete.",
    "next opening takes {time} longer": "The next opening is slow.",
    "next {count} openings take {time} longer": "The next openings are slow.",
    "next seek fails": "The engine gives up the next seek.",
    "next {count} seeks fail": "The engine gives up the next seeks.",
    "next seek hangs": "The next seek is never answered.",
    "next {count} seeks hang": "The next seeks are never answered.",
    "next start hangs": "The next start never happens.", "next close hangs": "The next close is never confirmed.",
    "reading fails with {failureKind} at byte {count}": "Reading fails for good at this byte.",
    "decoding fails with {failureKind} at {time}": "The media at this position cannot be decoded.",
    "media ends at {time}": "The media ends here, regardless of its duration.",
    "outage": "No more data arrives.", "outage ends": "Data arrives again.",
    "server slows down to {percent}": "The server sends at this fraction of the network's rate.",
    "server slows down to {percent} , latency {time}": "The same, and it answers this much later.",
    "engine fails with {failureKind}": "The engine fails.",
    "engine warns of {failureKind}": "The engine reports a failure that does not stop playback.",
    "engine stops": "The playhead stops by itself, and the engine reports it.",
    "engine loses its buffer": "What was read ahead is lost.",
    "playhead freezes": "The playhead stops without a report.",
    "playhead slips by {offset}": "The playhead jumps without a report.",
    "playhead drifts by {percent}": "The playhead moves faster or slower than reported.",
    "heal": "Ends every fault.", "wait": "Does nothing: time passes.",
    "host sleeps {time}":
      "The machine sleeps this long: the clock of player and engine rests, while the scenario's times go on.",
    "deadline": "The player's deadline is served; only in recorded sessions with deadlines.",
  ]

  static let faultTexts: [String: String] = [
    "openFails": "The next openings fail.", "openHangs": "The next openings never complete.",
    "openIsSlow": "The next openings take this much longer.",
    "durationIsWrong": "The next openings report a wrong duration.",
    "seekFails": "The engine gives up the next seeks, and stays where it was.",
    "seekHangs": "The next seeks are never answered.", "startHangs": "The next starts never happen.",
    "closeHangs": "The next closes are never confirmed.", "reportsAreLost": "The next reports of these kinds are lost.",
    "reportsComeTwice": "The next reports of these kinds come twice.",
    "reportsAreLate": "The next reports of these kinds come late.",
    "readFails": "Reading fails for good at this byte; what was read plays out first.",
    "decodingFails": "The media at this position cannot be decoded.",
    "endsEarly": "The media ends here, regardless of its duration.", "outage": "No more data arrives.",
    "outageEnds": "Data arrives again.",
    "serverIsSlow": "The server sends at this fraction of the network's rate, and answers this much later.",
    "fails": "The newest opening fails.", "warns": "Something is wrong that does not stop playback.",
    "stops": "The playhead stops by itself, and the engine reports it.",
    "losesBuffer": "What was read ahead is lost, and has to be read again.",
    "freezes": "The playhead stops without a report.", "slips": "The playhead jumps without a report.",
    "drifts": "The playhead moves faster or slower than reported.",
  ]

  static let expectations: [ScenarioWord] = [
    ScenarioWord(
      .expectation, "{output}",
      "The player reports it after the match of the previous expectation: a state such as playing, or an output by name."
    ),
    ScenarioWord(.expectation, "{output} with {field} {value} and {field} {value}", "The same, with these fields."),
    ScenarioWord(
      .expectation, "{output} within {time}", "At most this long after the match of the previous expectation."),
    ScenarioWord(.expectation, "{output} between {time} and {time}", "Between these instants of the run."),
    ScenarioWord(.expectation, "{output} before {time}", "Before this instant of the run."),
    ScenarioWord(.expectation, "{output} after {time}", "After this instant of the run."),
    ScenarioWord(
      .expectation, "{output} at {time} ± {time}", "At this instant of the run; the tolerance may be left out."),
    ScenarioWord(
      .expectation, "not {output}", "Not between the matches of the expectations before and after it."),
    ScenarioWord(.expectation, "never {output}", "Not in the whole run."),
    ScenarioWord(
      .expectation, "{output} exactly {count} times", "This often in the whole run; also once and twice."),
    ScenarioWord(.expectation, "{output} at least {count} times", "This often or more in the whole run."),
    ScenarioWord(.expectation, "{output} at most {count} times", "This often or less in the whole run."),
    ScenarioWord(
      .expectation, "at {time}: {state}", "The state at an instant, or properties such as {state: playing, stalls: 1}."),
    ScenarioWord(.expectation, "at the end: {state}", "The state at the end of the run."),
    ScenarioWord(
      .expectation, "{property}: {value}", "A property at the end of the run; several in one line in braces."),
    ScenarioWord(
      .expectation, "{property}: > {value}",
      "More than this; likewise >=, <, <=, more than, less than, at least, at most, exactly; for numbers and times."),
    ScenarioWord(
      .expectation, "{property}: {value} .. {value}", "From the first to the second, both included."),
  ]

  static let propertyTexts: [String: String] = [
    "state": "The playback state that is shown.", "phase": "The phase of the content.",
    "position": "The playhead's position.", "duration": "The duration that is shown.",
    "buffered": "How far the buffer reaches.", "rate": "The requested rate.",
    "effective rate": "The rate at which the playhead moves; 0 if it does not.", "item": "The item that is loaded.",
    "stalls": "How many stalls there have been.", "loops": "How often playback started over at the end.",
    "failure": "What failed.", "network": "The network's path.", "supply": "What the buffer allows.",
    "segment": "The segment at the playhead.", "selected segment": "The segment that was chosen.",
    "audio": "The audio track.", "video": "The video track.", "subtitles": "The subtitle track.",
    "left": "The volume on the left, in thousandths.", "right": "The volume on the right, in thousandths.",
    "muted": "Whether the sound is muted.", "looping": "Whether playback loops.",
    "live": "Whether the playhead is at the live edge.", "interrupted": "Whether an interruption is in progress.",
    "background": "Whether the app is in the background.",
    "stream type": "Whether the media is on demand, live or DVR.",
    "wants to play": "Whether playback is requested.",
  ]
}
