import Foundation
import Tern

extension RecordedRequest {
    /// The body in one of the forms that mean the same.
    var canonicalBody: Data {
        guard !body.isEmpty else { return Data() }
        let content = (try? decodedBody()) ?? body
        let type = headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") {
            let items = URLQueryItem.items(in: String(decoding: content, as: UTF8.self), decodesPlus: true)
            return Data(items.map { "\($0.name)\0\($0.value ?? "\0")" }.sorted().joined(separator: "\0\0").utf8)
        }
        if type.hasPrefix("multipart/"), let parts = try? multipart() {
            return parts.reduce(into: Data()) { all, part in
                let head = [part.name, part.filename ?? "\0", part.contentType ?? "\0", "\(part.data.count)"]
                all += Data(head.joined(separator: "\n").utf8) + part.data
            }
        }
        if MediaType.isJSON(type) || content.first.map({ "{[".utf8.contains($0) }) == true,
            let json = try? JSONReader.object(from: content),
            let sorted = try? JSONSerialization.data(withJSONObject: json, options: [.fragmentsAllowed, .sortedKeys])
        {
            return sorted
        }
        return content
    }
}
