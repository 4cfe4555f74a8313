import Foundation
import Testing

@testable import Tern
@testable import TernHTTP

/// Names in odd spellings that a user gives to the rules.
@Suite(.timeLimit(.minutes(20)))
struct RedactionNamesTests {
    private func texts(of name: String, _ rules: Redaction) throws -> [String] {
        let escaped = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let json = try JSONSerialization.data(withJSONObject: [name: "value7"])
        return [
            rules.text(ofURL: "https://a/?\(escaped)=value7"),
            rules.text(ofBody: json, contentType: nil, limit: 4_000, isRequest: true) ?? "",
            rules.text(
                ofBody: Data("\(escaped)=value7".utf8),
                contentType: "application/x-www-form-urlencoded",
                limit: 4_000,
                isRequest: true
            ) ?? "",
        ]
    }

    static let spellings = [
        ("customerNumber", "CUSTOMER_NUMBER"), ("Customer-Number", "customer number"),
        ("customer.number", "customernumber"),
        // One letter, and a letter with an accent of its own.
        ("caf\u{E9}Name", "cafe\u{301}_name"), ("CAFE\u{301}", "caf\u{E9}"), ("straße", "STRAßE"), ("名前", "名前"),
        // Nested values of a query or a form.
        ("email", "user[email]"), ("email", "users[0][E-Mail]"), ("email", "user.email"), ("user", "user[email][]"),
    ]

    @Test(arguments: spellings) func hiddenNameAppliesToEachSpelling(name: String, spelling: String) throws {
        for text in try texts(of: spelling, .default.hiding(name)) { #expect(!text.contains("value7"), "\(text)") }
        // Without the name, the values are shown.
        for text in try texts(of: spelling, .default) { #expect(text.contains("value7"), "\(text)") }
    }

    @Test(arguments: [
        ("sessionCount", "SESSION_COUNT"), ("session.count", "session-count"), ("pin", "login[pin]"),
        ("pin", "a.b[PIN]"),
    ])
    func shownNameAppliesToEachSpelling(name: String, spelling: String) throws {
        for text in try texts(of: spelling, .default.showing(name)) { #expect(text.contains("value7"), "\(text)") }
        for text in try texts(of: spelling, .default) { #expect(!text.contains("value7"), "\(text)") }
    }

    /// As in JSON, where the value of `session` is hidden as a whole.
    @Test func shownNameBelowASecretIsHidden() throws {
        for text in try texts(of: "session[page]", .default.showing("page")) { #expect(!text.contains("value7")) }
    }

    @Test(arguments: ["", " ", "-_.", "[]", "\u{301}"]) func nameWithoutLettersAppliesToNoOtherName(name: String) throws
    {
        for text in try texts(of: "city", .default.hiding(name)) { #expect(text.contains("value7"), "\(text)") }
        for text in try texts(of: "token", .default.showing(name)) { #expect(!text.contains("value7"), "\(text)") }
    }

    @Test func namesAreExceptionsOfTheRulesForNothingAndEverything() throws {
        for text in try texts(of: "city", .nothing.hiding("city")) { #expect(!text.contains("value7"), "\(text)") }
        for text in try texts(of: "token", .nothing.hiding("city")) { #expect(text.contains("value7"), "\(text)") }
        for text in try texts(of: "city", .everything.showing("CITY")) { #expect(text.contains("value7"), "\(text)") }
        for text in try texts(of: "town", .everything.showing("city")) { #expect(!text.contains("value7"), "\(text)") }
    }

    @Test func fieldsHaveEachSpelling() {
        let field = HTTPHeaders.Field(name: "x-tenant-ID", value: "green7")

        #expect(Redaction.default.showing("X_TenantId").text(of: field) == "x-tenant-ID: green7")
        #expect(Redaction.default.text(of: field) == "x-tenant-ID: <redacted>")
        #expect(Redaction.nothing.hiding("xTenantID").text(of: field) == "x-tenant-ID: <redacted>")
    }
}
