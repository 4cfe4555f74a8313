import Foundation
import Tern

extension BodyStream {
    /// All pieces, joined.
    package func collected() async throws -> Data {
        var body = Data()
        for try await piece in self { body += piece }
        return body
    }
}
