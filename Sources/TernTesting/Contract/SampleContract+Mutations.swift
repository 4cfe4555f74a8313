import Foundation
import Tern

extension SampleContract {
    /// Shows which keys the model of a call requires: changes the call's sample in one place after another, and checks
    /// after each change whether the sample still decodes.
    ///
    /// ```swift
    /// let mutations = try await SampleContract<GitHub>().mutations(of: .user("octocat"))
    /// #expect(mutations.needs == ["login"])
    /// print(mutations)        // a table
    /// ```
    ///
    /// Of an array, only the first element is changed. A sample that isn't JSON is only truncated.
    ///
    /// - Parameter maximumKeys: Maximum number of keys to change; each key takes three decodings. 1,000 by default.
    /// - Throws: `TernError` if the unchanged sample is missing or can't be decoded.
    public func mutations<Value>(
        of call: Call<Target, Value>,
        maximumKeys: Int = 1_000
    ) async throws(TernError) -> SampleMutations {
        let sample = Locked<SampleResponse?>(nil)
        let original = provider { response in
            sample.withLock { $0 = response }
            return response
        }
        _ = try await original.value(call)
        guard let sample = sample.withLock({ $0 }), let body = sample.body else {
            throw TernError(.missingSample, target: call.target)
        }

        func mutation(_ change: SampleMutations.Mutation.Change, at path: String, body: Data) async
            -> SampleMutations.Mutation
        {
            let changed = provider { _ in sample.replacingBody(with: body) }
            do throws(TernError) {
                _ = try await changed.value(call)
                return SampleMutations.Mutation(change: change, path: path, error: nil)
            } catch {
                return SampleMutations.Mutation(change: change, path: path, error: error)
            }
        }

        var mutations: [SampleMutations.Mutation] = []
        var ignored: Range<Int>?
        let members = JSONOutline(body)?.members ?? []
        for member in members.prefix(max(0, maximumKeys)) where !(ignored?.contains(member.value.lowerBound) ?? false) {
            var tried = [await mutation(.removed, at: member.path, body: body.removing(member.removal))]
            tried.append(await mutation(.null, at: member.path, body: body.replacing(member.value, with: "null")))
            let other = member.kind.valueOfOtherType
            tried.append(await mutation(.otherType, at: member.path, body: body.replacing(member.value, with: other)))
            if tried.allSatisfy(\.isDecoded) { ignored = member.value }
            mutations += tried
        }
        mutations.append(await mutation(.truncated, at: "", body: body.prefix(body.count / 2)))
        return SampleMutations(mutations: mutations, untriedKeys: max(0, members.count - max(0, maximumKeys)))
    }
}

extension JSONOutline.Kind {
    fileprivate var valueOfOtherType: String {
        switch self {
        case .string: "1"
        case .object, .array, .number, .boolean: "\"text\""
        // The expected type is unknown; an object is the least likely.
        case .null: "{}"
        }
    }
}

extension Data {
    fileprivate func removing(_ range: Range<Int>) -> Data { replacing(range, with: "") }

    fileprivate func replacing(_ range: Range<Int>, with text: String) -> Data {
        var data = Data(self)
        data.replaceSubrange(range, with: Data(text.utf8))
        return data
    }
}
