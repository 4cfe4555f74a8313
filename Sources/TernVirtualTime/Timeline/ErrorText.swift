/// An error with a shorter text in timelines.
package protocol TimelineError: Error {
    var timelineText: String { get }
}

/// The text of an error in a timeline. Errors with equal texts and types are equal.
struct ErrorText: Equatable {
    /// Distinguishes two types with the same name.
    private let type: ObjectIdentifier
    /// The text: `TernError.timedOut`, for example.
    let text: String

    init(_ error: any Error) {
        let type = Swift.type(of: error)
        self.type = ObjectIdentifier(type)
        if let error = error as? any TimelineError {
            text = error.timelineText
        } else if type is any CustomStringConvertible.Type {
            text = "\(type): \(error)"
        } else if Mirror(reflecting: error).displayStyle == .enum {
            text = "\(type).\(error)"
        } else {
            text = "\(error)"
        }
    }
}
