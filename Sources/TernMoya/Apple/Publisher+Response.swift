#if canImport(Combine)
    import Combine
    import Foundation

    extension Publisher where Output == Response, Failure == MoyaError {
        /// See ``Response/filter(statusCodes:)``.
        public func filter<R: RangeExpression>(statusCodes: R) -> AnyPublisher<Response, MoyaError>
        where R.Bound == Int { mapping { try $0.filter(statusCodes: statusCodes) } }

        /// See ``Response/filter(statusCode:)``.
        public func filter(statusCode: Int) -> AnyPublisher<Response, MoyaError> {
            mapping { try $0.filter(statusCode: statusCode) }
        }

        /// See ``Response/filterSuccessfulStatusCodes()``.
        public func filterSuccessfulStatusCodes() -> AnyPublisher<Response, MoyaError> {
            mapping { try $0.filterSuccessfulStatusCodes() }
        }

        /// See ``Response/filterSuccessfulStatusAndRedirectCodes()``.
        public func filterSuccessfulStatusAndRedirectCodes() -> AnyPublisher<Response, MoyaError> {
            mapping { try $0.filterSuccessfulStatusAndRedirectCodes() }
        }

        #if canImport(UIKit) || canImport(AppKit)
            /// See ``Response/mapImage()``.
            public func mapImage() -> AnyPublisher<Image, MoyaError> { mapping { try $0.mapImage() } }
        #endif

        /// See ``Response/mapJSON(failsOnEmptyData:)``.
        public func mapJSON(failsOnEmptyData: Bool = true) -> AnyPublisher<Any, MoyaError> {
            mapping { try $0.mapJSON(failsOnEmptyData: failsOnEmptyData) }
        }

        /// See ``Response/mapString(atKeyPath:)``.
        public func mapString(atKeyPath keyPath: String? = nil) -> AnyPublisher<String, MoyaError> {
            mapping { try $0.mapString(atKeyPath: keyPath) }
        }

        /// See ``Response/map(_:atKeyPath:using:failsOnEmptyData:)``.
        public func map<D: Decodable>(
            _ type: D.Type,
            atKeyPath keyPath: String? = nil,
            using decoder: JSONDecoder = JSONDecoder(),
            failsOnEmptyData: Bool = true
        ) -> AnyPublisher<D, MoyaError> {
            mapping { try $0.map(type, atKeyPath: keyPath, using: decoder, failsOnEmptyData: failsOnEmptyData) }
        }

        private func mapping<Value>(
            _ work: @escaping (Response) throws -> Value
        ) -> AnyPublisher<Value, MoyaError> {
            tryMap(work).mapError { $0 as? MoyaError ?? .underlying($0, nil) }.eraseToAnyPublisher()
        }
    }

    extension Publisher where Output == ProgressResponse, Failure == MoyaError {
        /// The response of the call.
        public func filterCompleted() -> AnyPublisher<Response, MoyaError> {
            compactMap(\.response).eraseToAnyPublisher()
        }

        /// The fractions before the response.
        public func filterProgress() -> AnyPublisher<Double, MoyaError> {
            filter { !$0.completed }.map(\.progress).eraseToAnyPublisher()
        }
    }
#endif
