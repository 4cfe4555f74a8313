import Foundation
import Tern
import TernOpenAPI
import TernTesting

extension Provider {
    /// Compares the cases of a target with an OpenAPI document, without a network.
    ///
    /// ```swift
    /// let document = try OpenAPIDocument(contentsOf: file)
    /// let report = await Provider<GitHub>().check(against: document, .call(.user("octocat")), .case(.zen))
    /// try report.get()
    /// ```
    ///
    /// For each case, the check looks for the operation with its method and path, and then for required parameters that
    /// the request doesn't send, query parameters that the document doesn't have, arguments and bodies that don't fit
    /// their schemas, and media types that aren't documented. The sample is compared with the response for its status. A
    /// case whose arguments are optional is best passed twice: with none, and with all.
    ///
    /// Nothing is sent, and no plugin runs: so credentials aren't checked. Use `lint` to check that samples decode as
    /// the values of their calls.
    ///
    /// - Returns: A report with all differences, and the operations that no case stands for. Its `get()` throws one error
    ///   that lists them.
    public func check(against document: OpenAPIDocument, _ checks: TargetCheck<Target>...) async -> DocumentReport {
        await check(against: document, checks)
    }

    /// Compares the cases of a target with an OpenAPI document, without a network.
    public func check(against document: OpenAPIDocument, _ checks: [TargetCheck<Target>]) async -> DocumentReport {
        let specification = document.specification
        // The base URL may be that of a test server, with another path.
        let finder = OperationFinder(specification, basePaths: Set(checks.map(\.target.baseURL.path)).sorted())
        let exchangeCheck = ExchangeCheck(specification)
        var covered: Set<Int> = []
        var report = DocumentReport()
        report.checks = checks.count
        for check in checks {
            let name = targetName(of: check.target)
            func add(_ operation: String?, _ texts: [String]) {
                report.findings += texts.map {
                    .init(name: name, operation: operation, source: check.source, text: $0)
                }
            }
            var endpoint = endpointClosure(check.target)
            endpoint.complete(by: configuration)
            var exchange: Exchange
            do throws(TernError) {
                exchange = Exchange(try endpoint.request())
            } catch {
                add(nil, ["The request can't be built: \(error)"])
                continue
            }
            await exchange.add(sample(of: endpoint, at: check.source).response)
            let title = "\(exchange.method) \(check.target.path)"
            switch finder.match(method: exchange.method, url: exchange.url) {
            case .operation(let index, let arguments):
                let operation = specification.operations[index]
                covered.insert(index)
                add(operation.title, exchangeCheck.faults(ofRequest: exchange, operation, arguments: arguments))
                add(operation.title, exchangeCheck.faults(ofResponse: exchange, operation))
            case .otherMethods(let methods):
                add(nil, ["\(title): The document has this path only with \(methods.joined(separator: ", "))."])
            case .unknown:
                add(nil, ["\(title): The document doesn't have this path."])
            }
        }
        report.uncoveredOperations = specification.operations.indices.filter { !covered.contains($0) }
            .map { specification.operations[$0].title }
        return report
    }
}

extension Exchange {
    fileprivate init(_ request: Request) {
        var fields = request.headers.map { Field($0.name, $0.value) }
        if request.headers["Content-Type"] == nil, let type = request.body?.contentType {
            fields.append(("Content-Type", type))
        }
        self.init(method: request.method.rawValue, url: request.url.absoluteString)
        requestFields = fields
        requestBody = request.body.map(\.data) ?? Data()
    }

    /// Adds a sample as the response. A sample that is an error, or missing, is no response.
    fileprivate mutating func add(_ sample: SampleResponse) {
        guard let parts = try? sample.message().parts else { return }
        status = parts.status
        responseFields = parts.headers.map { ($0.name, $0.value) }
        responseBody = parts.body
    }
}
