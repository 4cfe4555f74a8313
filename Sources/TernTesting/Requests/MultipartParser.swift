import Foundation
import Tern

/// Splits a body into its parts (RFC 2046, section 5.1.1). It doesn't depend on servers.
struct MultipartParser {
    private static let maximumParts = 10_000
    private static let maximumHeadBytes = 16 * 1024
    private static let lineEnd = Data("\r\n".utf8)
    /// RFC 2046, section 5.1.1.
    private static let boundaryBytes = ByteSet(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'()+_,-./:=? "
    )

    let boundary: String
    /// Whether each part has a name (RFC 7578, section 4.2).
    let isForm: Bool

    /// - Parameter contentType: A multipart type with a boundary.
    init(contentType: String) throws(TestKitError) {
        guard let type = FieldParameters(strict: contentType), type.value.hasPrefix("multipart/") else {
            throw Self.failure("the Content-Type must be multipart/form-data, not `\(contentType)`.")
        }
        guard let boundary = type["boundary"], (1...70).contains(boundary.utf8.count), boundary.last != " ",
            boundary.utf8.allSatisfy(Self.boundaryBytes.contains)
        else {
            throw Self.failure("the Content-Type must name a boundary of 1 to 70 legal characters.")
        }
        self.boundary = boundary
        isForm = type.value == "multipart/form-data"
    }

    func parse(_ body: Data) throws(TestKitError) -> [RecordedRequest.Part] {
        // A line end is added before the body, so that each delimiter starts with a line end.
        let bytes = Self.lineEnd + body
        let delimiter = Data("\r\n--\(boundary)".utf8)
        guard var found = bytes.range(of: delimiter) else {
            throw Self.failure("the boundary `\(boundary)` of the Content-Type isn't in the body.")
        }
        var parts: [RecordedRequest.Part] = []
        while try !isLast(found.upperBound, in: bytes, after: parts.count) {
            let number = parts.count + 1
            guard number <= Self.maximumParts else {
                throw Self.failure("there are more than \(Self.maximumParts) parts.")
            }
            let start = try startOfPart(after: found.upperBound, in: bytes, part: number)
            // The search starts at the line end before the part, because the next delimiter may share it.
            guard let next = bytes.range(of: delimiter, in: (start - 2)..<bytes.count) else {
                throw Self.failure("there is no line with the boundary after it.", part: number)
            }
            parts.append(try part(bytes[start..<max(start, next.lowerBound)], number: number))
            found = next
        }
        return parts
    }

    /// - Parameter part: The number of the part, counted from 1. `nil` if the error doesn't concern a single part.
    static func failure(_ reason: String, part: Int? = nil) -> TestKitError {
        let place = part.map { "part \($0): " } ?? ""
        return TestKitError(.malformedForm, "The body is not valid multipart/form-data: \(place)\(reason)")
    }

    // MARK: - Private

    /// Whether the delimiter that ends here is the closing delimiter.
    private func isLast(_ index: Int, in bytes: Data, after part: Int) throws(TestKitError) -> Bool {
        guard bytes[index...].starts(with: "--".utf8) else { return false }
        let rest = bytes[(index + 2)...].drop(while: \.isBlank)
        guard rest.isEmpty || rest.starts(with: Self.lineEnd) else {
            throw Self.failure("the line of the closing boundary has extra characters.", part: part)
        }
        return true
    }

    private func startOfPart(after index: Int, in bytes: Data, part: Int) throws(TestKitError) -> Int {
        let rest = bytes[index...].drop(while: \.isBlank)
        guard rest.starts(with: Self.lineEnd) else {
            throw Self.failure("the line of the boundary before it has extra characters.", part: part)
        }
        return rest.startIndex + 2
    }

    private func part(_ bytes: Data, number: Int) throws(TestKitError) -> RecordedRequest.Part {
        var headers = HTTPHeaders()
        var rest = bytes
        while true {
            let room = rest.prefix(Self.maximumHeadBytes - (rest.startIndex - bytes.startIndex))
            guard let end = room.range(of: Self.lineEnd) else {
                // If a part has no data, the empty line after its fields may also be the line end that starts the
                // delimiter.
                if rest.isEmpty, !headers.isEmpty { break }
                throw Self.failure("expected an empty line between its fields and its data.", part: number)
            }
            let line = Array(rest[rest.startIndex..<end.lowerBound])[...]
            rest = rest[end.upperBound...]
            if line.isEmpty { break }
            do throws(FieldLine.Fault) {
                let field = try FieldLine.field(line, isStrict: true)
                headers.add(field.value, for: field.name)
            } catch {
                throw Self.failure("a field line \(error.reason).", part: number)
            }
        }
        guard isForm || headers.contains("Content-Disposition") else {
            return RecordedRequest.Part(name: "", headers: headers, data: Data(rest))
        }
        let dispositions = headers.values(for: "Content-Disposition")
        // Browsers write a backslash as it is (HTML standard), and other programs before a quotation mark.
        guard dispositions.count == 1,
            let disposition = FieldParameters(strict: dispositions[0], hasEscapes: false)
                ?? FieldParameters(strict: dispositions[0]),
            disposition.value == "form-data" || !isForm
        else {
            throw Self.failure("expected one Content-Disposition field with `form-data`.", part: number)
        }
        guard let name = disposition["name"] ?? (isForm ? nil : "") else {
            throw Self.failure("its Content-Disposition has no name.", part: number)
        }
        let filename = disposition["filename"].map(Self.unescaped)
        return RecordedRequest.Part(name: Self.unescaped(name), filename: filename, headers: headers, data: Data(rest))
    }

    /// Decodes the escapes of the HTML standard, "multipart/form-data encoding algorithm".
    private static func unescaped(_ name: String) -> String {
        guard name.contains("%") else { return name }
        return [("%22", "\""), ("%0D", "\r"), ("%0d", "\r"), ("%0A", "\n"), ("%0a", "\n")]
            .reduce(name) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}
