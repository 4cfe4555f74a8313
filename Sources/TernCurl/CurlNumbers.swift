#if os(Linux)
    import TernHTTP

    /// The `CURLoption` numbers that the engine uses. They are part of libcurl's stable ABI.
    enum CurlOption {
        static let upload: Int32 = 46
        static let sslVersion: Int32 = 32
        static let verbose: Int32 = 41
        static let includesHead: Int32 = 42
        static let noProgress: Int32 = 43
        static let noBody: Int32 = 44
        static let forbidReuse: Int32 = 75
        static let httpVersion: Int32 = 84
        static let freshConnect: Int32 = 74
        static let bufferSize: Int32 = 98
        static let noSignal: Int32 = 99
        static let connectTimeoutMilliseconds: Int32 = 156
        static let decodesTransferCodings: Int32 = 157
        static let protocols: Int32 = 181
        static let pathAsIs: Int32 = 234
        static let pipeWait: Int32 = 237
        static let proxySSLVersion: Int32 = 250
        static let suppressConnectHeaders: Int32 = 265
        static let uploadBufferSize: Int32 = 280
        static let allowsHTTP09: Int32 = 285
        static let quickExit: Int32 = 322
        static let writeData: Int32 = 10_001
        static let url: Int32 = 10_002
        static let proxy: Int32 = 10_004
        static let readData: Int32 = 10_009
        static let errorBuffer: Int32 = 10_010
        static let cookies: Int32 = 10_022
        static let httpHeader: Int32 = 10_023
        static let clientCertificate: Int32 = 10_025
        static let clientCertificateType: Int32 = 10_086
        static let passphrase: Int32 = 10_026
        static let headerData: Int32 = 10_029
        static let userAgent: Int32 = 10_018
        static let cookieFile: Int32 = 10_031
        static let cookieList: Int32 = 10_135
        static let customRequest: Int32 = 10_036
        static let requestTarget: Int32 = 10_266
        static let progressData: Int32 = 10_057
        static let caFile: Int32 = 10_065
        static let privateKey: Int32 = 10_087
        static let debugData: Int32 = 10_095
        static let caPath: Int32 = 10_097
        static let share: Int32 = 10_100
        static let privatePointer: Int32 = 10_103
        static let openSocketData: Int32 = 10_164
        static let seekData: Int32 = 10_168
        static let noProxy: Int32 = 10_177
        static let closeSocketData: Int32 = 10_209
        static let pinnedPublicKey: Int32 = 10_230
        static let unixSocketPath: Int32 = 10_231
        static let proxyCAFile: Int32 = 10_246
        static let proxyCAPath: Int32 = 10_247
        static let prerequestData: Int32 = 10_313
        static let writeFunction: Int32 = 20_011
        static let readFunction: Int32 = 20_012
        static let headerFunction: Int32 = 20_079
        static let debugFunction: Int32 = 20_094
        static let openSocketFunction: Int32 = 20_163
        static let seekFunction: Int32 = 20_167
        static let closeSocketFunction: Int32 = 20_208
        static let progressFunction: Int32 = 20_219
        static let prerequestFunction: Int32 = 20_312
        static let bodySize: Int32 = 30_115
    }

    /// `CURLINFO`.
    enum CurlInfo {
        static let sentRequestBytes: Int32 = 0x20_000c
        static let serverVerifyResult: Int32 = 0x20_000d
        static let connectStatus: Int32 = 0x20_0016
        static let systemError: Int32 = 0x20_0019
        static let newConnections: Int32 = 0x20_001a
        static let primaryPort: Int32 = 0x20_0028
        static let httpVersion: Int32 = 0x20_002e
        static let proxyVerifyResult: Int32 = 0x20_002f
        static let privatePointer: Int32 = 0x10_0015
        static let primaryAddress: Int32 = 0x10_0020
        static let cookieList: Int32 = 0x40_001c
        static let tlsSession: Int32 = 0x40_002d
        static let uploadedBytes: Int32 = 0x60_0007
        static let downloadedBytes: Int32 = 0x60_0008
        static let totalTime: Int32 = 0x60_0032
        static let nameLookupTime: Int32 = 0x60_0033
        static let connectTime: Int32 = 0x60_0034
        static let firstByteTime: Int32 = 0x60_0036
        static let tlsTime: Int32 = 0x60_0038
    }

    /// `CURLMoption`.
    enum CurlMultiOption {
        static let maximumConnections: Int32 = 6
        static let connectionsPerHost: Int32 = 7
        static let streamsPerConnection: Int32 = 16
        static let socketData: Int32 = 10_002
        static let timerData: Int32 = 10_005
        static let socketFunction: Int32 = 20_001
        static let timerFunction: Int32 = 20_004
    }

    /// The events that libcurl waits for (`CURL_POLL_…`), and the events that occurred (`CURL_CSELECT_…`).
    enum CurlSocketEvents {
        static let readable: Int32 = 1
        static let writable: Int32 = 2
        /// libcurl no longer waits for the socket.
        static let removed: Int32 = 4
        /// Passed in place of a socket when libcurl's timer has fired.
        static let timeout: Int32 = -1
    }

    /// `CURLSHOPT_SHARE`, and the kinds of shared data.
    enum CurlShareOption {
        static let share: Int32 = 1
        static let cookies: Int32 = 2
        static let names: Int32 = 3
        static let tlsSessions: Int32 = 4
    }

    /// Values that callbacks return instead of a count of bytes.
    enum CurlCallbackResult {
        /// `CURL_READFUNC_ABORT`.
        static let abortReading = 0x1000_0000
        /// `CURL_READFUNC_PAUSE`.
        static let pauseReading = 0x1000_0001
        /// Any count other than the number of passed bytes ends the transfer.
        static let abortWriting = -1
        /// `CURL_PREREQFUNC_OK`.
        static let proceed: Int32 = 0
        /// `CURL_PREREQFUNC_ABORT`.
        static let abortSending: Int32 = 1
    }

    /// The origin of a field, `CURLH_…`.
    enum CurlHeaderOrigin {
        static let pseudo: UInt32 = 16
    }

    /// `CURLHcode`.
    enum CurlHeaderResult {
        static let ok: Int32 = 0
        static let badArgument: Int32 = 6
        static let notBuiltIn: Int32 = 7
    }

    /// The mask of `curl_easy_pause`.
    enum CurlPause {
        static let receiving: Int32 = 1
        static let sending: Int32 = 4
    }
#endif
