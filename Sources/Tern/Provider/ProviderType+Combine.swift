// This file is typechecked against a small replacement for Combine. It has not been run on an Apple platform yet.
#if canImport(Combine)
    import Combine
    import Foundation

    extension ProviderType {
        /// A publisher that sends a target's request for each subscriber, and delivers the response.
        ///
        /// ```swift
        /// github.publisher(for: .zen).map(\.statusCode).sink { … } receiveValue: { … }
        /// ```
        ///
        /// It delivers on the provider's callback queue, or else on the main queue. Cancelling the subscription cancels
        /// the call. The request is sent only after a demand.
        public func publisher(
            for target: Target,
            options: CallOptions = CallOptions()
        ) -> AnyPublisher<Response, TernError> {
            CallPublisher<Response> {
                request(target, options: options, callbackQueue: callbackQueue, completion: $0)
            }.eraseToAnyPublisher()
        }

        /// A publisher that makes a call for each subscriber, and delivers its value, as ``publisher(for:options:)``.
        public func publisher<Value: SendableMetatype>(
            for call: Call<Target, Value>,
            options: CallOptions = CallOptions()
        ) -> AnyPublisher<Value, TernError> {
            CallPublisher<Value> {
                value(call, options: options, callbackQueue: callbackQueue, completion: $0)
            }.eraseToAnyPublisher()
        }
    }

    /// Makes a call for each subscriber.
    private struct CallPublisher<Output: SendableMetatype>: Publisher {
        typealias Failure = TernError
        /// Makes the call, and passes its result to the closure, which is called once.
        typealias Start = (_ completion: @escaping @Sendable (Result<Output, TernError>) -> Void) -> CallHandle

        let start: Start

        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == TernError {
            subscriber.receive(subscription: CallSubscription(AnySubscriber(subscriber), start))
        }
    }

    // All properties are used under the lock. The subscriber is called outside of it, by one thread.
    private final class CallSubscription<Output: SendableMetatype>: Subscription, @unchecked Sendable {
        private let lock = NSLock()
        /// `nil` after the end and after a cancellation.
        private var subscriber: AnySubscriber<Output, TernError>?
        private var start: CallPublisher<Output>.Start?
        private var handle: CallHandle?

        init(_ subscriber: AnySubscriber<Output, TernError>, _ start: @escaping CallPublisher<Output>.Start) {
            self.subscriber = subscriber
            self.start = start
        }

        /// Makes the call after the first demand, so that there is a demand for its value.
        func request(_ demand: Subscribers.Demand) {
            guard demand > .none else { return }
            lock.lock()
            let start = start
            self.start = nil
            lock.unlock()
            guard let handle = start?({ self.finish($0) }) else { return }
            lock.lock()
            let isOver = subscriber == nil
            if !isOver { self.handle = handle }
            lock.unlock()
            if isOver { handle.cancel() }
        }

        func cancel() {
            lock.lock()
            let handle = handle
            (subscriber, start, self.handle) = (nil, nil, nil)
            lock.unlock()
            handle?.cancel()
        }

        private func finish(_ result: Result<Output, TernError>) {
            let completion: Subscribers.Completion<TernError>
            switch result {
            case .success(let value):
                lock.lock()
                let subscriber = subscriber
                lock.unlock()
                _ = subscriber?.receive(value)
                completion = .finished
            case .failure(let error):
                completion = .failure(error)
            }
            // The subscriber may have cancelled when it received the value.
            lock.lock()
            let subscriber = subscriber
            (self.subscriber, handle) = (nil, nil)
            lock.unlock()
            subscriber?.receive(completion: completion)
        }
    }
#endif
