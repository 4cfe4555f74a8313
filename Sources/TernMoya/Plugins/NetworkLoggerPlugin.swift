import Foundation

/// Prints requests and responses, with their secrets. Tern's `LogPlugin` redacts them.
public final class NetworkLoggerPlugin: PluginType {
    /// What is printed, and where. Don't change it while calls run.
    public var configuration: Configuration

    /// A logger with this configuration.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    /// Prints the method and the header fields of requests.
    public class var `default`: NetworkLoggerPlugin { NetworkLoggerPlugin() }

    /// Prints the method, the header fields and the bodies.
    public class var verbose: NetworkLoggerPlugin {
        NetworkLoggerPlugin(configuration: Configuration(logOptions: .verbose))
    }

    public func willSend(_ request: RequestType, target: TargetType) {
        let (options, formatter) = (configuration.logOptions, configuration.formatter)
        if options.contains(.formatRequestAscURL) {
            _ = request.cURLDescription { [weak self] text in
                self?.configuration.output(target, [formatter.entry("Request", text, target)])
            }
            return
        }
        var lines: [String] = []
        func add(_ identifier: String, _ text: String) { lines.append(formatter.entry(identifier, text, target)) }
        if let urlRequest = request.request {
            add("Request", urlRequest.description)
            if options.contains(.requestHeaders) {
                let fields = request.sessionHeaders.merging(urlRequest.allHTTPHeaderFields ?? [:]) { $1 }
                    .sorted { $0.key < $1.key }.map { "\"\($0)\": \"\($1)\"" }
                add("Request Headers", fields.isEmpty ? "[:]" : "[\(fields.joined(separator: ", "))]")
            }
            if options.contains(.requestBody) {
                if let stream = urlRequest.httpBodyStream { add("Request Body Stream", stream.description) }
                if let body = urlRequest.httpBody { add("Request Body", formatter.requestData(body)) }
            }
            if options.contains(.requestMethod), let method = urlRequest.httpMethod {
                add("HTTP Request Method", method)
            }
        } else {
            add("Request", "(invalid request)")
        }
        configuration.output(target, lines)
    }

    public func didReceive(_ result: Result<Response, MoyaError>, target: TargetType) {
        let (options, formatter) = (configuration.logOptions, configuration.formatter)
        var lines: [String] = []
        func add(_ identifier: String, _ text: String) { lines.append(formatter.entry(identifier, text, target)) }
        func add(_ response: Response, _ showsBody: Bool) {
            add("Response", response.response?.description ?? "Received empty network response for \(target).")
            if showsBody { add("Response Body", formatter.responseData(response.data)) }
        }
        switch result {
        case .success(let response): add(response, options.contains(.successResponseBody))
        case .failure(let error):
            if let response = error.response {
                add(response, !options.isDisjoint(with: [.errorResponseBody, .successResponseBody]))
            } else {
                add("Error", "Error calling \(target) : \(error)")
            }
        }
        configuration.output(target, lines)
    }
}
