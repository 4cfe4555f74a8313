/// The cause of a difference between a lane and the reference.
package struct FidelityDifference: ExpressibleByStringLiteral {
    package let cause: String
    /// Whether only the progress of the caller differs, so that all else is compared.
    package var isProgressOnly = false

    package init(stringLiteral cause: String) {
        self.cause = cause
    }

    /// A difference in nothing but the progress.
    static func progress(_ cause: String) -> FidelityDifference {
        var difference = FidelityDifference(stringLiteral: cause)
        difference.isProgressOnly = true
        return difference
    }
}
