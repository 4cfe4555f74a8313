import Foundation

// Alamofire's names that TernMoya can't offer. Each names Tern's way in its compile error.

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Alamofire's default session, which isn't part of this module.
@available(*, unavailable, message: "Declare a target and call it with a MoyaProvider, or with a Provider of Tern.")
public var AF: Session { Session.default }

/// Alamofire's rules for certificates, which aren't part of this module.
@available(
    *,
    unavailable,
    message: "Set TransportConfiguration.tls of Tern, and pass its transport to Session(transport:)."
)
public class ServerTrustManager {}

/// Alamofire's observer of sessions, which isn't part of this module.
@available(*, unavailable, message: "Pass a plugin of Tern to Session(transport:plugins:), or use a PluginType.")
public protocol EventMonitor {}

/// Alamofire's rules for redirects, which aren't part of this module.
@available(*, unavailable, message: "Set the `redirects` of Session(transport:plugins:redirects:).")
public protocol RedirectHandler {}

/// Alamofire's rules for stored responses, which aren't part of this module.
@available(*, unavailable, message: "Use the cache of Tern in Session(transport:plugins:).")
public protocol CachedResponseHandler {}

extension Session {
    /// The `URLSession` of Alamofire's session, which doesn't exist here.
    @available(*, unavailable, message: "A session has a transport instead: use Session.transport.")
    public var session: URLSession { URLSession.shared }

    /// Alamofire's initializer with settings that this module doesn't have.
    @available(*, unavailable, message: "Use Session(transport:plugins:interceptor:) with a transport of Tern.")
    public convenience init(
        configuration: URLSessionConfiguration = .default,
        interceptor: RequestInterceptor? = nil,
        serverTrustManager: ServerTrustManager?,
        redirectHandler: RedirectHandler? = nil,
        eventMonitors: [EventMonitor] = []
    ) {
        self.init(configuration: configuration, interceptor: interceptor)
    }
}

/// Alamofire's multipart form, which isn't part of this module.
@available(*, unavailable, message: "Use MultipartFormData in a Task.")
public enum RequestMultipartFormData {}
