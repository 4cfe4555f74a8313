import Foundation

extension Fixture {
    static func contentType(ofFileNamed name: String) -> String {
        let file = name.split(separator: "/").last ?? ""
        guard let dot = file.lastIndex(of: ".") else { return unknownContentType }
        return contentTypes[file[file.index(after: dot)...].lowercased()] ?? unknownContentType
    }

    private static let unknownContentType = "application/octet-stream"

    /// Media types that are registered with IANA, by file extension.
    private static let contentTypes = [
        "json": "application/json", "geojson": "application/geo+json", "xml": "application/xml",
        "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip", "js": "text/javascript",
        "txt": "text/plain; charset=utf-8", "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
        "csv": "text/csv; charset=utf-8", "css": "text/css; charset=utf-8", "md": "text/markdown; charset=utf-8",
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "heic": "image/heic", "tif": "image/tiff", "tiff": "image/tiff", "bmp": "image/bmp",
        "svg": "image/svg+xml", "mp3": "audio/mpeg", "mp4": "video/mp4", "woff2": "font/woff2",
    ]
}
