import Foundation
import Tern

/// The body of a request, as a recording has it: its bytes, or the digest of a long one. The boundary of a multipart body,
/// which is random, is always the same.
struct RecordedBody: Sendable {
    private static let maximumBytes = 1024 * 1024

    /// That of a multipart body.
    fileprivate let contentType: String?
    private let boundary: String?
    /// The last bytes, in which the boundary may begin.
    private var rest = Data()
    private var bytes = Data()
    private var count = 0
    /// `nil` while the body is short.
    private var digest: ByteDigest?

    init(of request: RecordedRequest) {
        let type = request.headers["Content-Type"] ?? ""
        guard type.lowercased().hasPrefix("multipart/"), let boundary = FieldParameters(type)["boundary"],
            let start = type.range(of: "boundary=", options: .caseInsensitive)?.upperBound, !boundary.isEmpty
        else {
            (contentType, self.boundary) = (nil, nil)
            return
        }
        self.boundary = boundary
        let parameter = type[start...].replacing(boundary, with: Self.fixedBoundary)
        contentType = "\(type[..<start])\(parameter)"
    }

    mutating func add(_ piece: Data) {
        guard let boundary else { return append(piece) }
        rest += piece
        let delimiter = Data("--\(boundary)".utf8)
        var start = rest.startIndex
        while let place = rest.range(of: delimiter, in: start..<rest.endIndex) {
            append(rest[start..<place.lowerBound])
            append(Data("--\(Self.fixedBoundary)".utf8))
            start = place.upperBound
        }
        let end = max(start, rest.endIndex - delimiter.count + 1)
        append(rest[start..<end])
        rest = Data(rest[end...])
    }

    /// The bytes or the digest of the whole body.
    fileprivate consuming func whole() -> (text: Data, isDigest: Bool) {
        append(rest)
        let text = digest.map { Data("\(count) bytes, SHA-256 \($0.text)".utf8) }
        return (text ?? bytes, text != nil)
    }

    // MARK: - Private

    private static let fixedBoundary = "tern-boundary"

    private mutating func append(_ piece: Data) {
        count += piece.count
        if count > Self.maximumBytes, digest == nil {
            digest = ByteDigest()
            digest?.add(bytes)
            bytes = Data()
        }
        if digest == nil { bytes += piece } else { digest?.add(piece) }
    }
}

extension RecordedRequest {
    mutating func setBody(_ body: RecordedBody) {
        (self.body, isDigest) = body.whole()
        if let type = body.contentType { headers["Content-Type"] = type }
    }

    /// This request, with a digest instead of a long body.
    var recognizable: RecordedRequest {
        guard !body.isEmpty else { return self }
        var recorded = RecordedBody(of: self)
        recorded.add(body)
        var request = self
        request.setBody(recorded)
        return request
    }
}
