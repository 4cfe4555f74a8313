import Tern

/// The sequences of one double. These are findings of the journal: a response of a sequence that is never requested, and
/// a request after the end of a sequence.
struct RecordedSequences: Sendable {
    private let sequences = SampleSequences()
    private let journal: Journal?
    /// The numbers of the sequences in the journal.
    private let stubs = Locked<[SampleSequence.Place: Int]>([:])

    init(journal: Journal?) {
        self.journal = journal
    }

    /// The sample itself, or the next response of its sequence.
    func response(of sample: SampleResponse) -> SampleResponse {
        sequences.response(of: sample, onUse: recordUse) { sequence, error in
            let message = "\(error.reason) \(error.advice)"
            journal?.report(Journal.Finding(.unmatchedRequest, message, at: SourcePosition(sequence.place)))
        }
    }

    private func recordUse(of sequence: SampleSequence) {
        guard let journal else { return }
        let stub = stubs.withLock { stubs in
            if let stub = stubs[sequence.place] { return stub }
            let source = SourcePosition(sequence.place)
            let stub = journal.add(stub: "The sequence", expectedUses: sequence.minimumUses, at: source)
            stubs[sequence.place] = stub
            return stub
        }
        journal.use(stub)
    }
}

extension SourcePosition {
    fileprivate init(_ place: SampleSequence.Place) {
        self.init(fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
    }
}
