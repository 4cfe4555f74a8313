/// Responses that a stub gives in order. See ``SampleResponse/inOrder(_:thenForever:fileID:filePath:line:column:)``.
package struct SampleSequence: Sendable {
    /// The place in the source where the sequence is written. It identifies the sequence within one provider, stubbed
    /// session or server.
    package struct Place: Sendable, Hashable, CustomStringConvertible {
        package let fileID: String
        package let filePath: String
        package let line: Int
        package let column: Int

        /// `File.swift:12`.
        package var description: String { "\(fileID.parts(at: "/").last ?? ""):\(line)" }
    }

    package let place: Place
    private let responses: [SampleResponse]
    private let last: SampleResponse?

    init(_ responses: [SampleResponse], thenForever last: SampleResponse?, at place: Place) {
        self.responses = responses
        self.last = last
        self.place = place
    }

    /// The minimum number of requests, so that each response is used.
    package var minimumUses: Int { max(1, responses.count) }

    /// The response to a request after this number of earlier requests.
    ///
    /// - Throws: `TernError` with code `.missingSample` after the end of the sequence.
    func response(after count: Int) throws(TernError) -> SampleResponse {
        if count < responses.count { return responses[count] }
        if let last { return last }
        let size = responses.count == 1 ? "1 response" : "\(responses.count) responses"
        throw TernError(
            .missingSample,
            reason: "The sequence at \(place) has \(size), but this is request \(count + 1).",
            advice: "Add a response, or end the sequence with `thenForever:`."
        )
    }

    /// The same sequence with each response changed.
    func mapping(_ change: (SampleResponse) -> SampleResponse) -> SampleSequence {
        SampleSequence(responses.map(change), thenForever: last.map(change), at: place)
    }
}

/// The sequences of one provider, stubbed session or server, each with the number of its uses.
package final class SampleSequences: Sendable {
    /// Identifies a sequence. A function that makes sequences may be called for several subjects.
    package struct Key: Sendable, Hashable {
        package let place: SampleSequence.Place
        /// The case, or the method and the path, that the sequence is for. Empty for a rule or a route, which has
        /// sequences of its own.
        package let subject: String
    }

    private let uses = Locked<[Key: Int]>([:])

    package init() {}

    /// The response to the next request: the sample itself, or the next response of its sequence. After the end of the
    /// sequence, a response that fails the call.
    ///
    /// - Parameters:
    ///   - subject: The case, or the method and the path, that the sample is for. Empty by default.
    ///   - onUse: Receives each sequence that is used, and its key.
    ///   - onEnd: Receives each sequence that has no response to the request, and the error.
    package func response(
        of sample: SampleResponse,
        for subject: @autoclosure () -> String = "",
        onUse: (SampleSequence, Key) -> Void = { _, _ in },
        onEnd: (SampleSequence, TernError) -> Void = { _, _ in }
    ) -> SampleResponse {
        var response = sample
        // A response of a sequence may be a sequence.
        while let sequence = response.parts.sequence {
            let key = Key(place: sequence.place, subject: subject())
            let count = uses.withLock { uses in
                defer { uses[key, default: 0] += 1 }
                return uses[key, default: 0]
            }
            onUse(sequence, key)
            do throws(TernError) {
                response = try sequence.response(after: count)
            } catch {
                onEnd(sequence, error)
                return .invalid(error)
            }
        }
        return response
    }
}
