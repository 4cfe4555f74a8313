extension Validation {
    /// The validation error of a response: `.unacceptableStatus`, `.unacceptableMediaType`, or `nil` if it is
    /// acceptable.
    ///
    /// - Parameter exchange: The call, for the advice of the error. `nil` for the general advice.
    func failure(of response: Response, in exchange: Exchange? = nil) -> TernError? {
        if !statusCodes.contains(response.statusCode) {
            let reason =
                "Status \(response.statusCode) is not accepted (expected: \(statusCodes)). \(response.excerptText)"
            let advice = exchange?.adviceOnCredentials(after: response)
            return TernError(.unacceptableStatus, reason: reason, advice: advice, response: response)
        }
        if let mediaTypes, response.mayHaveContent {
            let actual = response.headers["Content-Type"]
            if actual.map({ type in mediaTypes.contains { Self.matches(type, pattern: $0) } }) != true {
                let reason =
                    "Content-Type \(actual.map(Redaction.excerpt(ofText:)) ?? "(none)") is not accepted "
                    + "(expected: \(mediaTypes.joined(separator: ", "))). \(response.excerptText)"
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
        let halves = name.parts(at: "/", maxSplits: 1, omitsEmpty: false).map(String.init)
        return (halves.first ?? "", halves.count == 2 ? halves[1] : "")
    }
}

extension Validation.StatusCodes: CustomStringConvertible {
    func contains(_ statusCode: Int) -> Bool {
        switch self {
        case .all: true
        case .range(let range): range.contains(statusCode)
        case .list(let codes): codes.contains(statusCode)
        }
    }

    var description: String {
        switch self {
        case .all: "all"
        case .range(let range): "\(range)"
        case .list(let codes): codes.map(String.init).joined(separator: ", ")
        }
    }
}

extension Response {
    /// Whether the body may have content. `false` if it is known to be empty.
    fileprivate var mayHaveContent: Bool {
        if case .data(let data) = body { return !data.isEmpty }
        return statusCode != 204 && headers["Content-Length"] != "0"
    }

    /// Returns this response if `validation` accepts it.
    ///
    /// - Throws: `TernError` with code `.unacceptableStatus` or `.unacceptableMediaType`.
    public func validated(by validation: Validation) throws(TernError) -> Response {
        if let error = validation.failure(of: self) {
            throw target == nil ? error : TernError(error, target: target, request: request)
        }
        return self
    }
}
