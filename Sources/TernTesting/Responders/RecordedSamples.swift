import Tern

/// Chooses the responses of one double. These are findings of the journal: a response of a sequence that is never
/// requested, a request after the end of a sequence, and a sample that the double can't send.
struct RecordedSamples: Sendable {
    private let sequences = SampleSequences()
    private let journal: Journal?
    /// The place of the samples.
    private let source: SourcePosition
    private let isServer: Bool
    /// The numbers of the sequences in the journal.
    private let stubs = Locked<[SampleSequences.Key: Int]>([:])

    init(journal: Journal?, at source: SourcePosition, isServer: Bool = false) {
        self.journal = journal
        self.source = source
        self.isServer = isServer
    }

    /// The sample itself, or the next response of its sequence.
    ///
    /// - Parameters:
    ///   - subject: The case, or the method and the path, that the sample is for. Empty by default.
    ///   - coders: The coders of the provider whose decoder reads the response. `nil` without one.
    func response(
        of sample: SampleResponse,
        for subject: @autoclosure () -> String = "",
        _ coders: SampleCoders? = nil
    ) -> SampleResponse {
        var isEnded = false
        var response = sequences.response(of: sample, for: subject(), onUse: recordUse) { sequence, error in
            isEnded = true
            journal?.report(
                Journal.Finding(.unmatchedRequest, error.reasonAndAdvice, at: SourcePosition(sequence.place))
            )
        }
        if let coders { response = response.encoded(for: coders) }
        if let journal, !isEnded, let error = response.mistake(isServer: isServer) {
            journal.report(Journal.Finding(.misuse, error.reasonAndAdvice, at: source))
        }
        return response
    }

    private func recordUse(of sequence: SampleSequence, _ key: SampleSequences.Key) {
        guard let journal else { return }
        let stub = stubs.withLock { stubs in
            if let stub = stubs[key] { return stub }
            let source = SourcePosition(sequence.place)
            let subject = Redaction.default.text(ofURL: key.subject)
            let name = subject.isEmpty ? "The sequence" : "The sequence for \(subject)"
            let stub = journal.add(stub: name, expectedUses: sequence.minimumUses, at: source)
            stubs[key] = stub
            return stub
        }
        journal.use(stub)
    }
}

extension SourcePosition {
    fileprivate init(_ place: SampleSequence.Place) {
        self.init(filePath: place.filePath, line: place.line)
    }
}

extension SampleResponse {
    /// The error if the double can't send the sample. `nil` if it can send the sample.
    fileprivate func mistake(isServer: Bool) -> TernError? {
        if parts.sequence != nil { return nil }
        switch parts.failure {
        case .invalid(let error)?: return error
        case .network?: return nil
        case nil: return (isServer ? wireMistake : wireOnlyError) ?? mistake
        }
    }
}

extension TernError {
    /// The text of a finding about this error.
    package var reasonAndAdvice: String { "\(reason) \(advice)" }
}
