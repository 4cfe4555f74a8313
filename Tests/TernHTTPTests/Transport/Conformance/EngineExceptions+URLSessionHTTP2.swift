import TernConformance
import TestDoubles

extension EngineExceptions {
    /// Cases on HTTP/2. Their servers use a self-signed certificate.
    static let urlSessionOnHTTP2: [(Exception, [String])] = [
        (
            .fails("FoundationNetworking trusts only the root certificates of the system."),
            [
                "exchanges bodies on HTTP/2 without TLS",
                "sends many requests on HTTP/2 without TLS, with and without content in the responses",
                "uses one HTTP/2 connection for successive requests",
                "sends and receives large bodies on HTTP/2",
                "reads a body with trailers on HTTP/2, and reuses the connection",
                "returns the final response after informational ones on HTTP/2",
                "returns to each of 100 concurrent HTTP/2 requests its own response",
                "receives other HTTP/2 responses while one is held",
                "returns an HTTP/2 response that ends with RST_STREAM NO_ERROR before the request body ends",
                "fails when RST_STREAM NO_ERROR ends a body that is shorter than its Content-Length",
                "sends field values on HTTP/2 without spaces and tabs around them",
                "resets an HTTP/2 stream that is cancelled, or closes its connection",
                "sends a POST once when a reused HTTP/2 connection is closed",
                "sends a GET again when a reused HTTP/2 connection is closed",
                "sends a POST once when a reused HTTP/2 connection is reset",
                "sends a GET again when a reused HTTP/2 connection is reset",
                "sends a POST once when a reused HTTP/2 connection ends with a GOAWAY at its stream",
                "sends a GET again when a reused HTTP/2 connection ends with a GOAWAY at its stream",
                "sends a POST once when a reused HTTP/2 connection resets its stream with INTERNAL_ERROR",
                "sends a GET again when a reused HTTP/2 connection resets its stream with INTERNAL_ERROR",
                "sends a POST once when a reused HTTP/2 connection resets its stream with CANCEL",
                "sends a GET again when a reused HTTP/2 connection resets its stream with CANCEL",
                "handles a reused HTTP/2 connection that refuses the stream of a GET",
                "handles a reused HTTP/2 connection that refuses the stream of a POST",
                "sends a GET again when a new HTTP/2 connection refuses its stream",
                "sends a GET again after a GOAWAY below its stream on a connection that the server leaves open",
                "sends a GET again after a GOAWAY below its stream on a connection that the server closes",
                "sends a POST again when a new HTTP/2 connection refuses its stream",
                "sends a POST again after a GOAWAY below its stream on a connection that the server leaves open",
                "sends a POST again after a GOAWAY below its stream on a connection that the server closes",
                "opens few HTTP/2 connections for 1000 requests when each allows 100 at a time",
                "opens few HTTP/2 connections for 200 requests when each allows 1 at a time",
                "limits the bytes sent to stalled HTTP/2 streams, and reads other streams",
                "fails after HTTP_1_1_REQUIRED if only HTTP/2 is allowed",
                "sends a GET with HTTP/1.1 after HTTP_1_1_REQUIRED on a new connection",
                "sends a GET with HTTP/1.1 after HTTP_1_1_REQUIRED on a new connection, for a stream",
                "sends a GET with HTTP/1.1 after HTTP_1_1_REQUIRED on a reused connection",
                "sends a POST once on a new HTTP/2 connection that is closed, although an earlier stream was refused",
                "sends a POST once on a new HTTP/2 connection that is reset, although an earlier stream was refused",
                "sends a POST with HTTP/1.1 after HTTP_1_1_REQUIRED on a new connection",
                "sends a POST with HTTP/1.1 after HTTP_1_1_REQUIRED on a new connection, for a stream",
                "sends a POST with HTTP/1.1 after HTTP_1_1_REQUIRED on a reused connection",
                "waits while the bytes of an upload leave slowly",
                "fails with timedOut when the server sends only PING frames after an upload",
            ]
                + TransportConformance.cases.map(\.name).filter {
                    $0.contains("HTTP/2 connection whose response ends") || $0.contains("follows a part of the")
                        || $0.hasPrefix("ends all calls of an HTTP/2 connection at once")
                }
        ),
        (
            .fails("FoundationNetworking can't be limited to HTTP/1.1, and trusts only the roots of the system."),
            [
                "reuses a TLS connection with HTTP/1.1 if no bytes follow the response",
                "sends a GET on a new connection after bytes in the TLS record that ends a chunked body",
                "sends a GET on a new connection after bytes in the TLS record that ends a long body with Content-Length",
                "sends a GET on a new connection after bytes in the TLS record that ends a long body with Content-Length, and its head",
                "sends a GET on a new connection after bytes in the TLS record that ends a response without content",
                "sends a GET on a new connection after bytes in the TLS record that ends a short body with Content-Length",
                "sends a POST on a new connection after bytes in the TLS record that ends a chunked body",
                "sends a POST on a new connection after bytes in the TLS record that ends a long body with Content-Length",
                "sends a POST on a new connection after bytes in the TLS record that ends a long body with Content-Length, and its head",
                "sends a POST on a new connection after bytes in the TLS record that ends a response without content",
                "sends a POST on a new connection after bytes in the TLS record that ends a short body with Content-Length",
            ] + TransportConformance.cases.map(\.name).filter { $0.contains("a body without a length that ends with") }
        ),
    ]
}
