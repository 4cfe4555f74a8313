import Foundation
import Tern

#if canImport(UniformTypeIdentifiers)
    import UniformTypeIdentifiers
#endif

/// The bodies of uploads.
enum MultipartBody {
    /// The multipart form of an endpoint. `nil` for other tasks.
    ///
    /// - Throws: ``AFError/multipartEncodingFailed(reason:)`` for a form without parts, and for a method without a form.
    static func body(of endpoint: Endpoint) throws -> RequestBody? {
        guard let form = endpoint.task.form else { return nil }
        do {
            guard !form.parts.isEmpty else {
                throw TernError(.encodingFailed, reason: "The multipart form has no parts.")
            }
            guard endpoint.method.supportsMultipart else {
                let reason = "A multipart form can't be sent with \(endpoint.method.rawValue)."
                throw TernError(.encodingFailed, reason: reason, advice: "Use POST, PUT or PATCH.")
            }
            return try body(of: .multipart(form.parts.map(part), boundary: form.boundary))
        } catch {
            throw AFError.multipartEncodingFailed(reason: .outputStreamWriteFailed(error: error))
        }
    }

    /// The body of a file, without a media type.
    static func file(_ file: URL) throws -> RequestBody { try .file(file) }

    /// The bytes of a stream.
    static func chunks(of stream: InputStream) -> AsyncThrowingStream<Data, any Swift.Error> {
        let stream = Unchecked(stream)
        return AsyncThrowingStream {
            if stream.value.streamStatus == .notOpen { stream.value.open() }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = stream.value.read(&buffer, maxLength: buffer.count)
            // `streamError` isn't safe on Linux.
            if count < 0 { throw URLError(.cannotOpenFile) }
            return count == 0 ? nil : Data(buffer[..<count])
        }
    }

    // MARK: - Private

    private static func body(of task: HTTPTask) throws -> RequestBody? {
        let sample: @Sendable () -> SampleResponse = { .status(200) }
        return try Tern.Endpoint(url: "http://localhost", sampleResponseClosure: sample, task: task).request().body
    }

    private static func part(_ part: MultipartFormData) -> HTTPTask.Part {
        switch part.provider {
        case .data(let data):
            return .data(data, name: part.name, filename: part.fileName, contentType: part.mimeType)
        case .file(let url):
            let type = part.mimeType ?? mediaType(of: url)
            return .file(url, name: part.name, filename: part.fileName ?? url.lastPathComponent, contentType: type)
        case .stream(let stream, let length):
            let body = RequestBody.stream(
                length: Int64(clamping: length),
                contentType: part.mimeType,
                once: chunks(of: stream)
            )
            return .body(body, name: part.name, filename: part.fileName)
        }
    }

    /// The media type of a file's extension, as Alamofire finds it.
    private static func mediaType(of file: URL) -> String {
        #if canImport(UniformTypeIdentifiers)
            UTType(filenameExtension: file.pathExtension)?.preferredMIMEType ?? "application/octet-stream"
        #else
            "application/octet-stream"
        #endif
    }
}
