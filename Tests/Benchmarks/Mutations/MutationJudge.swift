import Foundation
import Tern

/// Compares the result of a call with the actions of the server.
struct MutationJudge: Sendable {
    let seed: UInt64
    let kinds: [MutationKind]
    let ledger: MutationLedger

    typealias Verdict = (fault: MutationFault, text: String)

    /// The violation, or `nil` if there is none.
    func fault(in result: Result<Response, TernError>, of call: MutationCall) -> Verdict? {
        let entry = ledger.entry(call.number)
        guard !entry.isExcused else { return nil }
        let plans = (0..<max(1, entry.sendings)).map { sending in
            MutationPlan(call, sending: sending + 1, seed: seed, kinds: kinds)
        }
        switch result {
        case .success(let response): return fault(in: response, of: call, plans, sendings: entry.sendings)
        case .failure(let error):
            guard error.code == .malformedResponse, entry.sendings > 0, plans.allSatisfy(\.isIntact) else { return nil }
            return (.validResponseRefused, error.reason)
        }
    }

    private func fault(
        in response: Response,
        of call: MutationCall,
        _ plans: [MutationPlan],
        sendings: Int
    ) -> Verdict? {
        let fields = response.headers.values(for: "X-Number")
        let tokens = MutationToken.all(in: fields.joined(separator: " ").utf8) + MutationToken.all(in: response.data)
        let isUnasked = tokens.contains { $0.kind == .unasked }
        let stranger = tokens.first { $0.kind != .unasked && $0.number != call.number }
        if let stranger { return (.foreignResponse, "\(stranger)") }
        if sendings == 0, !isUnasked { return (.foreignResponse, "The server never got the request.") }
        if isUnasked { return nil }
        // libcurl joins folded lines by a space from 8.18 on, so each part of a field is looked up separately.
        let unknown = fields.flatMap { $0.split(separator: " ") }.first { part in
            part.utf8.allSatisfy { $0 < 0x80 } && !plans.contains { $0.sends(String(part)) }
        }
        if let unknown { return (.foreignResponse, "X-Number \(unknown)") }
        guard plans.allSatisfy(\.isIntact) else { return nil }
        let token = MutationToken(kind: .response, number: call.number)
        let isRight = plans.contains { plan in
            response.statusCode == plan.status && fields == ["\(token)"] && Array(response.data) == plan.body
        }
        if isRight { return nil }
        let sizes = plans.map { "status \($0.status) and \($0.body.count) bytes" }.joined(separator: " or ")
        return (
            .changedResponse,
            "status \(response.statusCode), X-Number \(fields) and \(response.data.count) bytes instead of \(sizes)"
        )
    }
}
