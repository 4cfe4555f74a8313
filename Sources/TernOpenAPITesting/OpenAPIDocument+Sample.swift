import Foundation
import Tern
import TernOpenAPI
import TernTesting

extension OpenAPIDocument {
    /// The sample of the operation that a request asks for, from the document: its lowest successful status, with the
    /// document's example, or else a body that is made from the schema.
    ///
    /// With it, an API without samples, or any client, has a mock server:
    ///
    /// ```swift
    /// let github = Provider<GitHub>.stub(.otherwise { try document.sample(for: $0) })
    /// let session = StubSession { try document.sample(for: $0) }
    /// ```
    ///
    /// - Throws: `TestKitError` with code `.differentDocument` if the document doesn't have the method and the path.
    public func sample(for request: RecordedRequest) throws(TestKitError) -> SampleResponse {
        let finder = OperationFinder(specification, basePaths: [""])
        guard case .operation(let index, _) = finder.match(method: request.method.rawValue, url: request.url) else {
            throw TestKitError(.differentDocument, "The document doesn't have \(request).")
        }
        let responses = specification.operations[index].responses
        let successes = responses.filter(\.isSuccess).sorted { ($0.lowestStatus ?? 0) < ($1.lowestStatus ?? 0) }
        guard let response = successes.first ?? responses.first(where: { $0.lowestStatus == nil }) else {
            return .status(200)
        }
        let status = response.lowestStatus ?? 200
        guard let content = response.contents.first(where: \.isJSON) ?? response.contents.first else {
            return .status(status)
        }
        let sample = SampleMaker(specification).sample(of: content, .response)
        let text = sample.map { content.isJSON ? nil : $0.string } ?? nil
        let body = text ?? sample.map { JSONWriter.text($0, isPretty: false) } ?? ""
        return .data(Data(body.utf8), contentType: content.mediaType, status: status)
    }
}
