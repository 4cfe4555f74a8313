import Tern

/// What an error is compared by in a timeline, and how it is printed.
struct ErrorText: Equatable {
    /// Of its type, so that two types of one name differ.
    private let type: ObjectIdentifier
    /// Such as `TernError.timedOut`.
    let text: String

    init(_ error: any Error) {
        let type = Swift.type(of: error)
        self.type = ObjectIdentifier(type)
        if let error = error as? TernError {
            text = "TernError.\(error.code)"
        } else if type is any CustomStringConvertible.Type {
            text = "\(type): \(error)"
        } else if Mirror(reflecting: error).displayStyle == .enum {
            text = "\(type).\(error)"
        } else {
            text = "\(error)"
        }
    }
}
