/// The kind of a mutation of a response.
enum MutationKind: String, CaseIterable {
    case nothing
    case flippedBytes, deletedBytes, insertedBytes, duplicatedLine, truncated
    case extraBytes, sentTwice, wrongLength, lengthAndChunks, foldedField, informationalFlood, longLine
    case unexpectedBody, earlyResponse, noResponse, silence, closedAfter, endedByClose, oddVersion, oddCoding, oddChunk

    /// The relative frequency of this kind.
    var weight: Int {
        switch self {
        case .nothing: 30
        case .flippedBytes, .truncated: 8
        case .extraBytes: 7
        case .deletedBytes, .insertedBytes, .noResponse, .wrongLength: 5
        case .silence: 1
        default: 3
        }
    }

    /// The kinds for FoundationNetworking.
    static let tame: [MutationKind] = [.nothing, .extraBytes, .sentTwice, .closedAfter, .noResponse]

    static func pick(from kinds: [MutationKind], _ random: inout MutationRandom) -> MutationKind {
        var left = Int.random(in: 0..<kinds.reduce(0) { $0 + $1.weight }, using: &random)
        for kind in kinds {
            left -= kind.weight
            if left < 0 { return kind }
        }
        return .nothing
    }
}
