import Foundation
import Tern

/// Reads the body of a request.
enum StubRequestBody {
    /// The body from memory, or from the request's stream, which is read to its end. Blocks until the stream has ended.
    static func data(of request: URLRequest) -> Data {
        if let body = request.httpBody { return body }
        return request.httpBodyStream.map(data(of:)) ?? Data()
    }

    private static func data(of stream: InputStream) -> Data {
        stream.open()
        defer { stream.close() }
        var body = Data()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = stream.read(&buffer, maxLength: buffer.count)
            guard count > 0 else { return body }
            body.append(contentsOf: buffer[..<count])
        }
    }
}

extension RecordedRequest {
    init(_ request: URLRequest, body: Data) {
        let head = RecordedRequest(request)
        self.init(method: head.method, url: head.url, headers: head.headers, body: body)
    }
}

extension Request {
    /// Creates a request whose body stream was already read.
    init(withoutStream request: URLRequest) throws(TernError) {
        var request = request
        request.httpBodyStream = nil
        self = try Request(request)
    }
}
