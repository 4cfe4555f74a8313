import Foundation
import Tern
import TernTesting

/// Progress, streams and links.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension DeterminismProgram {
    static let transfers = [
        DeterminismProgram("three bodies over a slow link") { scheduler, record in
            let shop = scheduler.shop { _ in .text(String(repeating: "a", count: 100_000)) }.link(.threeG)
            await withTaskGroup(of: Void.self) { group in
                for id in 0..<3 {
                    group.addTask {
                        let response = try? await shop.request(.order(id))
                        record("\(id): \(response?.data.count ?? 0)")
                    }
                }
            }
        },
        DeterminismProgram("progress of a transfer") { scheduler, record in
            let shop = scheduler.shop { _ in .text(String(repeating: "a", count: 40_000)).inPieces(4) }.link(.lte)
            _ = try await shop.request(.order(1), options: CallOptions { record("\($0.receivedBytes)") })
        },
        DeterminismProgram("lines of a stream") { scheduler, record in
            let shop = scheduler.shop { _ in .text("one\ntwo\nthree\n").inPieces(5) }
            for try await line in try await shop.stream(.prices).lines() { record(line) }
        },
        DeterminismProgram("events that pause") { scheduler, record in
            let clock = scheduler.clock
            let shop = Provider<Shop>.stub(clock: clock, journal: nil) { _ in
                .events((0..<5).map { ServerSentEvent(data: "\($0)", id: "\($0)") }, every: .milliseconds(250))
            }
            async let ticks: Void = {
                for _ in 0..<5 {
                    try await clock.sleep(for: .milliseconds(250))
                    record("tick")
                }
            }()
            for try await event in try await shop.stream(.prices).events() { record(event.data) }
            try await ticks
        },
        DeterminismProgram("events over two connections") { scheduler, record in
            let shop = Provider<Shop>.stub(clock: scheduler.clock, journal: nil) { _ in
                .inOrder(
                    .events([ServerSentEvent(data: "1", id: "a"), ServerSentEvent(data: "2", id: "b")]),
                    .events([ServerSentEvent(data: "3", id: "c")])
                )
            }
            for try await event in shop.events(.prices) {
                record(event.data)
                if event.id == "c" { break }
            }
        },
        DeterminismProgram("stream that is left early") { scheduler, record in
            let shop = Provider<Shop>.stub(clock: scheduler.clock, journal: nil) { _ in
                .events((0..<9).map { ServerSentEvent(data: "\($0)") }, every: .seconds(1))
            }
            for try await event in try await shop.stream(.prices).events() {
                record(event.data)
                if event.data == "3" { break }
            }
        },
    ]
}
