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
            CallPublisher<Response> { send, end in
                request(target, options: options, callbackQueue: callbackQueue) { result in
                    if case .success(let response) = result { send(response) }
                    end(result.failure)
                }
            }.eraseToAnyPublisher()
        }

        /// A publisher that makes a call for each subscriber, and delivers its value, as ``publisher(for:options:)``.
        public func publisher<Value: SendableMetatype>(
            for call: Call<Target, Value>,
            options: CallOptions = CallOptions()
        ) -> AnyPublisher<Value, TernError> {
            CallPublisher<Value> { send, end in
                value(call, options: options, callbackQueue: callbackQueue) { result in
                    switch result {
                    case .success(let value):
                        send(value)
                        end(nil)
                    case .failure(let error): end(error)
                    }
                }
            }.eraseToAnyPublisher()
        }

        /// A publisher of the progress of a call and of its response, as ``transfer(_:options:)``. Progress without a
        /// demand of the subscriber is dropped. The response is never dropped.
        public func transferPublisher(
            for target: Target,
            options: CallOptions = CallOptions()
        ) -> AnyPublisher<TransferEvent, TernError> {
            CallPublisher<TransferEvent>(isLast: { if case .response = $0 { true } else { false } }) { send, end in
                var options = options
                let progress = options.progress
                options.progress = {
                    progress?($0)
                    send(.progress($0))
                }
                return request(target, options: options, callbackQueue: callbackQueue) { result in
                    if case .success(let response) = result { send(.response(response)) }
                    end(result.failure)
                }
            }.eraseToAnyPublisher()
        }
    }

    extension Result where Failure == TernError {
        fileprivate var failure: TernError? { if case .failure(let error) = self { error } else { nil } }
    }

    /// Makes a call for each subscriber.
    private struct CallPublisher<Output: SendableMetatype>: Publisher {
        typealias Failure = TernError
        /// Makes the call. `send` delivers values, and `end` is called once.
        typealias Start = (
            _ send: @escaping @Sendable (Output) -> Void,
            _ end: @escaping @Sendable (TernError?) -> Void
        ) -> CallHandle

        /// Whether no further value follows this one. The closures of a concurrent queue can pass later values.
        var isLast: @Sendable (Output) -> Bool = { _ in true }
        let start: Start

        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == TernError {
            let subscription = CallSubscription(
                CallSubscription<Output>.Target(receive: subscriber.receive, complete: subscriber.receive(completion:)),
                isLast,
                start
            )
            subscriber.receive(subscription: subscription)
        }
    }

    // All properties are used under the lock. The subscriber is called outside of it, by one thread at a time.
    private final class CallSubscription<Output: SendableMetatype>: Subscription, @unchecked Sendable {
        struct Target {
            let receive: (Output) -> Subscribers.Demand
            let complete: (Subscribers.Completion<TernError>) -> Void
        }

        private let lock = NSLock()
        private var subscriber: Target?
        private var start: CallPublisher<Output>.Start?
        private var handle: CallHandle?
        private var demand = Subscribers.Demand.none
        /// The last value that had no demand yet. It is delivered before the end.
        private var waiting: Output?
        private var end: Subscribers.Completion<TernError>?
        private var isDelivering = false
        private let isLast: @Sendable (Output) -> Bool
        /// Whether the last value was passed.
        private var hasLast = false

        init(
            _ subscriber: Target,
            _ isLast: @escaping @Sendable (Output) -> Bool,
            _ start: @escaping CallPublisher<Output>.Start
        ) {
            self.subscriber = subscriber
            self.isLast = isLast
            self.start = start
        }

        func request(_ demand: Subscribers.Demand) {
            guard demand > .none else { return }
            lock.lock()
            self.demand += demand
            let start = start
            self.start = nil
            lock.unlock()
            guard let start else { return deliver() }
            let handle = start({ self.send($0) }, { self.finish($0) })
            lock.lock()
            let isCancelled = subscriber == nil && end == nil
            if !isCancelled { self.handle = handle }
            lock.unlock()
            if isCancelled { handle.cancel() }
        }

        func cancel() {
            lock.lock()
            let handle = handle
            (subscriber, start, self.handle, waiting) = (nil, nil, nil, nil)
            lock.unlock()
            handle?.cancel()
        }

        private func send(_ value: Output) {
            lock.lock()
            if !hasLast { (waiting, hasLast) = (value, isLast(value)) }
            lock.unlock()
            deliver()
        }

        private func finish(_ error: TernError?) {
            lock.lock()
            end = error.map { .failure($0) } ?? .finished
            lock.unlock()
            deliver()
        }

        /// Delivers the waiting value if there is a demand for it, and then the end. One thread delivers at a time.
        private func deliver() {
            lock.lock()
            guard !isDelivering else { return lock.unlock() }
            isDelivering = true
            while let subscriber, let value = waiting, demand > .none {
                waiting = nil
                demand -= 1
                lock.unlock()
                let more = subscriber.receive(value)
                lock.lock()
                demand += more
            }
            isDelivering = false
            guard waiting == nil, let subscriber, let end else { return lock.unlock() }
            self.subscriber = nil
            handle = nil
            lock.unlock()
            subscriber.complete(end)
        }
    }
#endif
