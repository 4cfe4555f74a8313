import Tern

/// Reads the challenges of one `WWW-Authenticate` field value (RFC 9110, section 11.6.1). It ends at the first malformed
/// part.
struct ChallengeParser: Sequence, IteratorProtocol {
    private var reader: FieldReader

    init(_ value: String) { reader = FieldReader(value) }

    mutating func next() -> Response.Challenge? {
        // Empty elements of a list are ignored (section 5.6.1.2).
        repeat { reader.skipBlanks() } while reader.take(",")
        guard let scheme = reader.token()?.lowercased() else { return end() }
        let hasBlank = reader.isAt(" ") || reader.isAt("\t")
        reader.skipBlanks()
        if hasBlank, let token68 = reader.token68() {
            return Response.Challenge(scheme: scheme, token68: token68, parameters: [])
        }
        let parameters = hasBlank ? parameters() : []
        guard reader.isAtEnd || reader.isAt(",") else { return end() }
        return Response.Challenge(scheme: scheme, token68: nil, parameters: parameters)
    }

    // MARK: - Private

    /// The parameters of a challenge. After a comma, a token without a `=` is the scheme of the next challenge.
    private mutating func parameters() -> [FieldReader.Parameter] {
        var parameters: [FieldReader.Parameter] = []
        var ahead = reader
        while let parameter = Self.parameter(&ahead), ahead.isAtEnd || ahead.isAt(",") {
            parameters.append(parameter)
            reader = ahead
            repeat { ahead.skipBlanks() } while ahead.take(",")
        }
        return parameters
    }

    /// A parameter `realm = "x"` (section 11.2), and the blanks after it. `nil` if it is malformed.
    private static func parameter(_ reader: inout FieldReader) -> FieldReader.Parameter? {
        guard let name = reader.token()?.lowercased() else { return nil }
        reader.skipBlanks()
        guard reader.take("=") else { return nil }
        reader.skipBlanks()
        var value = reader.token()
        if value == nil, reader.take("\""), case (let content, true) = reader.quotedString() { value = content }
        reader.skipBlanks()
        return value.map { FieldReader.Parameter(name: name, value: $0) }
    }

    private mutating func end() -> Response.Challenge? {
        reader.skipToEnd()
        return nil
    }
}
