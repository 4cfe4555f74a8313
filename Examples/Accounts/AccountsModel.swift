import Tern

/// What a screen shows.
nonisolated enum AccountsModel: Hashable, Sendable {
    case accounts([Account])
    case message(String)
}

nonisolated extension AccountsModel {
    /// What to say of a failure; `nil` of a call that was cancelled, for whose answer nobody waits any more.
    init?(_ error: TernError) {
        switch (error.code, error.response?.statusCode) {
        case (.cancelled, _): return nil
        case (.decodingFailed, _): self = .message("This version doesn't understand the bank. Please update.")
        case (.unacceptableStatus, let status?): self = .message("The bank is closed (\(status)).")
        default: self = .message("The bank doesn't answer (\(error.code)).")
        }
    }
}

extension AccountsModel: CustomStringConvertible {
    var description: String {
        switch self {
        case .accounts(let accounts): accounts.map { "\($0.owner)'s \($0.name)" }.joined(separator: ", ")
        case .message(let text): "“\(text)”"
        }
    }
}
