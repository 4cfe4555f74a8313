/// Whether a streamed body is read as fast as it arrives, so that it can share a connection with other exchanges. `false`
/// by default: a slow reader could hold up the others.
package enum ReadAtOnce: RequestAttributeKey {
    package static let defaultValue = false
}
