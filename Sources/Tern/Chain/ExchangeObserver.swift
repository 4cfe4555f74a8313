/// Receives all events of a provider's calls.
package protocol ExchangeObserver: AnyObject, Sendable {
    func observe(_ event: ExchangeEvent, of context: RequestContext)
}
