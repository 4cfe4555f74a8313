import Foundation
import Tern

/// The secrets of bodies that have a name.
extension CassetteRedaction {
    mutating func body(_ body: Data, _ contentType: String?, isResponse: Bool) -> Data {
        guard !body.isEmpty else { return body }
        let type = contentType?.lowercased() ?? ""
        if type.hasPrefix("multipart/"), let boundary = contentType.flatMap({ FieldParameters($0)["boundary"] }) {
            return multipart(body, boundary, isResponse: isResponse)
        }
        var json = JSONSecrets(rules: rules, isResponse: isResponse)
        if let replaced = try? json.replaced(body, &table) { return replaced }
        // Foundation's initializer removes a mark of the byte order.
        let text = String(decoding: body, as: UTF8.self)
        guard Data(text.utf8) == body else { return body }
        if type.hasPrefix("application/x-www-form-urlencoded") {
            return Data(URLSecrets(rules: rules, isResponse: isResponse).replaced(inForm: text, &table).utf8)
        }
        let isCode =
            ["html", "xml", "script", "css"].contains(where: type.contains)
            || text.drop(while: \.isWhitespace).first == "<"
        return Data(self.text(text, isResponse: isResponse, isCode ? .code : .plain).utf8)
    }

    private mutating func multipart(_ body: Data, _ boundary: String, isResponse: Bool) -> Data {
        let delimiter = Data("--\(boundary)".utf8)
        var result = Data()
        var start = body.startIndex
        while true {
            let end = body.range(of: delimiter, in: start..<body.endIndex)
            result += part(body[start..<(end?.lowerBound ?? body.endIndex)], isResponse: isResponse)
            guard let end else { return result }
            result += delimiter
            start = end.upperBound
        }
    }

    private mutating func part(_ part: Data, isResponse: Bool) -> Data {
        let blank = Data("\r\n\r\n".utf8)
        guard let middle = part.range(of: blank) else { return part }
        let lineBreak = part.suffix(2).elementsEqual("\r\n".utf8) ? 2 : 0
        let head = String(decoding: part[..<middle.lowerBound], as: UTF8.self)
        let content = part[middle.upperBound...].dropLast(lineBreak)
        var headers = HTTPHeaders()
        for line in head.split(separator: "\r\n") {
            guard let field = try? FieldLine.field(Array(line.utf8)[...], isStrict: false) else { continue }
            headers.add(field.value, for: field.name)
        }
        let name = headers["Content-Disposition"].flatMap { FieldParameters($0)["name"] }
        let plain = PlainBody(Data(content), headers)
        let replaced: Data
        if let name, !content.isEmpty, rules.hides(name, isResponse: isResponse),
            let text = String(data: plain.content, encoding: .utf8)
        {
            replaced = Data(table.placeholder(for: text).utf8)
        } else {
            replaced = body(plain.content, headers["Content-Type"], isResponse: isResponse)
        }
        var result = Data(part[..<middle.upperBound])
        result += plain.replaced(by: replaced, &headers)
        result += part.suffix(lineBreak)
        return result
    }
}
