import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FaultSweepTests {
    @Sendable static func sample(_ target: Library) -> SampleResponse {
        switch target {
        case .book: .json(Book(title: "Emma", author: .init(name: "Jane")))
        case .books: .json([Book]())
        case .motto: .text("Read on.")
        case .delete: .status(204)
        }
    }

    private func code(_ row: FaultSweep.Report.Row) -> TernError.Code? {
        if case .surfaced(let error as TernError) = row.outcome { error.code } else { nil }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func faultWithoutAnEffectOnTheResponseIsNotReported() async throws {
        let report = try await FaultSweep.run(on: Library.self, faults: [.emptyBody, .truncatedBody, .status(500)]) {
            _ in
            .status(204)
        } body: { provider in
            _ = try await provider.request(.motto)
        }

        #expect(report.silentSuccesses.isEmpty)
        #expect(report.unreached.map(\.place.fault.name) == ["empty body", "truncated body"])
        #expect(report.surfaced.count == 1)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func everyFaultSurfacesInABodyThatThrows() async throws {
        let report = try await FaultSweep.run(on: Library.self, responding: Self.sample) { provider in
            _ = try await provider.value(.book("1"))
        }

        #expect(report.calls == ["Library.book"])
        #expect(report.rows.map(\.place.fault.name) == FaultSweep.Fault.all.map(\.name))
        #expect(report.rows.allSatisfy { $0.place.call == "Library.book" && $0.place.number == 1 })
        #expect(
            report.rows.map(code) == [
                .notConnected, .hostNotFound, .timedOut, .unacceptableStatus, .unacceptableStatus,
                .unacceptableStatus, .unacceptableStatus, .unacceptableStatus, .unacceptableStatus,
                .unacceptableStatus, .decodingFailed, .decodingFailed, .decodingFailed, .timedOut, .cancelled,
            ]
        )
        let statuses = report.rows.compactMap { row -> Int? in
            guard case .surfaced(let error as TernError) = row.outcome, error.code == .unacceptableStatus else {
                return nil
            }
            return error.response?.statusCode
        }
        #expect(statuses == [401, 403, 404, 409, 429, 500, 503])
        #expect(report.surfaced.count == report.rows.count)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func everyIgnoredFaultIsASilentSuccess() async throws {
        let report = try await FaultSweep.run(on: Library.self, responding: Self.sample) { provider in
            _ = try? await provider.value(.book("1"))
        }

        #expect(report.silentSuccesses.count == FaultSweep.Fault.all.count)
        #expect(report.surfaced.isEmpty)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func onlyTheIgnoredCallIsASilentSuccess() async throws {
        let report = try await FaultSweep.run(on: Library.self, faults: [.offline, .emptyBody]) {
            Self.sample($0)
        } body: { provider in
            _ = try await provider.value(.book("1"))
            _ = try? await provider.value(.books())
        }

        #expect(report.calls == ["Library.book", "Library.books"])
        #expect(report.surfaced.map(\.place.description) == ["Library.book, offline", "Library.book, empty body"])
        #expect(
            report.silentSuccesses.map(\.place.description) == ["Library.books, offline", "Library.books, empty body"]
        )
        #expect(report.silentSuccesses.map(\.place.number) == [2, 2])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func callsOfOneCaseAreDistinguished() async throws {
        let report = try await FaultSweep.run(on: Library.self, faults: [.offline], responding: Self.sample) {
            provider in
            _ = try await provider.value(.book("1"))
            _ = try? await provider.value(.book("2"))
            _ = try await provider.value(.book("1"))
        }

        #expect(report.calls == ["Library.book", "Library.book #2", "Library.book #3"])
        #expect(report.silentSuccesses.map(\.place.call) == ["Library.book #2"])
        #expect(report.surfaced.map(\.place.call) == ["Library.book", "Library.book #3"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func concurrentCallsAreEachSweptOnce() async throws {
        let report = try await FaultSweep.run(on: Library.self, responding: Self.sample) { provider in
            async let book = provider.value(.book("1"))
            async let books = provider.value(.books())
            async let motto = provider.request(.motto).string()
            _ = try await (book, books, motto)
        }

        #expect(Set(report.calls) == ["Library.book", "Library.books", "Library.motto"])
        #expect(report.rows.count == 3 * FaultSweep.Fault.all.count)
        // Any text is a valid motto, even a truncated one or a page of HTML.
        #expect(Set(report.silentSuccesses.map(\.place.call)) == ["Library.motto"])
        #expect(Set(report.silentSuccesses.map(\.place.fault.name)) == ["empty body", "truncated body", "HTML body"])
        #expect(report.surfaced.count == 3 * FaultSweep.Fault.all.count - 3)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func casesWithoutEqualityAreComparedByTheirDescription() async throws {
        struct Page: TargetType {
            let number: Int
            var baseURL: URL { URL(string: "https://library.example.com")! }
            var path: String { "/pages" }
        }
        let report = try await FaultSweep.run(faults: [.offline]) { (_: Page) in
            .status(200)
        } body: { provider in
            for number in 1...2 where (try? await provider.request(Page(number: number))) == nil {
                _ = try await provider.request(Page(number: 1))
            }
        }

        #expect(report.recoveries.map(\.place.call) == ["Page"])
        #expect(report.silentSuccesses.map(\.place.call) == ["Page #2"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func runWithDifferentCallsIsNotReported() async throws {
        let runs = Locked(0)
        let report = try await FaultSweep.run(on: Library.self, faults: [.offline], responding: Self.sample) {
            provider in
            let isFirst = runs.withLock { runs in
                runs += 1
                return runs == 1
            }
            _ = try await provider.value(isFirst ? .book("1") : .book("2"))
            if isFirst { _ = try await provider.value(.books()) }
        }

        #expect(report.surfaced.map(\.place.call) == ["Library.book"])
        #expect(report.unreached.map(\.place.call) == ["Library.books"])
        #expect(report.silentSuccesses.isEmpty)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func customFaultReplacesTheResponse() async throws {
        let fault = FaultSweep.Fault("created") { _ in .status(201) }
        let report = try await FaultSweep.run(on: Library.self, faults: [fault], responding: Self.sample) { provider in
            guard try await provider.request(.motto).statusCode == 200 else { throw CocoaError(.fileNoSuchFile) }
        }

        #expect(report.description.hasSuffix("Library.motto  created  surfaced: CocoaError"))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func aProviderOfSeveralAPIsIsSweptByTheTargetsInside() async throws {
        let report = try await FaultSweep.run(
            on: MultiTarget.self,
            faults: [.offline]
        ) { _ in
            .text("Read on.")
        } body: { provider in
            _ = try await provider.request(.target(Library.motto))
            _ = try? await provider.request(.target(Library.motto))
        }

        #expect(report.surfaced.map(\.place.call) == ["Library.motto"])
        #expect(report.silentSuccesses.map(\.place.call) == ["Library.motto #2"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func theProvidersDecoderIsUsed() async throws {
        struct Loan: Codable { let dueOn: Date }
        let configuration = ProviderConfiguration()
        configuration.decoder.dateDecodingStrategy = .iso8601
        let report = try await FaultSweep.run(
            on: Library.self,
            faults: [.htmlBody],
            configuration: configuration
        ) { _ in
            .text(#"{"dueOn": "2026-01-01T00:00:00Z"}"#)
        } body: { provider in
            _ = try await provider.request(.motto, as: Loan.self)
        }

        #expect(report.rows.map(code) == [.decodingFailed])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func journalOfTheTestRecordsNothing() async throws {
        let journal = Journal()
        try await Journal.$current.withValue(journal) {
            _ = try await FaultSweep.run(on: Library.self, responding: Self.sample) { provider in
                _ = try await provider.value(.book("1"))
            }
        }

        #expect(journal.events.isEmpty)
        #expect(journal.findings().isEmpty)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func theTableIsAlignedAndQuotesNoErrors() async throws {
        struct Secret: Error { let token = "hunter2" }
        let report = try await FaultSweep.run(on: Library.self, faults: [.offline, .status(404)]) {
            Self.sample($0)
        } body: { provider in
            do {
                _ = try await provider.value(.book("secret-1"))
            } catch {
                throw Secret()
            }
            _ = try? await provider.request(.motto)
        }

        #expect(
            report.description == """
                call           fault    outcome
                Library.book   offline  surfaced: Secret
                Library.book   404      surfaced: Secret
                Library.motto  offline  silent success
                Library.motto  404      silent success
                """
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func aBodyThatFailsWithoutAFaultIsAnError() async throws {
        let error = await #expect(throws: TestKitError.self) {
            try await FaultSweep.run(on: Library.self) { _ in
                .status(500)
            } body: { provider in
                _ = try await provider.value(.book("1"))
            }
        }

        #expect(error?.code == .failsWithoutFault)
        #expect((error?.underlying as? TernError)?.code == .unacceptableStatus)
        #expect(error?.message.contains("Library.book") == true)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func aBodyWithoutCallsIsAnError() async throws {
        let error = await #expect(throws: TestKitError.self) {
            try await FaultSweep.run(on: Library.self, responding: Self.sample) { _ in }
        }

        #expect(error?.code == .noCalls)
    }
}
