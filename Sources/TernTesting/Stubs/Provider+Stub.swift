import Foundation
import Tern

extension Provider {
    /// A provider that is answered by a closure from case to sample, at once, and records into a journal.
    ///
    /// ```swift
    /// let github = Provider<GitHub>.stub { target in
    ///     switch target {
    ///     case .zen: .text("Keep it logically awesome.")
    ///     case .user(let login): .json(User(login: login))
    ///     }
    /// }
    /// ```
    ///
    /// The compiler insists on every case, and the samples stay with the tests. What a case answers over time is a
    /// ``StubScript``; what it answers by state, a closure that reads the state. A body arrives in two pieces, unless
    /// the sample says how it arrives.
    ///
    /// - Parameters:
    ///   - delay: How long each answer takes on `clock`. None by default.
    ///   - plugins: As those of any provider.
    ///   - trackInflights: As that of any provider.
    ///   - clock: As that of any provider.
    ///   - journal: That of the test which runs, by default.
    ///   - answer: Is called once for each attempt.
    public static func stub(
        delay: Duration = .zero,
        plugins: [any Plugin] = [],
        trackInflights: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column,
        answer: @escaping @Sendable (Target) -> SampleResponse
    ) -> Provider {
        let source = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let stub = journal?.add(stub: "The stub of \(Target.self)", expectedUses: 1, at: source)
        return answered(delay: delay, plugins: plugins, trackInflights: trackInflights, clock: clock) { target in
            if let journal, let stub { journal.use(stub) }
            return answer(target)
        }
        .recorded(in: journal, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// A provider that a closure answers, and nobody records.
    static func answered(
        delay: Duration,
        plugins: [any Plugin],
        trackInflights: Bool,
        clock: any Clock<Duration>,
        by answer: @escaping @Sendable (Target) -> SampleResponse
    ) -> Provider {
        Provider(
            endpointClosure: { target in Endpoint(target).responding(answer(target).arrivingInPieces) },
            stubClosure: Self.delayedStub(delay),
            plugins: plugins,
            trackInflights: trackInflights,
            clock: clock
        )
    }
}

extension SampleResponse {
    /// What a network does to all but the smallest bodies.
    var arrivingInPieces: SampleResponse { isInOnePiece ? inPieces(2) : self }
}
