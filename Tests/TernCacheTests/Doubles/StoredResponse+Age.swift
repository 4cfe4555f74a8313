import Foundation
import Tern

@testable import TernCache

extension Date {
    /// The time at which the tests' responses arrive: Sun, 06 Nov 1994 08:49:37 GMT.
    static let arrival = Date(timeIntervalSince1970: 784_111_777)

    static func + (date: Date, duration: Duration) -> Date {
        date.addingTimeInterval(duration / .seconds(1))
    }
}

extension StoredResponse {
    /// A response that was requested and received at ``Foundation/Date/arrival``.
    static func stored(
        _ headers: HTTPHeaders,
        id: UInt64 = 1,
        status: Int = 200,
        body: String = "body",
        for request: HTTPHeaders = [:],
        at time: Date = .arrival
    ) -> StoredResponse {
        StoredResponse(
            id: id,
            status: status,
            headers: headers,
            body: .data(Data(body.utf8)),
            selecting: SelectingField.all(for: headers, of: request) ?? [],
            requestTime: time,
            responseTime: time
        )
    }
}

extension SelectingField {
    static func all(for response: HTTPHeaders, of request: HTTPHeaders) -> [SelectingField]? {
        all(for: response, of: request, key: Data())
    }
}

extension Request {
    static func get(_ headers: HTTPHeaders = [:], method: HTTPMethod = .get) -> Request {
        Request(url: URL(string: "https://api.example.com/things")!, method: method, headers: headers)
    }
}
