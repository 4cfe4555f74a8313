import Foundation
import Tern

extension Session {
    #if os(Linux)
        /// The engine of all sessions with the default values, as Foundation's sessions share their cookies.
        private static let sharedTransport = makeTransport(settings(of: .default))

        static func transport(for configuration: URLSessionConfiguration) -> any Tern.Transport {
            let settings = settings(of: configuration)
            let isDefault =
                settings == self.settings(of: .default)
                && configuration.httpCookieStorage === HTTPCookieStorage.shared
            return isDefault ? sharedTransport : makeTransport(settings)
        }

        private static func settings(of configuration: URLSessionConfiguration) -> TransportConfiguration {
            var settings = TransportConfiguration()
            settings.idleTimeout = Duration(limiting: configuration.timeoutIntervalForRequest)
            settings.connectionsPerHost = configuration.httpMaximumConnectionsPerHost
            if configuration.httpShouldSetCookies { settings.cookies = .inMemory }
            return settings
        }

        /// An engine with these settings, or with the default settings if the engine has no such settings.
        private static func makeTransport(_ settings: TransportConfiguration) -> any Tern.Transport {
            (try? .platform(settings)) ?? .platform
        }
    #else
        static func transport(for configuration: URLSessionConfiguration) -> any Tern.Transport {
            guard let copy = configuration.copy() as? URLSessionConfiguration else { return URLSessionTransport() }
            // The session adds them itself, so that plugins see them.
            copy.httpAdditionalHeaders = nil
            return (try? URLSessionTransport(configuration: copy)) ?? URLSessionTransport()
        }
    #endif
}
