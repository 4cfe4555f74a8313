import Foundation
import Testing

@testable import TernHTTP

/// The bodies of errors in descriptions: a short text of plain texts and markup, and members that describe an error.
@Suite(.timeLimit(.minutes(20)))
struct ErrorBodyTests {
    private func excerpt(_ body: String, _ type: String, status: Int = 400, _ rules: Redaction = .default) -> String {
        var request = Request(url: URL(filePath: "/"))
        request.redaction = rules
        let response = Response(
            statusCode: status,
            data: Data(body.utf8),
            headers: ["Content-Type": type],
            request: request
        )
        return String(response.excerpt().drop { $0 != ":" }.dropFirst(2))
    }

    // MARK: - Texts

    @Test(arguments: [
        ("The key does not exist.", "The key does not exist."),
        ("\r\n  Not found \r\nat https://a/", "Not found"),
        ("Invalid token", "Invalid token"), ("Invalid password!\nada hunter2", "Invalid password!"),
        ("Error code 7", "Error code 7"), ("The token has expired.", "The token has expired."),
        ("The credentials of ada, Hunter2, are bad", "The credentials of <redacted>"),
        ("Login failed: wrong password correcthorse for bob", "Login failed: wrong password <redacted>"),
        ("TOKEN EXPIRED", "TOKEN EXPIRED"), ("Wrong token, it isn't valid", "Wrong token, it isn't valid"),
        ("No password: hunter2", "No password <redacted>"), ("The token hunter2 is bad", "The token <redacted>"),
        ("api key = hunter2", "api key <redacted>"), ("card-number 4111", "card-number <redacted>"),
        ("user[pass]=hunter2", "user[pass <redacted>"), ("--apiKey hunter2", "--apiKey <redacted>"),
        ("See https://ada:hunter2@a/b?token=hunter2", "See https://<redacted>@a/b?token <redacted>"),
        ("Got ghp_hunter2hunter2", "Got <redacted>"), ("a\u{1B}[31mb", "a [31mb"),
        ("", ""), (" \n\t\n", ""), ("{\"x\":\"hunter2\",", ""), (" [{\"x\":\"hunter2\"", ""), ("<b>hunter2</b>", ""),
    ])
    func firstLineOfATextIsShown(body: String, expected: String) {
        let text = excerpt(body, "Text/Plain; charset=utf-8")
        #expect(Redaction.printable(text) == expected)
    }

    @Test func textIsShortened() {
        let text = excerpt(String(repeating: "a", count: 1_000_000), "text/plain")
        #expect(text == String(repeating: "a", count: 200) + "…")
    }

    // MARK: - Markup

    @Test(arguments: [
        (
            "<?xml version='1.0'?><Error><Code>NoSuchKey</Code><Message>The key does not exist.</Message>"
                + "<Resource>/a/b</Resource><RequestId>4442587FB7D0A2F9</RequestId></Error>",
            "Code: NoSuchKey, Message: The key does not exist., RequestId: 4442587FB7D0A2F9"
        ),
        (
            "<s:Fault><faultcode>s:Client</faultcode><faultstring xml:lang=\"en\">\n Bad\n input </faultstring></s:Fault>",
            "faultcode: s:Client, faultstring: Bad input"
        ),
        ("<D:error><s:message>Not here</s:message><D:x/></D:error>", "message: Not here"),
        (
            "<!DOCTYPE html><html><head><meta charset=utf-8><title>502 Bad Gateway</title></head><body><p>x<br>"
                + "</body></html>",
            "title: 502 Bad Gateway"
        ),
        ("<a><secret><message>hunter2</message></secret><token>hunter2</token></a>", ""),
        ("<a><message>See https://a/?token=hunter2</message></a>", "message: See https://a/?token <redacted>"),
        ("<a><Message>The token 9f8a7b6c5d is invalid</Message></a>", "Message: The token <redacted>"),
        ("<a><message>wrong password\n correcthorse</message></a>", "message: wrong password <redacted>"),
        ("<a><Message>The provided token has expired.</Message></a>", "Message: The provided token has expired."),
        ("<a><message><b>hunter2</b></message><message/></a>", ""),
        ("<a message=\"hunter2\"><!-- <message>hunter2 --></a>", ""), ("<message>cut off", ""), ("<<<>>><", ""),
        ("</message></message><message", ""), ("<a><name>Ada</name></a>", ""),
    ])
    func elementsThatDescribeAnErrorAreShown(body: String, expected: String) {
        for type in ["application/xml", "text/xml; charset=utf-8", "text/html", "application/problem+xml"] {
            #expect(excerpt(body, type) == expected)
        }
    }

