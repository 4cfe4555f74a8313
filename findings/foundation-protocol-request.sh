#!/usr/bin/env bash
# Foundation of Swift 6.3.1 on Linux: the request that a `URLProtocol` receives lacks the `httpAdditionalHeaders` of its
# session and the body of an upload task, and so do the requests of the task. So a test double can't show them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/main.swift" <<'SWIFT'
import Foundation
import FoundationNetworking

final class Shown: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() {
        let requests = [request, task?.currentRequest, task?.originalRequest].compactMap { $0 }
        let fields = requests.map { $0.value(forHTTPHeaderField: "X-Added") ?? "none" }
        let bodies = requests.map { $0.httpBody != nil || $0.httpBodyStream != nil ? "body" : "none" }
        print("\(type(of: task!)): X-Added \(Set(fields).sorted()), body \(Set(bodies).sorted())")
        let head = HTTPURLResponse(url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil)!
        client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
        client?.urlProtocolDidFinishLoading(self)
    }
    override func stopLoading() {}
}

let configuration = URLSessionConfiguration.ephemeral
configuration.protocolClasses = [Shown.self]
configuration.httpAdditionalHeaders = ["X-Added": "1"]
let session = URLSession(configuration: configuration)
var request = URLRequest(url: URL(string: "http://shop.example/")!)
request.httpMethod = "POST"
let done = DispatchSemaphore(value: 0)
session.uploadTask(with: request, from: Data("body".utf8)) { _, _, _ in done.signal() }.resume()
done.wait()
request.httpBody = Data("body".utf8)
session.dataTask(with: request) { _, _, _ in done.signal() }.resume()
done.wait()
SWIFT
swiftc -swift-version 5 -o "$work/program" "$work/main.swift"
shown=$(timeout 60 "$work/program")
expected='URLSessionUploadTask: X-Added ["none"], body ["none"]
URLSessionDataTask: X-Added ["none"], body ["body"]'
echo "$shown"
[ "$shown" = "$expected" ]
