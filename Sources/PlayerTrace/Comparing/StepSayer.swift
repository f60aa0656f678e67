import PlayerCore

/// Expresses the steps of a trace in a vocabulary that contains all of the trace's words.
struct StepSayer {
  private let vocabulary: TraceVocabulary
  /// From this build's and from the trace's vocabulary; `nil` when all are the same.
  private let translators: (own: MessageTranslator, traces: MessageTranslator)?

  init(_ words: TraceVocabulary, in vocabulary: TraceVocabulary) {
    self.vocabulary = vocabulary
    if vocabulary === TraceVocabulary.current {
      translators = nil
    } else {
      let traces = MessageTranslator(from: words, to: vocabulary)
      translators = (MessageTranslator(from: .current, to: vocabulary), traces)
    }
  }

  func callAsFunction(_ step: TraceStep) -> RecordedStep { say(RecordedStep(step), translators?.own) }
  func callAsFunction(_ step: ForeignStep) -> RecordedStep { say(step.recorded, translators?.traces) }

  private func say(_ step: RecordedStep, _ translator: MessageTranslator?) -> RecordedStep {
    guard let translator else { return step }
    var result = step
    result.input = say(step.input, translator)
    result.outputs = step.outputs.map { say($0, translator) }
    return result
  }

  private func say(_ message: TraceMessage, _ translator: MessageTranslator) -> TraceMessage {
    let translation = message.isInput ? translator.input(message.message) : translator.output(message.message)
    return translation.message.map { TraceMessage($0, isInput: message.isInput, in: vocabulary) } ?? message
  }
}