    /// The time of the search doesn't grow with the square of the length.
    @Test func deepAndLongMarkupIsSearchedInBoundedTime() {
        let deep = String(repeating: "<a>", count: 100_000) + "<message>x</message>"
        #expect(excerpt(deep, "text/xml") == "")
        #expect(excerpt(String(repeating: "<", count: 1_000_000), "text/xml") == "")
    }

    // MARK: - Which bodies

    @Test func otherBodiesHaveNoText() {
        let body = "<message>hello</message>"
        #expect(excerpt(body, "text/plain", status: 200) == "")
        #expect(excerpt(body, "text/xml", status: 399) == "")
        for type in ["text/csv", "application/octet-stream", "application/x-www-form-urlencoded", ""] {
            #expect(excerpt(body, type) == "")
        }
    }

    @Test func rulesApply() {
        let body = "<Error><Message>gone</Message><Resource>a</Resource></Error>"
        #expect(excerpt(body, "text/xml", .everything) == "")
        #expect(excerpt("gone", "text/plain", .everything) == "")
        #expect(excerpt(body, "text/xml", .default.hiding("message")) == "")
        #expect(excerpt(body, "text/xml", .default.showing("resource")) == "Message: gone, Resource: a")
        #expect(excerpt("Customer 7 is unknown", "text/plain", .default.hiding("customer")) == "Customer <redacted>")
    }

    @Test func lengthAndTypeComeFirst() {
        let response = Response(statusCode: 404, data: Data("gone".utf8), headers: ["Content-Type": "text/plain"])
        #expect(response.excerptText == "Body: 4 bytes of text/plain: gone")
    }

    // MARK: - JSON and fields

    @Test(arguments: [
        (
            #"{"error":"bad_request","reason":"inequivalent arg 'durable'"}"#,
            #"{"error":"bad_request","reason":"inequivalent arg 'durable'"}"#
        ),
        (#"{"message":"a","reason":"b"}"#, #"{"message":"a","reason":"b"}"#),
        (#"{"reason":"ill","name":"Ada"}"#, #"{"name":"<string>","reason":"<string>"}"#),
        (#"{"errors":[{"reason":"b","code":7}]}"#, #"{"errors":[{"code":7,"reason":"b"}]}"#),
    ])
    func reasonBesideAnErrorIsShown(body: String, expected: String) {
        #expect(Redaction.default.excerpt(of: Data(body.utf8)) == expected)
        #expect(Redaction.default.hiding("reason").excerpt(of: Data(body.utf8)).contains(#""reason":"<redacted>""#))
    }

    @Test(arguments: [
        "x-amzn-requestid", "X-Amz-Request-Id", "x-amz-id-2", "X-Amzn-Trace-Id", "x-amzn-ErrorType", "x-ms-request-id",
        "x-ms-correlation-request-id", "x-ms-error-code", "X-GitHub-Request-Id", "X-Influxdb-Error", "apigw-requestid",
        "X-Correlation-Id", "x-request-id", "X-B3-TraceId", "Fly-Request-Id", "x-slack-req-id",
    ])
    func idsOfRequestsAndErrorsOfServicesAreShown(name: String) {
        #expect(Redaction.default.text(ofField: name, value: "a1b2c3") == "a1b2c3")
        #expect(Redaction.everything.text(ofField: name, value: "a1b2c3") == Redaction.mark)
    }

    @Test(arguments: ["x-session-id", "x-token-request-id", "x-amz-security-token", "x-user-id", "error"])
    func otherFieldsAreHidden(name: String) {
        #expect(Redaction.default.text(ofField: name, value: "a1b2c3") == Redaction.mark)
    }
}
