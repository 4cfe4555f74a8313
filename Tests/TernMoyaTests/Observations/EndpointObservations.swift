import Foundation
import TernMoya

/// What a program sees of endpoints, queries, bodies and paths.
struct EndpointObservations {
    private(set) var lines: [String] = []

    private mutating func say(_ key: String, _ value: Any?) { lines.append(line(key, value)) }

    mutating func run() {
        func endpoint(
            _ method: Moya.Method,
            _ task: Task,
            _ headers: [String: String]? = nil,
            url: String = "https://example.com/p"
        ) -> Endpoint {
            Endpoint(
                url: url,
                sampleResponseClosure: { .networkResponse(200, Data()) },
                method: method,
                task: task,
                httpHeaderFields: headers
            )
        }
        func show(_ endpoint: Endpoint) -> String {
            do {
                let request = try endpoint.urlRequest()
                let headers = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }.map {
                    "\($0.key)=\($0.value)"
                }.joined(separator: ",")
                return
                    "\(request.httpMethod!) \(request.url!.absoluteString) [\(headers)] \(request.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? "-")"
            } catch { return "throws \(kind(error))" }
        }
        struct Issue: Encodable {
            var title: String
            var count: Int
        }
        struct Bad: Encodable {
            func encode(to encoder: Encoder) throws {
                throw EncodingError.invalidValue(0, .init(codingPath: [], debugDescription: ""))
            }
        }
        say("B1 plain", show(endpoint(.get, .requestPlain, ["A": "b"])))
        say(
            "B2 adding",
            show(endpoint(.get, .requestPlain, ["A": "b"]).adding(newHTTPHeaderFields: ["A": "c", "D": "e"]))
        )
        say("B3 adding nothing", show(endpoint(.get, .requestPlain).adding(newHTTPHeaderFields: [:])))
        say("B4 replacing", show(endpoint(.post, .requestPlain).replacing(task: .requestData(Data("x".utf8)))))
        say(
            "B5 query",
            show(
                endpoint(
                    .get,
                    .requestParameters(
                        parameters: [
                            "b": 2, "a": "x y&z+ä/?", "c": true, "d": [1, 2], "e": ["k": "v"], "f": 1.5, "g": Int64.max,
                            "h": NSNumber(value: true), "i": NSNumber(value: 3), "j": false,
                        ],
                        encoding: URLEncoding.default
                    )
                )
            )
        )
        say(
            "B6 query noBrackets literal",
            show(
                endpoint(
                    .get,
                    .requestParameters(
                        parameters: ["d": [1, true], "c": true],
                        encoding: URLEncoding(
                            destination: .queryString,
                            arrayEncoding: .noBrackets,
                            boolEncoding: .literal
                        )
                    )
                )
            )
        )
        say(
            "B7 query in a URL with query",
            show(
                endpoint(
                    .get,
                    .requestParameters(parameters: ["b": 2], encoding: URLEncoding.queryString),
                    url: "https://example.com/p?a=1"
                )
            )
        )
        say(
            "B8 form",
            show(endpoint(.post, .requestParameters(parameters: ["a": "x y", "n": 1], encoding: URLEncoding.default)))
        )
        say(
            "B9 form keeps type",
            show(
                endpoint(
                    .post,
                    .requestParameters(parameters: ["a": 1], encoding: URLEncoding.httpBody),
                    ["Content-Type": "x/y"]
                )
            )
        )
        say(
            "B10 queryString of POST",
            show(endpoint(.post, .requestParameters(parameters: ["a": 1], encoding: URLEncoding.queryString)))
        )
        say(
            "B11 JSON",
            show(endpoint(.post, .requestParameters(parameters: ["a": [1, 2]], encoding: JSONEncoding.default)))
        )
        say(
            "B12 JSON keeps type",
            show(
                endpoint(
                    .post,
                    .requestParameters(parameters: ["a": 1], encoding: JSONEncoding.default),
                    ["Content-Type": "x/y"]
                )
            )
        )
        say(
            "B13 invalid JSON",
            show(
                endpoint(
                    .post,
                    .requestParameters(parameters: ["a": URL(string: "http://x")!], encoding: JSONEncoding.default)
                )
            )
        )
        say("B14 encodable", show(endpoint(.post, .requestJSONEncodable(["title"]))))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        say(
            "B15 custom encoder",
            show(endpoint(.post, .requestCustomJSONEncodable(Issue(title: "a/b", count: 2), encoder: encoder)))
        )
        say("B16 encodable fails", show(endpoint(.post, .requestJSONEncodable(Bad()))))
        say(
            "B17 composite data",
            show(endpoint(.post, .requestCompositeData(bodyData: Data("d".utf8), urlParameters: ["q": 1])))
        )
        say(
            "B18 composite parameters",
            show(
                endpoint(
                    .post,
                    .requestCompositeParameters(
                        bodyParameters: ["a": 1],
                        bodyEncoding: JSONEncoding.default,
                        urlParameters: ["q": 1]
                    )
                )
            )
        )
        say(
            "B19 composite form",
            show(
                endpoint(
                    .post,
                    .requestCompositeParameters(
                        bodyParameters: ["a": 1],
                        bodyEncoding: URLEncoding.httpBody,
                        urlParameters: ["q": 1]
                    )
                )
            )
        )
        say("B20 invalid URL", show(endpoint(.get, .requestPlain, url: "")))
        say("B21 data", show(endpoint(.post, .requestData(Data("x".utf8)))))
        say("B22 uploadFile", show(endpoint(.post, .uploadFile(URL(fileURLWithPath: "/x")))))
        say(
            "B23 download with parameters",
            show(
                endpoint(
                    .get,
                    .downloadParameters(
                        parameters: ["a": 1],
                        encoding: URLEncoding.default,
                        destination: { url, _ in (url, []) }
                    )
                )
            )
        )
        for path in ["", "a", "/a", "a/", "/a?b=c", "/a b", "/ä", "/a#b", "/a/../b", "//a", "/%41", "/a%2Fb", "/a:b"] {
            say("B24 path \(path)", URL(target: Plain(path: path)).absoluteString)
        }
        say(
            "B25 base with slash",
            URL(target: Plain(baseURL: URL(string: "https://example.com/a/")!, path: "/b")).absoluteString
        )
        say(
            "B26 base with query",
            URL(target: Plain(baseURL: URL(string: "https://example.com/a?x=1")!, path: "b")).absoluteString
        )
        say("B27 equal", endpoint(.get, .requestPlain) == endpoint(.get, .requestPlain))
        say(
            "B28 other url",
            endpoint(.get, .requestPlain) == endpoint(.get, .requestPlain, url: "https://example.com/q")
        )
        say("B29 other method", endpoint(.get, .requestPlain) == endpoint(.post, .requestPlain))
        say(
            "B30 other body",
            endpoint(.post, .requestData(Data("a".utf8))) == endpoint(.post, .requestData(Data("b".utf8)))
        )
        say(
            "B31 other file",
            endpoint(.post, .uploadFile(URL(fileURLWithPath: "/x")))
                == endpoint(.post, .uploadFile(URL(fileURLWithPath: "/y")))
        )
        say("B32 both invalid", endpoint(.get, .requestPlain, url: "") == endpoint(.get, .requestPlain, url: ""))
        say("B33 invalid and valid", endpoint(.get, .requestPlain, url: "") == endpoint(.get, .requestPlain))
        say("B34 hash", endpoint(.get, .requestPlain).hashValue == endpoint(.get, .requestPlain).hashValue)
        for method: Moya.Method in [.get, .post, .put, .delete, .options, .head, .patch, .trace, .connect] {
            say("B35 multipart \(method.rawValue)", method.supportsMultipart)
        }
    }
}
