import Foundation

/// The functions of OpenSSL that a TLS server needs, opened at run time. libcurl is linked with it on most systems.
struct OpenSSL: Sendable {
    typealias Object = OpaquePointer
    typealias SelectProtocol =
        @convention(c) @Sendable (
            Object?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?, UnsafePointer<UInt8>?,
            UInt32, UnsafeMutableRawPointer?
        ) -> Int32

    let serverMethod: @convention(c) @Sendable () -> Object?
    let newContext: @convention(c) @Sendable (Object?) -> Object?
    let freeContext: @convention(c) @Sendable (Object?) -> Void
    let useCertificate: @convention(c) @Sendable (Object?, Int32, UnsafePointer<UInt8>?) -> Int32
    let useKey: @convention(c) @Sendable (Int32, Object?, UnsafePointer<UInt8>?, Int) -> Int32
    let setProtocolSelection: @convention(c) @Sendable (Object?, SelectProtocol?, UnsafeMutableRawPointer?) -> Void
    let newSession: @convention(c) @Sendable (Object?) -> Object?
    let freeSession: @convention(c) @Sendable (Object?) -> Void
    let setPipes: @convention(c) @Sendable (Object?, Object?, Object?) -> Void
    let setAccepting: @convention(c) @Sendable (Object?) -> Void
    let isHandshakeOver: @convention(c) @Sendable (Object?) -> Int32
    let read: @convention(c) @Sendable (Object?, UnsafeMutableRawPointer?, Int32) -> Int32
    let write: @convention(c) @Sendable (Object?, UnsafeRawPointer?, Int32) -> Int32
    let shutDown: @convention(c) @Sendable (Object?) -> Int32
    let error: @convention(c) @Sendable (Object?, Int32) -> Int32
    let clearErrors: @convention(c) @Sendable () -> Void
    let memory: @convention(c) @Sendable () -> Object?
    let newPipe: @convention(c) @Sendable (Object?) -> Object?
    let readPipe: @convention(c) @Sendable (Object?, UnsafeMutableRawPointer?, Int32) -> Int32
    let writePipe: @convention(c) @Sendable (Object?, UnsafeRawPointer?, Int32) -> Int32

    /// The library, opened once per process. `nil` if OpenSSL isn't installed.
    static let shared = try? OpenSSL()

    private struct Missing: Error {}

    private init() throws(Missing) {
        guard let library = Self.library else { throw Missing() }
        serverMethod = try Self.function("TLS_server_method", of: library)
        newContext = try Self.function("SSL_CTX_new", of: library)
        freeContext = try Self.function("SSL_CTX_free", of: library)
        useCertificate = try Self.function("SSL_CTX_use_certificate_ASN1", of: library)
        useKey = try Self.function("SSL_CTX_use_PrivateKey_ASN1", of: library)
        setProtocolSelection = try Self.function("SSL_CTX_set_alpn_select_cb", of: library)
        newSession = try Self.function("SSL_new", of: library)
        freeSession = try Self.function("SSL_free", of: library)
        setPipes = try Self.function("SSL_set_bio", of: library)
        setAccepting = try Self.function("SSL_set_accept_state", of: library)
        isHandshakeOver = try Self.function("SSL_is_init_finished", of: library)
        read = try Self.function("SSL_read", of: library)
        write = try Self.function("SSL_write", of: library)
        shutDown = try Self.function("SSL_shutdown", of: library)
        error = try Self.function("SSL_get_error", of: library)
        clearErrors = try Self.function("ERR_clear_error", of: library)
        memory = try Self.function("BIO_s_mem", of: library)
        newPipe = try Self.function("BIO_new", of: library)
        readPipe = try Self.function("BIO_read", of: library)
        writePipe = try Self.function("BIO_write", of: library)
    }

    #if os(Linux)
        private static var library: UnsafeMutableRawPointer? {
            dlopen("libssl.so.3", RTLD_NOW) ?? dlopen("libssl.so.1.1", RTLD_NOW)
        }

        private static func function<Function>(
            _ name: String,
            of library: UnsafeMutableRawPointer
        ) throws(Missing) -> Function {
            guard let function = dlsym(library, name) else { throw Missing() }
            return unsafeBitCast(function, to: Function.self)
        }
    #else
        /// Apple's systems don't include OpenSSL.
        private static var library: UnsafeMutableRawPointer? { nil }

        private static func function<Function>(
            _ name: String,
            of library: UnsafeMutableRawPointer
        ) throws(Missing) -> Function {
            throw Missing()
        }
    #endif
}
