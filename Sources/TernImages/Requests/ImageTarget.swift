import Foundation
import Tern

/// The target of the requests for pictures. A provider for this target supplies the transport, plugins, stubs and clock
/// of an ``ImageClient``.
///
/// ```swift
/// let provider = Provider<ImageTarget>(plugins: [RetryPlugin()])
/// let images = ImageClient(provider: provider, decoder: .encoded)
/// ```
public struct ImageTarget: TargetType, Hashable {
    /// The URL of the picture, as requested.
    public let url: URL

    public let headers: HTTPHeaders

    public let authorization: Authorization

    /// Creates a target. Each parameter sets the property of the same name.
    public init(_ url: URL, headers: HTTPHeaders = [:], authorization: Authorization = .none) {
        self.url = url
        self.headers = headers
        self.authorization = authorization
    }

    /// The URL without its fragment, which HTTP doesn't send.
    public var baseURL: URL {
        let text = url.absoluteString
        guard let end = text.firstIndex(of: "#") else { return url }
        return URL(string: String(text[..<end])) ?? url
    }

    /// Empty: ``baseURL`` has the path and the query.
    public var path: String { "" }
}

extension ImageRequest {
    /// The target of the download.
    var target: ImageTarget { ImageTarget(url, headers: headers, authorization: authorization) }
}
