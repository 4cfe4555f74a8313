import Foundation
import Tern

/// One attempt of a call: the request, and the response, the error or both of them.
struct LiveExchange: Sendable {
    var request: URLRequest?
    var response: Response?
    var error: (any Swift.Error)?

    var result: Result<Response, MoyaError> {
        if let error { return .failure(.underlying(error, response)) }
        if let response { return .success(response) }
        return .failure(.underlying(NSError(domain: NSURLErrorDomain, code: NSURLErrorUnknown), nil))
    }

    /// Sends the request of a call, and sends it again with the credentials if the server asks for the Basic scheme.
    mutating func send(_ request: URLRequest, of call: LiveCall, credentials: Guarded<BasicCredentials?>) async {
        do {
            var received = try await Self.response(to: request, of: call)
            // A stream of the app can be read only once.
            if received.statusCode == 401, request.httpBodyStream == nil, let credentials = credentials.value,
                received.headers["WWW-Authenticate"]?.lowercased().hasPrefix("basic") == true
            {
                if let file = received.fileURL { Self.remove(file) }
                var authorized = request
                authorized.setValue(credentials.fieldValue, forHTTPHeaderField: "Authorization")
                received = try await Self.response(to: authorized, of: call)
            }
            response = Response(received, to: request)
            if let file = received.fileURL, let head = received.response,
                let destination = call.endpoint.task.destination
            {
                try Self.move(file, to: destination(file, head))
            }
            if !call.target.validationType.accepts(received.statusCode) { error = Self.refused(received.statusCode) }
        } catch let error as TernError {
            if error.code == .unacceptableStatus, let received = error.response {
                response = Response(received, to: request)
                self.error = Self.refused(received.statusCode)
            } else {
                response = error.response.map { Response($0, to: request) }
                self.error =
                    error.code == .cancelled
                    ? AFError.explicitlyCancelled : .sessionTaskFailed(error: error.urlError(of: request))
            }
        } catch is CancellationError {
            error = AFError.explicitlyCancelled
        } catch {
            self.error = error as? AFError ?? AFError.createURLRequestFailed(error: error)
        }
    }

    // MARK: - Private

    private static func refused(_ status: Int) -> AFError {
        .responseValidationFailed(reason: .unacceptableStatusCode(code: status))
    }

    private static func response(to urlRequest: URLRequest, of call: LiveCall) async throws -> Tern.Response {
        var request = try Tern.Request(urlRequest, session: call.session, body: { try call.uploadBody() })
        if call.endpoint.task.destination != nil {
            let name = "TernMoya-\(UUID().uuidString)"
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            request.delivery = .download(.file(file, resumes: false))
        }
        var options = call.bridged?.options ?? CallOptions()
        options.headers = [:]
        let isUpload = request.body != nil && call.endpoint.task.isUpload
        if call.hasProgress {
            options.progressObservers.append { call.report($0, isUpload: isUpload) }
        }
        let target = SentTarget(request: request, validation: call.bridged?.validation ?? .none)
        return try await call.session.provider.response(to: target, options: options)
    }

    private static func move(
        _ file: URL,
        to destination: (destinationURL: URL, options: DownloadRequest.Options)
    ) throws(AFError) {
        let (url, options) = destination
        guard url != file else { return }
        do {
            let files = FileManager.default
            if options.contains(.removePreviousFile), files.fileExists(atPath: url.path) {
                try files.removeItem(at: url)
            }
            if options.contains(.createIntermediateDirectories) {
                try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            }
            try files.moveItem(at: file, to: url)
        } catch {
            remove(file)
            throw AFError.downloadedFileMoveFailed(error: error, source: file, destination: url)
        }
    }

    /// Removes a temporary file that no destination has.
    private static func remove(_ file: URL) { try? FileManager.default.removeItem(at: file) }
}
