import Foundation

/// Two endpoints are equal if their requests are equal and, for uploads, their files or parts. On Linux,
/// `URLRequest` compares no bodies and no header fields.
extension Endpoint: Hashable {
    /// The file or the parts of an upload.
    var upload: AnyHashable? {
        switch task {
        case .uploadFile(let file): file
        case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _): parts
        default: nil
        }
    }

    public func hash(into hasher: inout Hasher) {
        if let request = try? urlRequest() { hasher.combine(request) } else { hasher.combine(url) }
    }

    public static func == (lhs: Endpoint, rhs: Endpoint) -> Bool {
        if let left = lhs.upload, let right = rhs.upload, type(of: left.base) == type(of: right.base), left != right {
            return false
        }
        let (left, right) = (try? lhs.urlRequest(), try? rhs.urlRequest())
        return left == right && (left != nil || lhs.url == rhs.url)
    }
}
