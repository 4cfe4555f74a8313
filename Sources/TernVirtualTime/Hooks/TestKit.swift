/// What a test kit of this package adds to virtual time, without an import in this direction.
///
/// A module conforms ``LinkedTestKit`` to this protocol. The runtime finds the conformance if a program links the module.
package protocol TestKit: SendableMetatype {
    /// Called once, before the first scheduler runs code.
    static func connect()

    /// Functions that wait, and descriptions of the events for which they wait.
    static var waits: [(function: String, words: String)] { get }

    /// The modules of the kit, as in mangled names, which begin with their lengths.
    static var modules: [String] { get }
}

package enum LinkedTestKit {
    /// The test kit that the program links. `nil` if there is none.
    static let kit = LinkedTestKit.self as Any.Type as? any TestKit.Type
}
