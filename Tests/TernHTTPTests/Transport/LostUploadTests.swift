import Foundation
import Testing

@testable import TernHTTP

/// The advice for a connection that was lost during an upload.
@Suite(.timeLimit(.minutes(20)))
struct LostUploadTests {
    private let hint =
        " If the server refuses such a body, send the field Expect: 100-continue: its response then arrives before the "
        + "body is sent."

    private func advice(_ body: RequestBody?, _ headers: HTTPHeaders = [:], mayBeProcessed: Bool = true) -> String {
        var request = Request(url: URL(filePath: "/"), method: .post, headers: headers)
        request.body = body
        return ConnectionLoss(TernError(.connectionLost), mayBeProcessed: mayBeProcessed).explained(for: request).advice
    }

    @Test func expectIsAdvisedForALargeBody() {
        let large = RequestBody.data(Data(count: 64 * 1024))
        let unknown = RequestBody.stream(once: AsyncStream<Data> { $0.finish() })

        for body in [large, unknown] {
            let advice = advice(body)
            #expect(
                advice.hasPrefix("Find out whether the server processed it, or give the request an Idempotency-Key.")
            )
            #expect(advice.hasSuffix(hint))
        }
    }

    @Test func expectIsNotAdvisedWhereItDoesNotHelp() {
        let large = RequestBody.data(Data(count: 64 * 1024))
        for advice in [
            advice(nil), advice(.data(Data(count: 64 * 1024 - 1))), advice(large, ["expect": "100-continue"]),
            advice(large, mayBeProcessed: false),
        ] {
            #expect(!advice.contains("Expect"), "\(advice)")
        }
    }
}
