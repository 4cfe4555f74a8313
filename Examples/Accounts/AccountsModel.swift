import Tern

/// The content of the screen.
nonisolated enum AccountsModel: Hashable, Sendable {
    case accounts([Account])
    case message(String)
}

nonisolated extension AccountsModel {
    /// The message for a failure. `nil` for a cancelled call, whose result isn't shown.
    init?(_ error: TernError) {
        switch (error.code, error.response?.statusCode) {
        case (.cancelled, _): return nil
        case (.decodingFailed, _): self = .message("This version doesn't understand the bank. Please update.")
        case (.unacceptableStatus, let status?): self = .message("The bank is closed (\(status)).")
        default: self = .message("The bank doesn't respond (\(error.code)).")
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
