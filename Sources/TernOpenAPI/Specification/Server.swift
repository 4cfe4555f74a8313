/// A base URL, with variables in braces: `https://{region}.example.com/v1`.
package struct Server: Hashable, Sendable {
    package struct Variable: Hashable, Sendable {
        package let name: String
        package let value: String
        /// The allowed values. Empty if any is allowed.
        package let allowed: [String]
        package let description: String?
    }

    /// As it stands in the document. It may be relative: `/v1`.
    package let url: String
    package let description: String?
    /// In the order in which they stand in the URL.
    package let variables: [Variable]
}
