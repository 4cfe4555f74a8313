import Foundation

// A transport's configuration may contain a proxy's credentials and a client's private key. A session may contain any
// secret. So the mirrors show no properties.

extension URLSessionTransport: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}

extension TransportConfiguration.PEM: CustomStringConvertible, TextReflectable {
    /// The path of the file, or the size of the data.
    public var description: String {
        switch self {
        case .file(let url): url.path
        case .data(let data): "\(data.count) bytes"
        }
    }
}
