// On Linux, `URLRequest`, `URLSession` and related types are in a separate module. This file imports it for the library
// and for its clients, so that a plugin needs no conditional import.
#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
