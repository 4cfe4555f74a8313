extension SampleResponse: CustomStringConvertible, CustomReflectable {
    /// The status and the number of bytes, or the kind of the error, without fields and body.
    public var description: String {
        switch outcome {
        case .message(let message): "status \(message.status), \(message.body.count) bytes"
        case .failure(let error as TernError), .invalid(let error): "\(error.code)"
        case .failure(let error): "\(type(of: error))"
        case .sequence: "a sequence of responses"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["sample": description], displayStyle: .struct) }
}
