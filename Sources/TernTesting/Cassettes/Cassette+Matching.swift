import Foundation
import Tern

extension Cassette {
    /// What must be equal in a request and a recorded one.
    ///
    /// Values that are secrets by the rules of `Redaction` needn't be: the recording has other values.
    public struct Matching: OptionSet, Hashable, Sendable {
        /// One bit for each aspect.
        public let rawValue: Int

        /// Creates a set of aspects.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The case of the target, without its arguments, if a provider has sent both requests.
        public static let target = Self(rawValue: 1)
        /// The method.
        public static let method = Self(rawValue: 2)
        /// The scheme, the host and the port. A missing port is 443 for https, and 80 for http.
        public static let origin = Self(rawValue: 4)
        /// The path. If no recorded request is equal as written, that without escapes.
        public static let path = Self(rawValue: 8)
        /// The items of the query, in any order. If no recorded request is equal as written, their names and values without
        /// escapes, and with a space for each `+`: browsers and proxies escape other characters than Tern.
        public static let query = Self(rawValue: 16)
        /// The body: JSON with its members in any order, a form with its items in any order, the parts of a multipart
        /// form regardless of its boundary, and the bytes of any other body. Any body is equal to one that the file lacks,
        /// if no recorded request has an equal body.
        public static let body = Self(rawValue: 32)
        /// The field `Range`, so that a download that continues isn't its beginning.
        public static let range = Self(rawValue: 64)

        /// All but the case.
        public static let standard: Self = [.method, .origin, .path, .query, .body, .range]
    }
}
