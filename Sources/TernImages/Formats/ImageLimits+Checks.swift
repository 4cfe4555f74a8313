import Foundation
import Tern

extension ImageLimits {
    /// The picture in a response, if it is within the limits.
    ///
    /// - Throws: `TernError` with code `.decodingFailed`.
    func encodedImage(of response: Response) throws(TernError) -> EncodedImage {
        let data = response.data
        guard let header = header(of: data) else {
            let excerpt = response.headers["Content-Type"].map(Redaction.excerpt(ofText:))
            let type = excerpt.map { ", and their Content-Type is \($0)" } ?? ""
            throw TernError(
                .decodingFailed,
                reason: "The \(data.count) bytes of the body aren't a picture of a known format\(type).",
                advice: "Check that the URL is that of a picture. See error.response for the body. A decoder of "
                    + "another format needs acceptsUnknownSize of the client's ImageLimits."
            )
        }
        if let excess = excess(of: header) {
            throw TernError(.decodingFailed, reason: excess.reason, advice: excess.advice)
        }
        return EncodedImage(data: data, header: header)
    }

    /// The picture in a `data:` URL, or in the file of a `file:` URL, if it is within the limits.
    ///
    /// - Throws: `TernError` with code `.invalidURL`, `.unreadableFile`, `.bodyTooLarge` or `.decodingFailed`.
    func encodedImage(ofLocalURL url: URL) throws(TernError) -> EncodedImage {
        let data =
            url.isDataURL
            ? try DataURL.data(of: url, maximumBytes: maximumBytes)
            : try FileURL.data(of: url, maximumBytes: maximumBytes)
        guard let header = header(of: data) else {
            let source = url.isDataURL ? "data: URL" : "file \"\(url.path)\""
            throw TernError(
                .decodingFailed,
                reason: "The \(data.count) bytes of the \(source) aren't a picture of a known format.",
                advice: "Check the code that creates the \(url.isDataURL ? "URL" : "file")."
            )
        }
        if let excess = excess(of: header) {
            throw TernError(.decodingFailed, reason: excess.reason, advice: excess.advice)
        }
        return EncodedImage(data: data, header: header)
    }

    // MARK: - Private

    /// The header of a picture. `nil` if the bytes aren't a picture that these limits accept.
    private func header(of data: Data) -> ImageHeader? {
        if let header = ImageHeader(data) { return header }
        return acceptsUnknownSize && !data.isEmpty ? ImageHeader(format: .unknown) : nil
    }

    /// The reason why a picture isn't accepted. `nil` if it is accepted.
    private func excess(of header: ImageHeader) -> (reason: String, advice: String)? {
        guard let size = header.size else {
            if acceptsUnknownSize { return nil }
            return (
                "The \(header.format) picture has no readable size, so its pixels can't be limited.",
                "Check whether the file is intact. If the decoder limits the size itself, set acceptsUnknownSize of "
                    + "the client's ImageLimits."
            )
        }
        let text = "The \(header.format) picture has \(size.width) × \(size.height) pixels"
        let advice = "Raise the ImageLimits of the client if pictures of this size are expected."
        if max(size.width, size.height) > maximumSide {
            return ("\(text), more than \(maximumSide) on a side.", advice)
        }
        // Divides instead of multiplying, since the product may overflow.
        if size.width > maximumPixels / size.height {
            return ("\(text), more than \(maximumPixels) in total.", advice)
        }
        return nil
    }
}
