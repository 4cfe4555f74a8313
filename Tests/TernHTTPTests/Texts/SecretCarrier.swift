import Foundation
import TernTesting
import TestDoubles

@testable import Tern
@testable import TernHTTP

/// A value that can contain a text with a secret, and that has text forms.
enum SecretCarrier: CaseIterable {
    case endpoint, requestURL, invalidURL, recordedRequest, redirect, reason, advice
    case responseURLs, unlistedField, listedField
    case status, decoding, undecodable
    case underlying, foundationError, credentialsError, wholeBody, event, log

    /// The carriers that hide the secrets of this kind.
    static func carriers(of kind: PlantedSecret.Kind) -> [SecretCarrier] {
        switch kind {
        case .userInfo, .query, .fragment, .pathParameter, .pathSegment, .nestedURL:
            [
                .endpoint, .requestURL, .invalidURL, .recordedRequest, .redirect, .reason, .advice, .responseURLs,
                .underlying, .foundationError, .credentialsError, .unlistedField, .event,
            ]
        case .knownToken:
            [
                .reason, .advice, .listedField, .unlistedField, .status, .decoding, .undecodable, .underlying,
                .foundationError, .credentialsError, .wholeBody, .event, .log,
            ]
        case .json, .jsonString, .jsonKey:
            [.unlistedField, .status, .decoding, .undecodable, .credentialsError, .wholeBody, .event, .log]
        case .jsonPair, .jsonTable: [.unlistedField, .status, .undecodable, .credentialsError, .wholeBody, .event]
        case .form, .csv, .markup, .multipart, .prose, .headers, .dump:
            [.unlistedField, .status, .undecodable, .credentialsError, .wholeBody, .event, .log]
        }
    }

    private struct Chatty: Error, CustomStringConvertible {
        let description: String
    }

    /// Every text form of the value that contains `text`.
    func texts(of text: String) -> [String] {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        switch self {
        case .endpoint:
            return textForms(of: Endpoint(url: text, sampleResponseClosure: { .status(200) }))
        case .requestURL:
            // An invalid URL can't be requested.
            guard let url = URL(string: text) else { return [] }
            let request = Request(url: url)
            return textForms(of: request)
                + textForms(ofError: TernError(.connectionLost, request: request))
        case .recordedRequest:
            let request = RecordedRequest(url: text, headers: ["Referer": text])
            let event = Journal.Event.Kind.sent(request)
            return textForms(of: request) + textForms(of: event)
        case .redirect:
            let response = Response(statusCode: 302, headers: ["Location": text])
            guard let url = URL(string: "https://a.example/") else { return [] }
            do {
                let next = try Redirect.next(after: response, to: Request(url: url), count: 0)
                return textForms(of: response) + (next.map { textForms(of: $0) } ?? [])
            } catch {
                return textForms(of: response) + textForms(ofError: error)
            }
        case .invalidURL:
            // A target with an invalid path, and one with an invalid base URL.
            let path = OpenTarget(path: "../" + text)
            let base = URL(string: text).map { OpenTarget(baseURL: $0, path: "//a") }
            return [path, base].compactMap(\.self).flatMap { target in
                textForms(ofError: Self.error { try Endpoint(target).request() })
                    + textForms(of: URL(target: target)) + textForms(of: Endpoint(target))
                    + [URL(target: target).absoluteString.removingPercentEncoding ?? ""]
            }
        case .advice:
            return textForms(ofError: TernError(.transportFailed, advice: "Don't use \(text), please."))
        case .reason:
            return textForms(ofError: TernError(.transportFailed, reason: "Can't send \(text) there."))
        case .responseURLs:
            let headers: HTTPHeaders = [
                "Location": text, "Content-Location": text, "Referer": text, "Link": "<\(text)>; rel=\"next\"",
                "Server": "5; url=\(text)", "Via": text,
            ]
            return textForms(of: Response(statusCode: 200, data: Data(), headers: headers))
        case .unlistedField:
            return textForms(of: Response(statusCode: 200, headers: ["X-Info": line]))
        case .listedField:
            return textForms(of: Response(statusCode: 200, headers: ["Server": line]))
        case .status:
            return [nil, "text/plain", "text/xml", "text/html"].flatMap { type in
                let response = response(text, status: 500, contentType: type)
                return textForms(ofError: Self.error { try response.validated(by: .successCodes) })
            }
        case .decoding:
            return textForms(ofError: Self.error { try response(text).decode([String: [Int]].self) })
                + textForms(ofError: Self.error { try response(text).decode([[String: Int]].self) })
        case .undecodable:
            return textForms(ofError: Self.error { try response(text).decode(Int.self, at: "a.b") })
        case .underlying:
            return textForms(ofError: TernError(.transportFailed, underlying: Chatty(description: text)))
        case .foundationError:
            let error = NSError(domain: "Engine", code: 7, userInfo: [NSLocalizedDescriptionKey: text])
            return textForms(ofError: TernError(.pluginFailed, underlying: error))
        case .credentialsError:
            let error = TernError(.refreshFailed, underlying: Chatty(description: text)).fromCredentials()
            return textForms(ofError: error) + [error.underlyingText ?? ""]
        case .event:
            return textForms(of: ServerSentEvent(data: text, id: text))
        case .log:
            // The texts of `LogPlugin.bodies` and of curl commands.
            let (data, rules) = (Data(text.utf8), Redaction.default)
            var request = Request(url: URL(filePath: "/"), method: .post)
            request.body = .data(data, contentType: "application/x-www-form-urlencoded")
            let types = [nil, "application/json", "application/x-www-form-urlencoded"]
            return types.flatMap { type in
                [true, false].map {
                    rules.text(ofBody: data, contentType: type, limit: .max, isRequest: $0, isPretty: true) ?? ""
                }
            } + [request.curl()]
        case .wholeBody:
            let recorded = RecordedRequest(method: .post, url: "/", body: Data(text.utf8))
            let request = RecordedRequest(method: .post, url: "/", body: Data(text.utf8))
            return textForms(of: recorded) + textForms(of: request) + textForms(of: response(text))
        }
    }

