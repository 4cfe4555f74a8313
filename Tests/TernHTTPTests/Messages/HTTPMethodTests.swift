import TernHTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HTTPMethodTests {
    @Test(
        arguments: [
            (.get, "GET", true, true), (.head, "HEAD", true, true), (.options, "OPTIONS", true, true),
            (.trace, "TRACE", true, true), (.query, "QUERY", true, true), (.put, "PUT", false, true),
            (.delete, "DELETE", false, true),
            (.post, "POST", false, false), (.patch, "PATCH", false, false), (.connect, "CONNECT", false, false),
            ("PURGE", "PURGE", false, false),
        ] as [(HTTPMethod, String, Bool, Bool)]
    )
    func methodsHaveTheirNameAndSemantics(
        method: HTTPMethod,
        name: String,
        isSafe: Bool,
        isIdempotent: Bool
    ) {
        #expect(method.rawValue == name)
        #expect("\(method)" == name)
        #expect(method.isSafe == isSafe)
        #expect(method.isIdempotent == isIdempotent)
    }

    @Test func namesAreCaseSensitive() {
        let lowercased: HTTPMethod = "get"

        #expect(lowercased != .get)
        #expect(!lowercased.isSafe)
        #expect("GET" == HTTPMethod.get)
    }
}
