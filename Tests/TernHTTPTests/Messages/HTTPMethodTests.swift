import TernHTTP
import Testing

@Suite(.timeLimit(.minutes(20)))
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

    /// The HTTP Method Registry (RFC 7237; PRI: RFC 9113, section 3.4).
    @Test(
        arguments: [
            ("PRI PROPFIND REPORT SEARCH", true, true),
            ("ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT COPY LABEL LINK MERGE MKACTIVITY MKCALENDAR", false, true),
            ("MKCOL MKREDIRECTREF MKWORKSPACE MOVE ORDERPATCH PROPPATCH REBIND UNBIND UNCHECKOUT", false, true),
            ("UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL", false, true),
            ("LOCK NOTIFY SUBSCRIBE propfind", false, false),
        ]
    )
    func registeredMethodsHaveTheirSemantics(names: String, isSafe: Bool, isIdempotent: Bool) {
        for name in names.split(separator: " ") {
            let method = HTTPMethod(rawValue: String(name))
            #expect(method.isSafe == isSafe, "\(name)")
            #expect(method.isIdempotent == isIdempotent, "\(name)")
        }
    }

    @Test func declaredMethodHasItsSemantics() {
        let purge = HTTPMethod("PURGE", isSafe: false, isIdempotent: true)
        let lookup = HTTPMethod("LOOKUP", isSafe: true, isIdempotent: false)
        let post = HTTPMethod("POST", isSafe: true, isIdempotent: true)

        #expect(!purge.isSafe && purge.isIdempotent)
        #expect(lookup.isSafe && lookup.isIdempotent)
        #expect(post.isSafe && !HTTPMethod.post.isSafe)
        #expect(purge == "PURGE" && Set([purge, "PURGE"]).count == 1)
    }

    @Test func namesAreCaseSensitive() {
        let lowercased: HTTPMethod = "get"

        #expect(lowercased != .get)
        #expect(!lowercased.isSafe)
        #expect("GET" == HTTPMethod.get)
    }
}
