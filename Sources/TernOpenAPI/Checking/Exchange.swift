import Foundation

/// A request and its response, of a recording or of a test.
package struct Exchange: Sendable {
    package typealias Field = (name: String, value: String)

    /// In upper case.
    package var method: String
    package var url: String
    package var requestFields: [Field] = []
    /// Empty for no body. `nil` if it isn't known.
    package var requestBody: Data?
    /// `nil` without a response.
    package var status: Int?
    package var responseFields: [Field] = []
    /// Empty for no body. `nil` if it isn't known.
    package var responseBody: Data?

    package init(method: String, url: String) { (self.method, self.url) = (method, url) }
}

extension Exchange {
    /// Reads an entry of a HAR file. `nil` if it has no method or no URL.
    init?(entry: DocumentNode) {
        guard let request = entry["request"], let method = request["method"]?.string, let url = request["url"]?.string
        else { return nil }
        let response = entry["response"]
        let data = request["postData"]
        let content = response?["content"]
        self.init(method: method.uppercased(), url: url)
        requestFields = Self.fields(request, data)
        requestBody = Self.body(data, request["bodySize"])
        status = response?["status"]?.number.flatMap(Int.init).flatMap { $0 >= 100 ? $0 : nil }
        responseFields = Self.fields(response, content)
        responseBody = Self.body(content, content?["size"])
    }

    private static func fields(_ message: DocumentNode?, _ body: DocumentNode?) -> [Field] {
        var fields: [Field] = (message?["headers"]?.list ?? []).compactMap { node in
            node["name"]?.string.map { ($0, node["value"]?.string ?? "") }
        }
        if !fields.contains(where: { $0.name.lowercased() == "content-type" }), let type = body?["mimeType"]?.string {
            fields.append(("Content-Type", type))
        }
        return fields
    }

    private static func body(_ content: DocumentNode?, _ size: DocumentNode?) -> Data? {
        guard let text = content?["text"]?.string else { return size?.number == "0" ? Data() : nil }
        return content?["encoding"]?.string == "base64" ? Data(base64Encoded: text) : Data(text.utf8)
    }
}
