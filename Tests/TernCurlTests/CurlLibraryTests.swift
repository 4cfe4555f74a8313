#if os(Linux)
    import Testing

    @testable import TernHTTP
    @testable import TernCurl

    /// Versions and builds of libcurl that Tern can't use, or can use in part.
    @Suite(.timeLimit(.minutes(20)))
    struct CurlLibraryTests {
        @Test(
            arguments: [
                (nil, false, "libcurl.so.4 can't be loaded: Tern needs libcurl 7.68 or later."),
                // An old libcurl also lacks functions.
                (0x07_3D_01, false, "libcurl 7.61.1 is too old: Tern needs 7.68 or later."),
                (0x07_43_00, true, "libcurl 7.61.1 is too old: Tern needs 7.68 or later."),
                (0x07_44_00, false, "libcurl 7.61.1 lacks a function that Tern needs."),
                (0x07_44_00, true, nil),
            ] as [(UInt32?, Bool, String?)]
        )
        func errorNamesTheVersion(version: UInt32?, isComplete: Bool, reason: String?) {
            let error = CurlLibrary.failure(with: "libcurl 7.61.1", version, isComplete: isComplete)
            #expect(error?.reason == reason)
            #expect(error?.code == reason.map { _ in .transportFailed })
        }

        @Test func loadedLibraryHasAName() {
            #expect(CurlLibrary.name.hasPrefix("libcurl "))
            #expect(CurlLibrary.name.contains("."))
        }

        @Test(arguments: [
            ("OpenSSL/3.0.19", true), ("LibreSSL/3.9", true), ("GnuTLS/3.7.9", false), ("NSS/3.87", false),
        ])
        func openSSLAndItsForksAreKnown(name: String, isOpenSSL: Bool) {
            #expect(CurlLibrary.isOpenSSL(name) == isOpenSSL)
        }

        /// The messages of libcurl 7.88 and 8.23.
        @Test(arguments: [
            "Protocol \"https\" not supported or disabled in libcurl", "Protocol \"https\" not supported",
        ])
        func libcurlWithoutTLSIsNamed(message: String) {
            let error = CurlError.error(1, details: message)
            #expect(error.code == .transportFailed)
            #expect(error.reason == "\(CurlLibrary.name) has no TLS, which an https URL needs.")
        }

        /// `curl_easy_header` doesn't know pseudo-header fields before 7.85, and doesn't exist before 7.83.
        @Test(
            arguments: [(0, false, true), (6, true, true), (7, true, true), (6, false, false), (1, true, false)]
                as [(Int32, Bool, Bool)]
        )
        func requestThatMayUseHTTP2SpeaksItIfLibcurlDoesNotTell(result: Int32, mayUseHTTP2: Bool, speaksHTTP2: Bool) {
            #expect(CurlSlot.speaksHTTP2(result, mayUseHTTP2: mayUseHTTP2) == speaksHTTP2)
        }
    }
#endif
