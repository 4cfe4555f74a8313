import TernTestSupport
import Testing

/// `.virtualTime` for a suite. A suite can't be marked `@available`; each of its tests is, and earlier systems skip them.
var virtualTimeWhereAvailable: any SuiteTrait {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        VirtualTimeTrait.virtualTime
    } else {
        .disabled()
    }
}
