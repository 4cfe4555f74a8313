/// The media type of a file, by the extension of its name.
package struct MediaType: Sendable {
    /// The media type of bytes of any kind.
    package static let unknown = "application/octet-stream"

    /// The media type and its parameters, such as `text/plain; charset=utf-8`.
    package let text: String

    /// `nil` if the name has no extension, or an unknown extension.
    package init?(filename: String) {
        let file = filename.parts(at: "/").last ?? ""
        guard let dot = file.lastIndex(of: "."),
            let type = Self.byExtension[file[file.index(after: dot)...].lowercased()]
        else { return nil }
        text = type
    }

    /// Whether a media type is one of JSON, such as `application/problem+json`.
    package static func isJSON(_ type: String) -> Bool {
        var rest = Substring(type).utf8
        while let start = rest.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "j") }) {
            rest = rest[start...]
            if rest.prefix(4).elementsEqual("json".utf8, by: { $0 | 0x20 == $1 }) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// Media types that are registered with IANA, by file extension.
    private static let byExtension = [
        "json": "application/json", "geojson": "application/geo+json", "xml": "application/xml",
        "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip", "js": "text/javascript",
        "txt": "text/plain; charset=utf-8", "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
        "csv": "text/csv; charset=utf-8", "css": "text/css; charset=utf-8", "md": "text/markdown; charset=utf-8",
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "heic": "image/heic", "tif": "image/tiff", "tiff": "image/tiff", "bmp": "image/bmp",
        "svg": "image/svg+xml", "mp3": "audio/mpeg", "mp4": "video/mp4", "woff2": "font/woff2",
    ]
}
