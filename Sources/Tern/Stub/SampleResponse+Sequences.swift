extension SampleResponse {
    /// A different response for each request.
    ///
    /// ```swift
    /// .inOrder(.status(401), .json(user))                       // once each
    /// .inOrder(.status(503), thenForever: .json(user))          // every further request receives the last response
    /// ```
    ///
    /// A sequence holds no state. A provider, a stubbed session or a server counts the uses of each place in the code that
    /// makes a sequence, so a closure may make it anew for each request. The uses are counted separately for each case of
    /// a target, regardless of its arguments, and in closures of a session or a server for each method and path. A request
    /// after the end of the sequence fails with `TernError.Code.missingSample`.
    ///
    /// - Parameters:
    ///   - responses: The responses, in the order of the requests.
    ///   - last: The response to every request after the others. `nil` by default.
    ///   - fileID: The module and the file that test findings report. The caller's by default.
    ///   - filePath: The path of the file that test findings report. The caller's by default.
    ///   - line: The line that test findings report. The caller's by default.
    ///   - column: The column that test findings report. The caller's by default.
    public static func inOrder(
        _ responses: SampleResponse...,
        thenForever last: SampleResponse? = nil,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> SampleResponse {
        inOrder(
            responses,
            thenForever: last,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    }

    /// A different response for each request, from an array.
    public static func inOrder(
        _ responses: [SampleResponse],
        thenForever last: SampleResponse? = nil,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> SampleResponse {
        let place = SampleSequence.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        var sample = SampleResponse()
        sample.parts.sequence = SampleSequence(responses, thenForever: last, at: place)
        return sample
    }
}
