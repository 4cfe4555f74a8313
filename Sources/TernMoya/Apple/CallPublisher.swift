#if canImport(Combine)
    import Combine
    import Foundation

    /// Begins a call when a subscriber asks for its first value, and cancels it with the subscription.
    struct CallPublisher<Output>: Publisher {
        typealias Failure = MoyaError

        let start: (AnySubscriber<Output, MoyaError>) -> any Cancellable

        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == MoyaError {
            subscriber.receive(subscription: CallSubscription(AnySubscriber(subscriber), start))
        }
    }

    /// Ignores the demand after the first request for values, as Moya's subscriptions do.
    private final class CallSubscription<Output>: Subscription {
        private let subscriber: AnySubscriber<Output, MoyaError>
        private let start: (AnySubscriber<Output, MoyaError>) -> any Cancellable
        private let hasBegun = Guarded(false)
        private let handle = CallHandle()

        init(
            _ subscriber: AnySubscriber<Output, MoyaError>,
            _ start: @escaping (AnySubscriber<Output, MoyaError>) -> any Cancellable
        ) {
            self.subscriber = subscriber
            self.start = start
        }

        func request(_ demand: Subscribers.Demand) {
            let isFirst = hasBegun.update { hasBegun in
                defer { hasBegun = true }
                return !hasBegun
            }
            guard isFirst, demand > .none else { return }
            let token = Unchecked(start(subscriber))
            handle.follow(CancellableToken { token.value.cancel() })
        }

        func cancel() { handle.cancel() }
    }
#endif
