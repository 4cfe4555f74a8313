extension EngineExceptions {
    /// Cases on HTTP/2, which take a server with a certificate of its own.
    static let urlSessionOnHTTP2: [(Exception, [String])] = [
        (
            .fails("FoundationNetworking trusts the system's roots only."),
            [
                "exchanges bodies on HTTP/2 without TLS",
                "uses one HTTP/2 connection for requests one after another",
                "sends and receives large bodies on HTTP/2",
                "survives trailers on HTTP/2, and keeps the connection",
                "returns the final response after informational ones on HTTP/2",
                "gives each of 100 HTTP/2 requests at a time its own response",
                "receives other HTTP/2 responses while one is held",
                "returns an HTTP/2 response before the end of the body, and RST_STREAM with NO_ERROR",
                "resets an HTTP/2 stream that is cancelled, or closes its connection",
                "sends a POST once where a kept HTTP/2 connection is closed",
                "sends a GET again where a kept HTTP/2 connection is closed",
                "sends a POST once where a kept HTTP/2 connection is reset",
                "sends a GET again where a kept HTTP/2 connection is reset",
                "sends a POST once where a kept HTTP/2 connection ends with a GOAWAY at its stream",
                "sends a GET again where a kept HTTP/2 connection ends with a GOAWAY at its stream",
                "sends a POST once where a kept HTTP/2 connection resets its stream with INTERNAL_ERROR",
                "sends a GET again where a kept HTTP/2 connection resets its stream with INTERNAL_ERROR",
                "sends a POST once where a kept HTTP/2 connection resets its stream with CANCEL",
                "sends a GET again where a kept HTTP/2 connection resets its stream with CANCEL",
                "survives a kept HTTP/2 connection that refuses the stream of a GET",
                "survives a kept HTTP/2 connection that refuses the stream of a POST",
                "sends a GET again whose stream a new HTTP/2 connection refuses",
                "sends a GET again after a GOAWAY below its stream on a connection that the server leaves open",
                "sends a GET again after a GOAWAY below its stream on a connection that the server closes",
                "sends a POST again whose stream a new HTTP/2 connection refuses",
                "sends a POST again after a GOAWAY below its stream on a connection that the server leaves open",
                "sends a POST again after a GOAWAY below its stream on a connection that the server closes",
                "opens few HTTP/2 connections for 1000 requests where each takes 100 at a time",
                "opens few HTTP/2 connections for 200 requests where each takes 1 at a time",
                "bounds what stalled HTTP/2 streams hold, and goes on beside them",
            ]
        )
    ]
}
