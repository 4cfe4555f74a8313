import Tern
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct StorabilityTests {
    @Test(
        arguments: [
            (200, [:], true), (404, [:], true), (500, [:], false), (500, ["Cache-Control": "max-age=1"], true),
            (302, [:], false), (302, ["Expires": "0"], true), (206, ["Cache-Control": "max-age=1"], false),
            (304, ["Cache-Control": "max-age=1"], false), (412, ["Cache-Control": "max-age=1"], false),
            (416, ["Cache-Control": "max-age=1"], false), (101, ["Cache-Control": "max-age=1"], false),
            (299, ["Cache-Control": "private"], true), (200, ["Cache-Control": "no-store"], false),
            (200, ["Cache-Control": "No-Store, max-age=100"], false), (200, ["Cache-Control": "no-cache"], true),
            (200, ["Cache-Control": "must-understand, no-store"], true),
            (299, ["Cache-Control": "must-understand, no-store, public"], false),
            (200, ["Vary": "*"], false), (200, ["Vary": "Accept", "vary": "X, *"], false),
        ] as [(Int, HTTPHeaders, Bool)]
    )
    func storability(status: Int, headers: HTTPHeaders, expected: Bool) {
        #expect(Storability.isStorable(status, headers, CacheControl(headers), request: [:]) == expected)
    }

    @Test func aCodedResponseToARequestForARangeIsNotStored() {
        let range: HTTPHeaders = ["Range": "bytes=0-"]

        #expect(!Storability.isStorable(200, ["Content-Encoding": "gzip"], CacheControl(), request: range))
        #expect(Storability.isStorable(200, ["Content-Encoding": "identity"], CacheControl(), request: range))
        #expect(Storability.isStorable(200, [:], CacheControl(), request: range))
    }
}
