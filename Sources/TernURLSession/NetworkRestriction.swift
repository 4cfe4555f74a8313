import Foundation
import TernHTTP

/// Names the option that excludes the only available network.
enum NetworkRestriction {
    /// - Returns: The error with code `.notConnected`, or `nil` if the session reports no such reason.
    static func error(for error: any Error) -> TernError? {
        #if canImport(FoundationNetworking)
            return nil
        #else
            // Documentation of URLError.networkUnavailableReason.
            guard let reason = (error as? URLError)?.networkUnavailableReason else { return nil }
            let (network, option): (String, String) =
                switch reason {
                case .cellular: ("a cellular", "allowsCellularAccess")
                case .expensive: ("an expensive", "allowsExpensiveNetworkAccess")
                case .constrained: ("a constrained", "allowsConstrainedNetworkAccess")
                @unknown default: ("an excluded", "Options")
                }
            return TernError(
                .notConnected,
                reason: "The only available network is \(network) network, which the request may not use.",
                advice: "Wait for another network (waitsForConnectivity), or allow this one (\(option)).",
                underlying: error
            )
        #endif
    }
}
