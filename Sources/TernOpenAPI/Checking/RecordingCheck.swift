import Foundation

/// Compares recordings with a document.
package struct RecordingCheck: Sendable {
    private let specification: Specification
    private let finder: OperationFinder
    private let check: ExchangeCheck

    package init(_ specification: Specification) {
        self.specification = specification
        finder = OperationFinder(specification)
        check = ExchangeCheck(specification)
    }

    /// Compares the entries of a HAR file with the document.
    ///
    /// If an entry is for a server of the document, entries for other hosts are left out, and counted.
    ///
    /// - Parameter file: The name for errors.
    // TernTesting reads HAR for replay. This module compiles without it, so that the command is built in seconds.
    package func report(on data: Data, file: String) throws(DocumentProblem) -> RecordingReport {
        let root = try JSONReader.read(data, file: file)
        guard let entries = root["log"]?["entries"]?.list else {
            throw DocumentProblem(file: file, place: root.place, "The file isn't a HAR file: log.entries is missing.")
        }
        let exchanges = entries.enumerated().compactMap { number, entry in
            Exchange(entry: entry).map { (number: number + 1, exchange: $0) }
        }
        let ownHosts = exchanges.filter { finder.isServer(of: $0.exchange.url) }
        var report = RecordingReport()
        report.foreignEntries = ownHosts.isEmpty ? 0 : exchanges.count - ownHosts.count
        for (number, exchange) in ownHosts.isEmpty ? exchanges : ownHosts {
            switch finder.match(method: exchange.method, url: exchange.url) {
            case .operation(let index, let arguments):
                let operation = specification.operations[index]
                let faults =
                    check.faults(ofRequest: exchange, operation, arguments: arguments)
                    + check.faults(ofResponse: exchange, operation)
                report.add(entry: number, to: operation.title, faults)
            // Browsers ask in advance whether they may send a request.
            case .otherMethods where exchange.method == "OPTIONS": break
            case .otherMethods(let methods):
                let text = "the path is only in the document with \(methods.joined(separator: ", "))"
                report.add(entry: number, to: Self.title(of: exchange), [text])
            case .unknown: report.add(entry: number, to: Self.title(of: exchange), ["not in the document"])
            }
        }
        return report
    }

    // MARK: - Private

    /// The method, and the path without segments that may be data.
    private static func title(of exchange: Exchange) -> String {
        let segments = RouteTemplate.segments(of: URLParts(exchange.url).path).map { segment in
            segment.count < 30 && segment.allSatisfy { $0.isASCII && ($0.isLetter || "-_.".contains($0)) }
                || segment.first == "v" && segment.count < 4 ? segment : "*"
        }
        return "\(exchange.method) \(segments.joined(separator: "/"))"
    }
}
