import Foundation
import TernMoya

/// What a program sees of responses and errors.
struct ResponseObservations {
    private(set) var lines: [String] = []

    private mutating func say(_ key: String, _ value: Any?) { lines.append(line(key, value)) }

    mutating func run() {
        func response(_ text: String, _ status: Int = 200) -> Moya.Response {
            Response(statusCode: status, data: Data(text.utf8))
        }
        func attempt(_ work: () throws -> Any) -> String {
            do { return "\(try work())" } catch { return "throws \(kind(error))" }
        }
        struct Item: Decodable {
            var a: Int?
            var b: String?
        }
        struct Strict: Decodable { var a: Int }
        say("C1 filter closed", attempt { try response("", 200).filter(statusCodes: 0...9) })
        say("C2 filter half open", attempt { try response("", 9).filter(statusCodes: 0..<9) })
        say("C3 filter one", attempt { try response("", 404).filter(statusCode: 404).statusCode })
        say("C4 filter success", attempt { try response("", 299).filterSuccessfulStatusCodes().statusCode })
        say("C5 filter success fails", attempt { try response("", 304).filterSuccessfulStatusCodes() })
        say("C6 filter redirect", attempt { try response("", 304).filterSuccessfulStatusAndRedirectCodes().statusCode })
        say("C7 mapJSON", attempt { try (response(#"{"a":1}"#).mapJSON() as! [String: Any])["a"]! })
        say("C8 mapJSON invalid", attempt { try response("{").mapJSON() })
        say("C9 mapJSON empty", attempt { try response("").mapJSON() })
        say("C10 mapJSON empty allowed", attempt { try response("").mapJSON(failsOnEmptyData: false) is NSNull })
        say("C11 mapJSON fragment", attempt { try response("3").mapJSON() })
        say("C12 mapString", attempt { try response("hällo").mapString() })
        say(
            "C13 mapString invalid",
            attempt { try Response(statusCode: 200, data: Data([0x11, 0xff, 0xd8])).mapString() }
        )
        say("C14 mapString at", attempt { try response(#"{"w":{"s":"x"}}"#).mapString(atKeyPath: "w.s") })
        say("C15 mapString at missing", attempt { try response(#"{"w":{"s":1}}"#).mapString(atKeyPath: "w.s") })
        say("C16 mapString at in no JSON", attempt { try response("x").mapString(atKeyPath: "w") })
        say("C17 map", attempt { try response(#"{"a":1}"#).map(Item.self).a! })
        say("C18 map fails", attempt { try response(#"{"a":"x"}"#).map(Item.self) })
        say("C19 map array", attempt { try response(#"[{"a":1},{"a":2}]"#).map([Item].self).count })
        say("C20 map at", attempt { try response(#"{"d":{"i":{"a":5}}}"#).map(Item.self, atKeyPath: "d.i").a! })
        say("C21 map at missing", attempt { try response(#"{"d":1}"#).map(Item.self, atKeyPath: "x") })
        say("C22 map at array", attempt { try response(#"{"d":[{"a":5}]}"#).map([Item].self, atKeyPath: "d").count })
        say("C23 map at Int", attempt { try response(#"{"d":5}"#).map(Int.self, atKeyPath: "d") })
        say("C24 map at Bool", attempt { try response(#"{"d":true}"#).map(Bool.self, atKeyPath: "d") })
        say("C25 map at String", attempt { try response(#"{"d":"s"}"#).map(String.self, atKeyPath: "d") })
        say("C26 map at URL", attempt { try response(#"{"d":"http://x/y"}"#).map(URL.self, atKeyPath: "d") })
        say("C27 map at mismatch", attempt { try response(#"{"d":"s"}"#).map(Int.self, atKeyPath: "d") })
        say("C28 map Int for Bool", attempt { try response(#"{"d":1}"#).map(Bool.self, atKeyPath: "d") })
        say("C29 empty object", attempt { try response("").map(Item.self, failsOnEmptyData: false).a as Any })
        say("C30 empty array", attempt { try response("").map([Item].self, failsOnEmptyData: false).count })
        say(
            "C31 empty object at",
            attempt { try response("").map(Item.self, atKeyPath: "a", failsOnEmptyData: false).a as Any }
        )
        say("C32 empty fails", attempt { try response("").map(Item.self) })
        say("C33 empty strict", attempt { try response("").map(Strict.self, failsOnEmptyData: false) })
        say("C34 empty at fails", attempt { try response("").map(Item.self, atKeyPath: "a") })
        say(
            "C35 path through array",
            attempt { try response(#"{"d":[{"a":5},{"a":6}]}"#).map([Int].self, atKeyPath: "d.a") }
        )
        say("C36 null at", attempt { try response(#"{"d":null}"#).map(Int?.self, atKeyPath: "d") as Any })
        say("C37 equal", response("a") == response("a"))
        say("C38 not equal", response("a", 200) == response("a", 201))
        say("C39 description", "\(response("abc")) \(response("abc").description) \(response("abc").debugDescription)")
        let nsError = NSError(domain: "Domain", code: 200, userInfo: [NSLocalizedDescriptionKey: "words"])
        let errors: [MoyaError] = [
            .imageMapping(response("")), .jsonMapping(response("")), .stringMapping(response("")),
            .objectMapping(nsError, response("")), .encodableMapping(nsError), .statusCode(response("", 404)),
            .underlying(nsError, response("")), .underlying(nsError, nil), .requestMapping("x"),
            .parameterEncoding(nsError),
        ]
        for (index, error) in errors.enumerated() {
            let bridged = error as NSError
            say(
                "C40.\(index)",
                "\(error.localizedDescription) | \(error.response == nil) | \(bridged.domain) \(bridged.code) | \(bridged.userInfo[NSUnderlyingErrorKey].map { "\(type(of: $0))" } ?? "nil") | \(bridged.localizedDescription)"
            )
        }
        say(
            "C41 convert success",
            text(
                convertResponseToResult(
                    HTTPURLResponse(
                        url: URL(string: "http://x")!,
                        statusCode: 201,
                        httpVersion: nil,
                        headerFields: nil
                    ),
                    request: nil,
                    data: Data(),
                    error: nil
                )
            )
        )
        say("C42 convert error", text(convertResponseToResult(nil, request: nil, data: nil, error: nsError)))
        say("C43 convert nothing", text(convertResponseToResult(nil, request: nil, data: nil, error: nil)))
    }
}
