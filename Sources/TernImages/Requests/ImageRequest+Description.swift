import Foundation
import Tern

extension ImageRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the URL with credentials redacted by the default `Redaction`, since a target knows no provider. Of
    /// a `data:` URL, only its media type and its length.
    public var description: String { target.description }

    public var debugDescription: String { description }

    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "request": description, "fields": headers,
            "targetSize": targetSize.map { "\($0.width) × \($0.height)" } ?? "nil",
            "transforms": transforms.map(\.key), "cachePolicy": cachePolicy,
            "priority": priority,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension ImageTarget: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the URL with credentials redacted by the default `Redaction`, since a target knows no provider. Of
    /// a `data:` URL, only its media type and its length.
    public var description: String {
        "GET \(DataURL.summary(of: url) ?? Redaction.default.text(ofURL: url.absoluteString))"
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror {
        Mirror(self, children: ["request": description, "fields": headers], displayStyle: .struct)
    }
}

extension DataURL {
    /// The media type and the length, without the data. `nil` for any other URL.
    static func summary(of url: URL) -> String? {
        guard url.isDataURL else { return nil }
        let text = url.absoluteString
        // The longest names have 127 characters each (RFC 6838, section 4.2).
        let type = text.dropFirst("data:".count).prefix(256).prefix { $0 != ";" && $0 != "," }
        let isMediaType = type.wholeMatch(of: /[A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+/) != nil
        return "data:\(isMediaType ? type : "") (\(text.utf8.count) bytes)"
    }
}
