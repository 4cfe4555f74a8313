/// The functions of generated code for parameters in styles that Tern's query doesn't have.
struct ParameterText {
    enum Function: String {
        case segment, plain, fields, cookies, json
    }

    let api: String
    private(set) var isUsed = false

    init(api: String) { self.api = api }

    /// The function for a call.
    mutating func use(_ function: Function) -> String {
        isUsed = true
        return "\(api).ParameterText.\(function.rawValue)"
    }

    /// The declaration of the functions. `nil` if no call uses them.
    var declaration: String? {
        guard isUsed else { return nil }
        return """
            extension \(api) {
                /// Parameters in styles of OpenAPI that `QueryEncoder` doesn't have.
                enum ParameterText {
                    /// A segment of a path: a list as `a,b`, an object as `name,value`.
                    static func segment(
                        _ value: some Encodable & Sendable,
                        _ separator: String = ",",
                        equals: String = ","
                    ) -> HTTPRoute.Path {
                        guard let text = escaped(value, separator, equals: equals) else { return "\\("")" }
                        return "\\(raw: text)"
                    }

                    /// A list as `a,b`, an object as `name,value`. `nil` if there is nothing to send.
                    static func plain(
                        _ value: (any Encodable & Sendable)?,
                        _ separator: String = ",",
                        equals: String = ","
                    ) -> String? {
                        value.flatMap { escaped($0, separator, equals: equals)?.removingPercentEncoding }
                    }

                    /// Header fields. A field without a value is omitted.
                    static func fields(_ values: KeyValuePairs<String, (any Encodable & Sendable)?>) -> HTTPHeaders {
                        HTTPHeaders(values.compactMap { name, value in plain(value).map { .init(name: name, value: $0) } })
                    }

                    /// The value of the field `Cookie`.
                    static func cookies(_ parameters: QueryParameters) -> String? {
                        let text = (try? QueryEncoder().encode(parameters)) ?? ""
                        return text.isEmpty ? nil : text.replacing("&", with: "; ")
                    }

                    /// A value as JSON.
                    static func json(_ value: (any Encodable & Sendable)?) -> String? {
                        let data = value.flatMap { try? ProviderConfiguration().encoder.encode($0) }
                        return data.map { String(decoding: $0, as: UTF8.self) }
                    }

                    private static func escaped(
                        _ value: some Encodable & Sendable,
                        _ separator: String,
                        equals: String
                    ) -> String? {
                        // Only an object has names. Elements of a list get an empty one.
                        let encoder = QueryEncoder()
                        let text = (try? encoder.encode(QueryParameters(value))) ?? (try? encoder.encode(["": value])) ?? ""
                        let items = text.split(separator: "&").map { item in
                            item.first == "=" ? String(item.dropFirst()) : String(item.replacing("=", with: equals))
                        }
                        return items.isEmpty ? nil : items.joined(separator: separator)
                    }
                }
            }
            """
    }
}
