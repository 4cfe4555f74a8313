extension Validation {
    /// What is wrong with a response: `nil`, `.unacceptableStatus` or `.unacceptableMediaType`.
    func failure(of response: Response) -> TernError? {
        if let statusCodes, !statusCodes.contains(where: { $0.contains(response.statusCode) }) {
            let accepted = statusCodes.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0)" }.joined(separator: ", ")
            let reason =
                "Status \(response.statusCode) is none of those accepted (\(accepted)). \(response.excerptText)"
            return TernError(.unacceptableStatus, reason: reason, response: response)
        }
        if let mediaTypes, !response.data.isEmpty {
            let actual = response.headers["Content-Type"]
            if actual.map({ type in mediaTypes.contains { Self.matches(type, pattern: $0) } }) != true {
                let reason =
                    "Content-Type \(actual ?? "(none)") is none of those accepted "
                    + "(\(mediaTypes.joined(separator: ", "))). \(response.excerptText)"
                return TernError(.unacceptableMediaType, reason: reason, response: response)
            }
        }
        return nil
    }

    private static func matches(_ contentType: String, pattern: String) -> Bool {
        let actual = halves(of: contentType)
        let wanted = halves(of: pattern)
        guard wanted.type == "*" || wanted.type == actual.type else { return false }
        return wanted.subtype == "*" || wanted.subtype == actual.subtype
            || actual.subtype.hasSuffix("+" + wanted.subtype)
    }

    private static func halves(of mediaType: String) -> (type: String, subtype: String) {
        let name = mediaType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        let halves = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (halves.first ?? "", halves.count == 2 ? halves[1] : "")
    }
}
