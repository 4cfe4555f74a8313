#if os(Linux)
    import CTern
    import Foundation
    import Testing

    @testable import TernHTTP
    @testable import TernCurl

    @Suite(.timeLimit(.minutes(20)))
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

        /// Each row has the events before libcurl closes the socket: the server sends GOAWAY, or the engine expects the end.
        @Test(arguments: [([], true), (["goAway"], false), (["leave"], false), (["leave", "goAway"], false)])
        func endWithoutAReasonIsABreak(events: [String], isBrokenOff: Bool) {
            let connection = CurlConnection(-1, isOwn: true)
            for event in events {
                if event == "leave" { connection.leave() } else { connection.goAway(lastStream: 1) }
            }
            #expect(!connection.isBrokenOff)

            connection.closed()
            connection.leave()

            #expect(connection.isBrokenOff == isBrokenOff)
            #expect(connection.isMultiplexed == events.contains("goAway"))
        }

        /// libcurl 7.88 to 8.1 doesn't report that it closes a socket that connected too slowly.
        @Test func connectionIsTheOpenedSocketWithTheLocalPort() throws {
            // Given
            let connections = CurlConnections(try #require(CurlPoller()), CurlWatch())
            let address = tern_curl_address(family: AF_INET, type: Int32(SOCK_STREAM.rawValue), protocol: 0)
            let sockets = (0..<3).map { _ in connections.open(address, for: nil) }
            defer { for socket in sockets { _ = connections.close(socket) } }
            let ports = try sockets.map { try bind($0) }

            for (socket, port) in zip(sockets, ports) {
                // When
                let connection = connections.connection(at: nil, localPort: port, opened: sockets)

                // Then
                #expect(connection?.socket == socket)
            }
            // A Unix domain socket has no port.
            #expect(connections.connection(at: nil, localPort: -1, opened: sockets)?.socket == sockets.last)
        }

        /// - Returns: The port that the kernel selects.
        private func bind(_ socket: Int32) throws -> Int32 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    Glibc.bind(socket, address, size) + getsockname(socket, address, &size)
                }
            }
            try #require(result == 0)
            return Int32(UInt16(bigEndian: address.sin_port))
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
