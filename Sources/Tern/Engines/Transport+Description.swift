import Foundation

// A transport's configuration may hold the credentials of a proxy and the key of a client, and a session anything.

extension PlatformTransport: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["engine": description], displayStyle: .struct) }
}

extension URLSessionTransport: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}

#if os(Linux)
    extension CurlTransport: CustomReflectable {
        public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
    }
#endif

extension TransportConfiguration.PEM: CustomStringConvertible, CustomReflectable {
    /// The file, or how long the text is.
    public var description: String {
        switch self {
        case .file(let url): url.path
        case .data(let data): "\(data.count) bytes"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["pem": description], displayStyle: .enum) }
}
