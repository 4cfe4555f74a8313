/// Which way a value goes. A schema may have a type for each of them.
package enum Direction: Hashable, Sendable {
    case request
    case response
}
