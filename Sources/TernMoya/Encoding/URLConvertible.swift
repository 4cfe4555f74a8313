import Foundation

/// A value that is a URL, or text of one. Alamofire's protocol.
public protocol URLConvertible: Sendable {
    /// The URL.
    ///
    /// - Throws: ``AFError/invalidURL(url:)``.
    func asURL() throws -> URL
}

extension URL: URLConvertible {
    public func asURL() throws -> URL { self }
}

extension String: URLConvertible {
    public func asURL() throws -> URL {
        guard let url = URL(string: self) else { throw AFError.invalidURL(url: self) }
        return url
    }
}

extension URLComponents: URLConvertible {
    public func asURL() throws -> URL {
        guard let url else { throw AFError.invalidURL(url: self) }
        return url
    }
}
