import Foundation

/// One call on its way to a server or a stub, and back: the values that its stages and its plugins share.
final class Exchange: Sendable {
    /// The target. For a `MultiTarget`, the target inside.
    let target: any TargetType
    /// Unique within the provider.
    let id: Int
    let clock: Box<any Clock<Duration>>
    let attributes: RequestAttributes
    /// The stages, from the first plugin to the transport.
    let stages: [any Stage]
    let validation: Validation
    let authorization: Authorization
    /// The longest time of an attempt. A shorter timeout of the request applies instead.
    let timeout: Duration?
    /// The idle timeout of the options or of the route, which overrides that of the request. `nil` if they have none.
    let idleTimeout: Duration?
    /// The limit of a collected body, unless the request has another one.
    let maximumBodyBytes: Int
    let progress: CallProgress?
    let observer: (any ExchangeObserver)?
    /// `nil` if the call isn't stubbed.
    let stub: StubTransport?
    /// The URL of the endpoint closure. `nil` without an endpoint.
    let endpointURL: String?
    /// The decoder of the provider. `nil` without a provider.
    let decoder: JSONDecoder?

    private let attempts: Locked<CallAttempts>

    init(
        target: any TargetType,
        id: Int = 1,
        clock: Box<any Clock<Duration>>,
        attributes: RequestAttributes = RequestAttributes(),
        stages: [any Stage] = [],
        validation: Validation = .none,
        authorization: Authorization = .none,
        timeout: Duration? = nil,
        idleTimeout: Duration? = nil,
        maximumBodyBytes: Int = Request.Delivery.defaultLimit,
        progress: CallProgress? = nil,
        observer: (any ExchangeObserver)? = nil,
        stub: StubTransport? = nil,
        endpointURL: String? = nil,
        decoder: JSONDecoder? = nil,
        firstAttempt: Int = 1
    ) {
        self.target = target
        self.id = id
        self.clock = clock
        self.attributes = attributes
        self.stages = stages
        self.validation = validation
        self.authorization = authorization
        self.timeout = timeout
        self.idleTimeout = idleTimeout
        self.maximumBodyBytes = maximumBodyBytes
        self.progress = progress
        self.observer = observer
        self.stub = stub
        self.endpointURL = endpointURL
        self.decoder = decoder
        attempts = Locked(CallAttempts(first: firstAttempt))
    }

    /// The same call for a request that several calls share. It counts separately, and has no progress of its own.
    func forked() -> Exchange {
        Exchange(
            target: target,
            id: id,
            clock: clock,
            attributes: attributes,
            stages: stages,
            validation: validation,
            authorization: authorization,
            maximumBodyBytes: maximumBodyBytes,
            observer: observer,
            stub: stub,
            endpointURL: endpointURL,
            decoder: decoder
        )
    }

    /// Sends a request through all stages.
    func send(_ request: Request) async throws(TernError) -> Response {
        do throws(TernError) {
            var response = try await NextStage(RequestContext(self)).send(request)
            // A plugin may have created the response, or kept it from another call.
            response.target = target
            response.attempts = sentCount
            return response
        } catch {
            throw error.about(target: target, attempts: sentCount)
        }
    }

    // MARK: - Attempts

    /// The number of times that all attempts have sent the request. Redirects don't count.
    var sentCount: Int { attempts.withLock { $0.sent } }

    /// Counts requests.
    func addSent(_ count: Int) { attempts.withLock { $0.sent += count } }

    /// See ``CallAttempts/begin(_:at:)``.
    func begin(_ attempt: Int, at depth: Int) -> Int { attempts.withLock { $0.begin(attempt, at: depth) } }

    /// See ``CallAttempts/pass(isRedirect:in:)``.
    func pass(isRedirect: Bool, in attempt: Int) { attempts.withLock { $0.pass(isRedirect: isRedirect, in: attempt) } }

    /// See ``CallAttempts/send(in:)``.
    func countsSending(in attempt: Int) -> Bool { attempts.withLock { $0.send(in: attempt) } }

    // MARK: - Values

    /// The value that plugins keep for the call. It begins with the attribute of the call's options.
    func value<Key: RequestAttributeKey>(of key: Key.Type) -> Key.Value {
        attempts.withLock { $0.value(of: key) }?.withLock { $0 } ?? attributes[key]
    }

    func settableValue<Key: RequestAttributeKey>(of key: Key.Type) -> Locked<Key.Value> {
        attempts.withLock { $0.settableValue(of: key, beginningWith: attributes[key]) }
    }
}
