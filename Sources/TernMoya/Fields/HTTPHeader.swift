import Foundation

/// A header field: a name and a value. Alamofire's type.
public struct HTTPHeader: Hashable, Sendable {
    /// The name of the field.
    public let name: String
    /// The value of the field.
    public let value: String

    /// A field with this name and this value.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// `Accept` with this value.
    public static func accept(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept", value: value) }
    /// `Accept-Charset` with this value.
    public static func acceptCharset(_ value: String) -> HTTPHeader { HTTPHeader(name: "Accept-Charset", value: value) }
    /// `Accept-Encoding` with this value.
    public static func acceptEncoding(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Encoding", value: value)
    }
    /// `Accept-Language` with this value.
    public static func acceptLanguage(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Language", value: value)
    }
    /// `Authorization` with this value.
    public static func authorization(_ value: String) -> HTTPHeader { HTTPHeader(name: "Authorization", value: value) }
    /// `Authorization` with a bearer token.
    public static func authorization(bearerToken: String) -> HTTPHeader { authorization("Bearer \(bearerToken)") }
    /// `Authorization` with the Basic scheme.
    public static func authorization(username: String, password: String) -> HTTPHeader {
        authorization("Basic \(Data("\(username):\(password)".utf8).base64EncodedString())")
    }
    /// `Content-Disposition` with this value.
    public static func contentDisposition(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Disposition", value: value)
    }
    /// `Content-Type` with this value.
    public static func contentType(_ value: String) -> HTTPHeader { HTTPHeader(name: "Content-Type", value: value) }
    /// `User-Agent` with this value.
    public static func userAgent(_ value: String) -> HTTPHeader { HTTPHeader(name: "User-Agent", value: value) }

    /// `Accept-Language` with the user's languages.
    public static var defaultAcceptLanguage: HTTPHeader { acceptLanguage(preferredLanguages) }

    /// `User-Agent` in Alamofire's form, with the name, the version and the identifier of the app:
    /// `App/1.0 (com.example.app; build:1; iOS 18.0.0) TernMoya`.
    public static let defaultUserAgent: HTTPHeader = {
        let info = Bundle.main.infoDictionary ?? [:]
        func text(_ key: String) -> String { info[key] as? String ?? "Unknown" }
        let program = ProcessInfo.processInfo.arguments.first?.split(separator: "/").last.map(String.init)
        let name = info["CFBundleExecutable"] as? String ?? program ?? "Unknown"
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let system = "\(systemName) \(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
        let app = "\(text("CFBundleIdentifier")); build:\(text("CFBundleVersion")); \(system)"
        return userAgent("\(name)/\(text("CFBundleShortVersionString")) (\(app)) TernMoya")
    }()

    private static var systemName: String {
        #if os(iOS)
            "iOS"
        #elseif os(watchOS)
            "watchOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(visionOS)
            "visionOS"
        #elseif os(macOS)
            "macOS"
        #else
            "Linux"
        #endif
    }

    /// Up to six of the user's languages, each with a lower weight than the one before it.
    private static var preferredLanguages: String {
        Locale.preferredLanguages.prefix(6).enumerated()
            .map { "\($1);q=\(1 - Double($0) * 0.1)" }
            .joined(separator: ", ")
    }
}

extension HTTPHeader: CustomStringConvertible {
    public var description: String { "\(name): \(value)" }
}
