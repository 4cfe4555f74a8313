// The values of HTTP and the engine of the platform are in modules of their own. With `import Tern`, clients see their
// names.
@_exported import TernHTTP

#if os(Linux)
    @_exported import TernCurl
#else
    @_exported import TernURLSession
#endif
