import Foundation
import Tern

extension SampleContract {
    /// Finds the keys that the model of a call requires. Changes one place in the call's sample at a time, and checks
    /// whether the changed sample can still be decoded.
    ///
    /// ```swift
    /// let mutations = try await SampleContract<GitHub>().mutations(of: .user("octocat"))
    /// #expect(mutations.requiredKeys == ["login"])
    /// print(mutations)        // a table
    /// ```
    ///
    /// In an array, only the first element is changed. A sample that isn't JSON is only truncated.
    ///
    /// - Parameters:
    ///   - call: The call whose sample is changed.
    ///   - maximumKeys: Maximum number of keys to change; each key takes three decodings. 1,000 by default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    /// - Throws: `TernError` if the unchanged sample is missing or can't be decoded.
    public func mutations<Value>(
        of call: Call<Target, Value>,
        maximumKeys: Int = 1_000,
        filePath: String = #filePath,
        line: Int = #line
    ) async throws(TernError) -> SampleMutations {
        let source = SourcePosition(filePath: filePath, line: line)
        let sample = self.sample(of: call.target, at: source)
        _ = try await provider(responding: sample.response).value(call)
        guard let body = sample.response.body else { throw TernError(.missingSample, target: call.target) }

        /// The error of decoding another body. `nil` if it can be decoded.
        func error(with body: Data) async -> TernError? {
            do throws(TernError) {
                _ = try await provider(responding: sample.response.replacingBody(with: body)).value(call)
                return nil
            } catch {
                return error
            }
        }

        var rows: [SampleMutations.Row] = []
        var ignored = 0..<0
        let outline = JSONOutline(body)
        let members = outline?.members.filter { $0.path.allSatisfy { ($0.intValue ?? 0) == 0 } } ?? []
        for member in members.prefix(max(0, maximumKeys)) where !ignored.contains(member.value.lowerBound) {
            let row = SampleMutations.Row(
                path: member.pathText,
                text: Redaction.text(ofPath: member.path),
                place: sample.place(at: outline?.position(ofByte: member.value.lowerBound)),
                removed: await error(with: body.replacing(member.removal, with: "")),
                null: await error(with: body.replacing(member.value, with: "null")),
                otherType: await error(with: body.replacing(member.value, with: member.valueOfOtherType))
            )
            if row.isIgnored { ignored = member.value }
            rows.append(row)
        }
        return SampleMutations(
            name: targetName(of: call.target),
            place: sample.place(),
            rows: rows,
            truncated: await error(with: body.prefix(body.count / 2)),
            untriedKeys: max(0, members.count - max(0, maximumKeys))
        )
    }
}

extension JSONOutline.Member {
    fileprivate var valueOfOtherType: String {
        switch firstByte {
        case UInt8(ascii: "\""): "1"
        // The expected type of a null is unknown, and an object is the least likely type.
        case UInt8(ascii: "n"): "{}"
        default: "\"text\""
        }
    }
}

extension Data {
    fileprivate func replacing(_ range: Range<Int>, with text: String) -> Data {
        var data = Data(self)
        data.replaceSubrange(range, with: Data(text.utf8))
        return data
    }
}
