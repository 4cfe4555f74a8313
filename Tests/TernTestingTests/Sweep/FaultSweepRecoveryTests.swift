import Foundation
import Tern
import TernTesting
import Testing

/// The difference between recovering from a fault and ignoring it.
@Suite(.timeLimit(.minutes(5)))
struct FaultSweepRecoveryTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyThatRepeatsTheCallHasRecovered() async throws {
        let report = try await FaultSweep.run(on: Library.self, faults: [.offline], responding: FaultSweepTests.sample)
        {
            provider in
            do {
                _ = try await provider.value(.book("1"))
            } catch {
                _ = try await provider.value(.book("1"))
            }
        }

        #expect(report.recoveries.count == 1)
        #expect(report.silentSuccesses.isEmpty)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func anotherCallIsNotARecovery() async throws {
        let report = try await FaultSweep.run(on: Library.self, faults: [.offline], responding: FaultSweepTests.sample)
        {
            provider in
            do {
                _ = try await provider.value(.book("1"))
            } catch {
                _ = try await provider.value(.book("2"))
            }
        }

        #expect(report.rows.map { "\($0)" } == ["Library.book, offline: silent success"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func failedRepetitionIsNotARecovery() async throws {
        let isDown = Locked(false)
        let fault = FaultSweep.Fault("down") { _ in
            isDown.withLock { $0 = true }
            return .status(503)
        }
        let report = try await FaultSweep.run(on: Library.self, faults: [fault]) { target in
            isDown.withLock { $0 } ? .status(503) : FaultSweepTests.sample(target)
        } body: { provider in
            isDown.withLock { $0 = false }
            for _ in 0..<2 {
                if (try? await provider.value(.book("1"))) != nil { break }
            }
        }

        #expect(report.rows.map { "\($0)" } == ["Library.book, down: silent success"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func callThatIsAlwaysMadeTwiceIsNotARecovery() async throws {
        let report = try await FaultSweep.run(on: Library.self, faults: [.offline], responding: FaultSweepTests.sample)
        {
            provider in
            _ = try? await provider.value(.book("1"))
            _ = try await provider.value(.book("1"))
        }

        #expect(report.silentSuccesses.map(\.place.call) == ["Library.book"])
        #expect(report.surfaced.map(\.place.call) == ["Library.book #2"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func retryingPluginRecovers() async throws {
        let attempts = Locked(0)
        let fault = FaultSweep.Fault("once") { right in
            attempts.withLock { $0 += 1 }
            return attempts.withLock { $0 } == 1 ? .status(503) : right
        }
        let report = try await FaultSweep.run(
            on: Library.self,
            faults: [fault],
            plugins: [RetryOnce()],
            responding: FaultSweepTests.sample
        ) { provider in
            _ = try await provider.value(.book("1"))
        }

        #expect(report.rows.map { "\($0)" } == ["Library.book, once: recovered"])
    }
}
