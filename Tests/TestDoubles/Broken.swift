/// An error that Tern doesn't know.
package struct Broken: Error, Equatable {
    package init() {}
}
