import Foundation

/// Checks of one subject. They run in order, `width` at a time.
struct CheckPart: Sendable {
    let name: String
    var width = 1
    /// The time after which a running case has failed.
    var limit = Duration.seconds(30)
    var cases: [CheckCase]
}

/// One check.
struct CheckCase: Sendable {
    /// The behavior as a sentence without its subject, or the name of a call.
    let name: String
    /// Throws if the check fails.
    let body: @Sendable () async throws -> Void
    /// The reason why the case can't run here. `nil` if it runs.
    var skipped: String?

    init(_ name: String, skipped: String? = nil, _ body: @escaping @Sendable () async throws -> Void) {
        self.name = name
        self.skipped = skipped
        self.body = body
    }
}

/// The reason why a case fails, in a sentence.
struct CheckFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// - Throws: A failure with the sentence, unless `isTrue`.
    static func require(_ isTrue: Bool, _ sentence: @autoclosure () -> String) throws(CheckFailure) {
        if !isTrue { throw CheckFailure(sentence()) }
    }
}
