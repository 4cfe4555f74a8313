// A file that imports only Moya uses `URL` and `Data`, too.
@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
