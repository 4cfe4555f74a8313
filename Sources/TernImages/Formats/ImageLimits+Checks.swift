import Foundation
import Tern

extension ImageLimits {
    /// The picture in a response, if it is within the limits.
    ///
    /// - Throws: `TernError` with code `.decodingFailed`.
    func encodedImage(of response: Response) throws(TernError) -> EncodedImage {
        let data = response.data
        guard let header = ImageHeader(data) else {
            let type = response.headers["Content-Type"].map { ", and their Content-Type is \($0)" } ?? ""
            throw TernError(
                .decodingFailed,
                reason: "The \(data.count) bytes of the body aren't a picture of a known format\(type).",
                advice: "Check that the URL is that of a picture. See error.response for the body.",
                target: response.target,
                request: response.request,
                response: response,
                attempts: response.attempts
            )
        }
        if let reason = excess(of: header) {
            throw TernError(
                .decodingFailed,
                reason: reason,
                advice: Self.advice,
                target: response.target,
                request: response.request,
                response: response,
                attempts: response.attempts
            )
        }
        return EncodedImage(data: data, header: header)
    }

    /// The picture in a `data:` URL, if it is within the limits.
    ///
    /// - Throws: `TernError` with code `.invalidURL`, `.bodyTooLarge` or `.decodingFailed`.
    func encodedImage(ofDataURL url: URL) throws(TernError) -> EncodedImage {
        let data = try DataURL.data(of: url, maximumBytes: maximumBytes)
        guard let header = ImageHeader(data) else {
            throw TernError(
                .decodingFailed,
                reason: "The \(data.count) bytes of the data: URL aren't a picture of a known format.",
                advice: "Check how the URL is made.",
                target: ImageTarget(url)
            )
        }
        if let reason = excess(of: header) {
            throw TernError(.decodingFailed, reason: reason, advice: Self.advice, target: ImageTarget(url))
        }
        return EncodedImage(data: data, header: header)
    }

    // MARK: - Private

    private static let advice = "Raise the ImageLimits of the client if pictures of this size are expected."

    /// Why a picture is too large. `nil` if it isn't.
    private func excess(of header: ImageHeader) -> String? {
        guard let size = header.size else { return nil }
        let text = "The \(header.format) picture has \(size.width) × \(size.height) pixels"
        if max(size.width, size.height) > maximumSide { return "\(text), more than \(maximumSide) on a side." }
        // Divided, since the product may overflow.
        if size.width > maximumPixels / size.height { return "\(text), more than \(maximumPixels) in all." }
        return nil
    }
}
