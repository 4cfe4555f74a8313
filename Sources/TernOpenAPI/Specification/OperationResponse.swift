/// The response of an operation for one status, or for several.
package struct OperationResponse: Sendable {
    /// `200`, `2XX` or `default`.
    package var status: String
    /// In the order of the document. Empty without a body.
    package var contents: [MediaContent]
    package var element: DocumentElement
}

extension OperationResponse {
    /// Whether the status, or all statuses of the range, are 2xx.
    package var isSuccess: Bool { status.hasPrefix("2") }

    /// The status, the lowest one of a range, or `nil` for `default`.
    package var lowestStatus: Int? { Int(status.uppercased().replacing("X", with: "0")) }
}
