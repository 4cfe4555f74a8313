import Foundation
import Tern

extension SampleReport {
    /// The reason why a sample is not a valid response.
    public struct Failure: Sendable {
        /// The error that the caller of this case would catch.
        public let error: TernError
        /// The key path in the body: `items[0].name`. Empty for the whole body, or if the body wasn't decoded.
        public let codingPath: String
        /// The expected content.
        public let expected: String
        /// A short excerpt of the actual content, without secrets.
        public let excerpt: String

        init(_ error: TernError) {
            self.error = error
            let body = error.response?.data ?? Data()
            guard error.code == .decodingFailed, let cause = error.underlying as? DecodingError else {
                codingPath = ""
                expected = error.code == .decodingFailed ? "a value" : "a response that the validation accepts"
                excerpt = Redaction.excerpt(of: body)
                return
            }
            let path: [any CodingKey]
            switch cause {
            case .keyNotFound(let key, let context):
                path = context.codingPath
                expected = "a value for the key \"\(Redaction.text(ofKey: key, below: path))\""
            case .valueNotFound(let type, let context):
                path = context.codingPath
                expected = "\(type), not null"
            case .typeMismatch(let type, let context):
                path = context.codingPath
                expected = "\(type)"
            case .dataCorrupted(let context):
                path = context.codingPath
                expected = context.codingPath.isEmpty ? "JSON" : "a valid value"
            @unknown default:
                path = []
                expected = "a value"
            }
            codingPath = Redaction.text(ofPath: path)
            excerpt = Redaction.excerpt(of: body, at: path)
        }
    }
}

extension SampleReport.Failure: CustomStringConvertible, CustomReflectable {
    /// Code, key path, expected and actual content, on one line.
    public var description: String {
        guard error.code == .decodingFailed else { return "\(error.code): \(error.reason)" }
        let place = codingPath.isEmpty ? "" : " at \(codingPath)"
        return "\(error.code)\(place): expected \(expected), found \(excerpt.isEmpty ? "nothing" : excerpt)"
    }

    public var customMirror: Mirror {
        Mirror(self, children: ["failure": description], displayStyle: .struct)
    }
}
