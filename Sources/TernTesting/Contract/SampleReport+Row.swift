import Foundation
import Tern

extension SampleReport {
    /// One entry that was checked.
    public struct Row: Sendable {
        /// The case without its arguments. If there are several entries for the same case, a number is appended to the
        /// second and all later names.
        public let name: String
        /// The type that the sample was decoded as. `nil` if the body isn't decoded.
        public let value: String?
        /// The place of the sample.
        public let place: Place
        /// The error that the caller of this case would catch: `.missingSample` if there is no sample. `nil` if the
        /// sample passed.
        public let error: TernError?
        /// The key path of a failed decoding: `items[0].name`. Empty for the whole body, and for other errors.
        public let codingPath: String
        /// The result on one line, without secrets: the code, the key path, the expected and the actual content.
        let result: String

        init(_ name: String, _ value: String?, _ place: Place, _ error: TernError?) {
            (self.name, self.value, self.place, self.error) = (name, value, place, error)
            guard let error, error.code == .decodingFailed else {
                codingPath = ""
                let code = error?.code == .missingSample ? "missing" : error.map { "failed: \($0.code)" }
                let reason = error?.reason.split(whereSeparator: \.isNewline).joined(separator: " ") ?? ""
                result = code.map { "\($0): \(reason)" } ?? "passed"
                return
            }
            let body = error.response?.data ?? Data()
            let rules = error.redaction
            let (path, expected) =
                (error.underlying as? DecodingError).map { Self.expectation(of: $0, rules) } ?? ([], "a value")
            let excerpt = rules.excerpt(of: body, contentType: error.response?.headers["Content-Type"], at: path)
            codingPath = rules.text(ofPath: path)
            let key = path.isEmpty ? "" : " at \(codingPath)"
            result = "failed: \(error.code)\(key): expected \(expected), found \(excerpt.isEmpty ? "nothing" : excerpt)"
        }

        private static func expectation(of error: DecodingError, _ rules: Redaction) -> ([any CodingKey], String) {
            switch error {
            case .keyNotFound(let key, let context):
                let text = rules.text(ofKey: key, below: context.codingPath)
                return (context.codingPath, "a value for the key \"\(text)\"")
            case .valueNotFound(let type, let context):
                return (context.codingPath, "\(type), not null")
            case .typeMismatch(let type, let context):
                return (context.codingPath, "\(type)")
            case .dataCorrupted(let context):
                return (context.codingPath, context.codingPath.isEmpty ? "JSON" : "a valid value")
            @unknown default:
                return ([], "a value")
            }
        }
    }
}

extension SampleReport.Row: CustomStringConvertible {
    /// The place with its full path, the case and the result, on one line:
    /// `/path/Fixtures/user.json:1: GitHub.user: failed: decodingFailed at login: expected String, found 7`.
    public var description: String { "\(place.link): \(name): \(result)" }
}
