import Tern

extension MetricsSnapshot {
    /// The metrics in the text format of Prometheus, version 0.0.4, for a response with
    /// `Content-Type: text/plain; version=0.0.4; charset=utf-8`.
    ///
    /// | Metric | Type | Labels |
    /// | --- | --- | --- |
    /// | `tern_requests_total` | counter | `target` |
    /// | `tern_request_errors_total` | counter | `target`, `code` |
    /// | `tern_request_hits_total` | counter | `target`, if a cache has responded |
    /// | `tern_requests_in_flight` | gauge | `target` |
    /// | `tern_request_duration_seconds` | histogram | `target`, and `le` of each bucket |
    ///
    /// - Parameter prefix: The beginning of each name. Characters that Prometheus doesn't allow are replaced by `_`.
    ///   `"tern"` by default.
    public func prometheusText(prefix: String = "tern") -> String {
        let prefix = Self.name(from: prefix)
        var text = ""
        func begin(_ name: String, _ type: String, _ help: String) {
            text += "# HELP \(prefix)_\(name) \(help)\n# TYPE \(prefix)_\(name) \(type)\n"
        }
        func add(_ name: String, _ labels: [(String, String)], _ value: String) {
            let labels = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
            text += "\(prefix)_\(name){\(labels)} \(value)\n"
        }

        begin("requests_total", "counter", "Ended calls.")
        for target in targets { add("requests_total", [("target", target.name)], "\(target.count)") }

        begin("request_errors_total", "counter", "Failed calls, by the code of their error.")
        for target in targets {
            for (code, count) in target.errors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                add("request_errors_total", [("target", target.name), ("code", code.rawValue)], "\(count)")
            }
        }

        let cached = targets.filter { $0.hits > 0 }
        if !cached.isEmpty { begin("request_hits_total", "counter", "Calls with a stored response of a cache.") }
        for target in cached { add("request_hits_total", [("target", target.name)], "\(target.hits)") }

        begin("requests_in_flight", "gauge", "Calls that have not ended.")
        for target in targets { add("requests_in_flight", [("target", target.name)], "\(target.inFlight)") }

        begin("request_duration_seconds", "histogram", "Duration of ended calls.")
        for target in targets {
            let label = ("target", target.name)
            var count = 0
            let bounds = target.latencies.bounds.map { "\($0 / .seconds(1))" } + ["+Inf"]
            for (bound, inBucket) in zip(bounds, target.latencies.counts) {
                count += inBucket
                add("request_duration_seconds_bucket", [label, ("le", bound)], "\(count)")
            }
            add("request_duration_seconds_sum", [label], "\(target.latencies.sum / .seconds(1))")
            add("request_duration_seconds_count", [label], "\(count)")
        }
        return text
    }

    // MARK: - Private

    /// The escaped value of a label.
    private static func escaped(_ value: String) -> String {
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func name(from prefix: String) -> String {
        var name = ""
        for scalar in prefix.unicodeScalars {
            let isAllowed =
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_:".unicodeScalars.contains(scalar))
            name.unicodeScalars.append(isAllowed ? scalar : "_")
        }
        return name.first?.isNumber ?? true ? "_" + name : name
    }
}
