import Foundation
import Tern

extension SampleReport {
    /// Why a sample can't be the answer.
    public struct Failure: Sendable {
        /// What the caller of this case would have caught.
        public let error: TernError
        /// Where in the body: `items[0].name`. Empty for the whole body, and where it wasn't decoded.
        public let codingPath: String
        /// What should be there.
        public let expected: String
        /// What is there: a short piece of the body, without secrets.
        public let excerpt: String

        init(_ error: TernError) {
            self.error = error
            let body = error.response?.data ?? Data()
            guard error.code == .decodingFailed, let cause = error.underlying as? DecodingError else {
                codingPath = ""
                expected = error.code == .decodingFailed ? "a value" : "an answer that the validation accepts"
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
    /// Code, place, what was expected and what is there, on one line.
    public var description: String {
        guard error.code == .decodingFailed else { return "\(error.code): \(error.reason)" }
        let place = codingPath.isEmpty ? "" : " at \(codingPath)"
        return "\(error.code)\(place): expected \(expected), found \(excerpt.isEmpty ? "nothing" : excerpt)"
    }

    public var customMirror: Mirror {
        Mirror(self, children: ["failure": description], displayStyle: .struct)
    }
}
