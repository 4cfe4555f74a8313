#if os(Linux)
    import Foundation
    import Testing

    @testable import Tern

    @Suite(.timeLimit(.minutes(5)))
    struct CurlConnectionTests {
        @Test func shutDownEndsTheConnection() throws {
            // Given
            let (near, far) = try socketPair()
            defer { for socket in [near, far] { close(socket) } }

            // When
            CurlConnection(near, isOwn: true).shutDown()

            // Then
            #expect(isEnded(far))
        }

        @Test func shutDownDoesNotAffectALaterSocketWithTheSameDescriptor() throws {
            // Given
            let (near, far) = try socketPair()
            let (other, otherFar) = try socketPair()
            defer { for socket in [near, far, other, otherFar] { close(socket) } }
            let connection = CurlConnection(near, isOwn: true)

            // When
            // Closes the first socket and gives its number to the other one, in one step.
            try #require(dup2(other, near) == near)
            connection.shutDown()

            // Then
            #expect(!isEnded(otherFar))
        }

        private func socketPair() throws -> (Int32, Int32) {
            var pair: [Int32] = [0, 0]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
            return (pair[0], pair[1])
        }

        private func isEnded(_ socket: Int32) -> Bool {
            var byte: UInt8 = 0
            return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
        }
    }
#endif
