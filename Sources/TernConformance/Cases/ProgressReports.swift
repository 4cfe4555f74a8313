import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static func report(
        of request: Request,
        _ trial: Trial
    ) async throws -> [TransferProgress] {
        let reports = Locked<[TransferProgress]>([])
        let hop = Hop { progress in reports.withLock { $0.append(progress) } }
        _ = try await trial.transport().send(request, hop: hop)
        let all = reports.withLock { $0 }
        for (before, after) in zip(all, all.dropFirst()) {
            trial.expect(
                before.sentBytes <= after.sentBytes && before.receivedBytes <= after.receivedBytes,
                "Progress decreased from \(before) to \(after)."
            )
        }
        return all
    }

    static let progressCases = [
        Case("reports the progress of a response up to its end") { trial in
            let server = try LoopbackServer { _ in .data(.pattern(3_000_000)) }
            let reports = try await report(of: try server.request(), trial)
            trial.expect("the last number of bytes", reports.last?.receivedBytes, 3_000_000)
            trial.expect("the expected number", reports.last?.expectedReceivedBytes, 3_000_000)
            trial.expect("the bytes sent", reports.last?.sentBytes, 0)
        },
        Case("reports the progress of a response without a length") { trial in
            let server = try LoopbackServer { _ in SampleResponse.data(.pattern(300_000)).chunked() }
            let reports = try await report(of: try server.request(), trial)
            trial.expect("the last number of bytes", reports.last?.receivedBytes, 300_000)
            trial.expect("the expected number", reports.last?.expectedReceivedBytes, nil)
        },
        Case("reports the progress of a body in memory up to its end") { trial in
            let server = try LoopbackServer { _ in .status(200) }
            let reports = try await report(of: try server.request("/", .post, body: .pattern(3_000_000)), trial)
            trial.expect("the last number of bytes", reports.last?.sentBytes, 3_000_000)
            trial.expect("the expected number", reports.last?.expectedSentBytes, 3_000_000)
        },
        Case("reports the progress of a stream up to its end", needs: [.streamedRequests]) { trial in
            let server = try LoopbackServer { _ in .status(200) }
            let source = RequestBody.stream { Pieces(.pattern(3_000_000), of: 100_000) }
            let reports = try await report(of: try server.request("/", .post).uploading(source), trial)
            trial.expect("the last number of bytes", reports.last?.sentBytes, 3_000_000)
            trial.expect("the expected number", reports.last?.expectedSentBytes, nil)
        },
        Case("reports the progress of a download to a file") { trial in
            let server = try LoopbackServer { _ in .data(.pattern(3_000_000)) }
            let folder = try TemporaryFolder()
            let request = try server.request().delivered(to: folder.file)
            let reports = try await report(of: request, trial)
            trial.expect("the last number of bytes", reports.last?.receivedBytes, 3_000_000)
        },
        Case("completes another exchange while a progress closure blocks") { trial in
            let server = try LoopbackServer { _ in .data(.pattern(100_000)) }
            let (isReached, mayContinue) = (SampleGate(), DispatchSemaphore(value: 0))
            let transport = try trial.transport()
            let slow = try server.request()
            let hop = Hop { _ in
                isReached.release()
                mayContinue.wait()
                mayContinue.signal()
            }
            let held = try await trial.value(of: { try await transport.send(slow, hop: hop) }) {
                try await isReached.pass()
                trial.expect("the size", try await transport.send(try server.request()).data.count, 100_000)
                mayContinue.signal()
            }
            trial.expect("the held size", held.data.count, 100_000)
        },
    ]
}
