// On Linux `URLRequest`, `URLSession` and their kin live in a module of their own. It is imported here once, for the
// library and for its clients, so that nobody else needs a conditional import to write a plugin.
#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
