#if canImport(Combine)
    import Combine
    import Foundation

    extension MoyaProvider {
        /// Calls a target for each subscriber, and cancels the call if the subscription is cancelled.
        public func requestPublisher(
            _ target: Target,
            callbackQueue: DispatchQueue? = nil
        ) -> AnyPublisher<Response, MoyaError> {
            CallPublisher { [self] subscriber in
                request(target, callbackQueue: callbackQueue, progress: nil) { result in
                    switch result {
                    case .success(let response):
                        _ = subscriber.receive(response)
                        subscriber.receive(completion: .finished)
                    case .failure(let error): subscriber.receive(completion: .failure(error))
                    }
                }
            }.eraseToAnyPublisher()
        }

        /// Calls a target for each subscriber, and publishes the progress of the call. The last value of a live call
        /// has the response. A stub has no progress.
        public func requestWithProgressPublisher(
            _ target: Target,
            callbackQueue: DispatchQueue? = nil
        ) -> AnyPublisher<ProgressResponse, MoyaError> {
            CallPublisher { [self] subscriber in
                request(target, callbackQueue: callbackQueue, progress: { _ = subscriber.receive($0) }) { result in
                    switch result {
                    case .success: subscriber.receive(completion: .finished)
                    case .failure(let error): subscriber.receive(completion: .failure(error))
                    }
                }
            }.eraseToAnyPublisher()
        }
    }
#endif