    private func response(_ body: String, status: Int = 200, contentType: String? = nil) -> Response {
        let headers: HTTPHeaders = contentType.map { ["Content-Type": $0] } ?? [:]
        return Response(statusCode: status, data: Data(body.utf8), headers: headers)
    }

    private static func error<Value>(_ work: () throws -> Value) -> any Error {
        do {
            _ = try work()
            return TernError(.cancelled)
        } catch {
            return error
        }
    }

    // MARK: - Requests

    /// A request with a secret of this name at a random place, and values that repeat it.
    static func textsOfRequest(name: String, secret: String, using random: inout SeededRandom) -> [String] {
        guard let url = URL(string: "https://a.example/") else { return [] }
        var request = Request(url: url)
        request.method = "POST"
        switch random.below(7) {
        case 0: request.headers[name] = random.pick(["", "Bearer ", "Scheme "]) + secret
        case 1: request.headers["Cookie"] = "theme=dark; sid=\(secret)"
        case 2:
            let credentials = Data("ada:\(secret)".utf8).base64EncodedString()
            request.headers["Authorization"] = "Basic \(credentials)"
        case 3: request.url = URL(string: "https://ada:\(secret)@a.example/?q=1") ?? url
        case 4:
            request.headers["Content-Type"] = "application/json"
            request.body = .data(Data("{\"a\":[{\"\(name)\":{\"b\":\"\(secret)\"}}]}".utf8))
        case 5:
            request.headers["Content-Type"] = "application/x-www-form-urlencoded"
            request.body = .data(Data("a=b&\(name)=\(secret)".utf8))
        default:
            request.body = try? MultipartForm([.text(secret, name: name)], boundary: nil).body
        }
        let echo = Chatty(description: "The server says that \(secret) is wrong.")
        let response = Response(
            statusCode: 400,
            data: Data("You sent \(secret).".utf8),
            headers: HTTPHeaders([.init(name: name, value: secret)]),
            request: request
        )
        return textForms(
            ofError: TernError(.transportFailed, request: request, response: response, underlying: echo)
        )
            + textForms(ofError: TernError(.transportFailed, reason: "Sent \(secret).", request: request))
            + textForms(ofError: error { try response.validated(by: .successCodes) })
            + textForms(of: response) + textForms(of: request)
            + textForms(of: RecordedRequest(request))
    }

    /// A dictionary that can't be decoded, and whose keys are secrets.
    static func textsOfPath(name: String, secret: String, using random: inout SeededRandom) -> [String] {
        let keys = random.pick([[name, secret], ["users", secret], [name, "word", secret], [secret]])
        let body = keys.reversed().reduce("{\"id\":\"x\"}") { "{\"\($1)\":\($0)}" }
        func failure<Value: Decodable>(_ type: Value.Type) -> [String] {
            textForms(ofError: error { try Response(statusCode: 200, data: Data(body.utf8)).decode(type) })
        }
        struct User: Decodable { let id: Int }
        struct Named: Decodable { let name: String }
        switch keys.count {
        case 1: return failure([String: User].self) + failure([String: Named].self)
        case 2: return failure([String: [String: User]].self) + failure([String: [String: Named]].self)
        default: return failure([String: [String: [String: User]]].self)
        }
    }
}
