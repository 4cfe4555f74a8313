import Foundation
import Tern
import TestDoubles

/// A target that counts how often its route is evaluated.
struct CountedTarget: RoutedTarget {
    let count: Watched<Int>
    let makeRoute: @Sendable () -> HTTPRoute

    init(_ count: Watched<Int>, route: @escaping @autoclosure @Sendable () -> HTTPRoute) {
        self.count = count
        makeRoute = route
    }

    var baseURL: URL { OpenTarget().baseURL }

    var route: HTTPRoute {
        count.update { $0 += 1 }
        return makeRoute()
    }
}
