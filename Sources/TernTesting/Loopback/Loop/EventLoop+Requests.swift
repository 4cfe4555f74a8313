import Foundation
import Tern

/// The handling of requests: calls the handlers, and writes their responses.
extension EventLoop {
    /// Handles the requests that have arrived, while there is room for their responses.
    ///
    /// - Returns: Whether it stopped because there was no room for another response.
    func handleRequests(of connection: Connection) -> Bool {
        while connection.takesRequest, !isEnding {
            do throws(RequestParseError) {
                switch try connection.parser.next() {
                case .request(let parsed): start(parsed, on: connection)
                case .head(let parsed, let expectsContinue):
                    callHeadHandler(parsed, on: connection, expectsContinue: expectsContinue)
                case .expectsContinue: connection.output.write(ResponseWriter.writeContinue)
                case nil: return false
                }
            } catch {
                log.requestIsRejected(connection.reject(error))
            }
        }
        return !connection.output.takesMore
    }

    /// Calls the handler for a complete request.
    private func start(_ parsed: ParsedRequest, on connection: Connection) {
        let request = log.matched(parsed.request)
        connection.context = ResponseWriter.Context(parsed)
        let call = log.requestDidArrive(request)
        connection.call = call
        let pendingResponse = PendingResponse()
        let number = connection.number
        let task = HandlerTask.start { [handler, commandQueue, log] in
            var response: WireResponse
            do {
                response = try await WireResponse(try await handler(request), to: request)
            } catch {
                response = .text("The handler of \(request) threw: \(error)\n", status: 500)
                if !Task.isCancelled { log.handlerThrew(error, for: request) }
            }
            // A cancelled handler has no client that could receive the response.
            if !Task.isCancelled { log.requestHasResponse(call, with: response) }
            if pendingResponse.fulfill(response) {
                commandQueue.add(.response(response, connection: number))
            }
        }
        // A response that is ready immediately must not be sent after a stop by another thread. But a handler may stop
        // its own server.
        if let response = pendingResponse.take(), !commandQueue.isStopRequestedByOtherThread {
            write(response, on: connection)
        } else {
            connection.handlerTask = task
        }
    }

    /// Calls the head handler for a request with a body.
    private func callHeadHandler(_ parsed: ParsedRequest, on connection: Connection, expectsContinue: Bool) {
        guard let headHandler else { return }
        connection.context = ResponseWriter.Context(parsed)
        connection.expectsContinue = expectsContinue
        let request = log.matched(parsed.request)
        connection.headRequest = request
        connection.call = nil
        let number = connection.number
        connection.handlerTask = Task { [commandQueue] in
            let decision: HeadDecision
            do {
                switch try await headHandler(request) {
                case .readBody: decision = .readBody
                case .readBodyWithoutAsking: decision = .readBodyWithoutAsking
                case .respond(let sample):
                    decision = .respond(try await WireResponse(sample, to: request))
                }
            } catch {
                decision = .respond(.text("The head handler of \(request) threw: \(error)\n", status: 500))
            }
            commandQueue.add(.headDecision(decision, connection: number))
        }
    }

    /// Applies the decision of a head handler.
    func apply(_ decision: HeadDecision, on connection: Connection) {
        switch decision {
        case .readBody where connection.expectsContinue:
            connection.output.write(ResponseWriter.writeContinue)
        case .readBody, .readBodyWithoutAsking:
            break
        case .respond(let response):
            if let request = connection.headRequest {
                log.requestHasResponse(log.requestDidArrive(request), with: response)
            }
            connection.context.keepsAlive = false
            connection.respondsBeforeBody = true
            write(response, on: connection)
        }
        connection.headRequest = nil
    }

    /// Writes a response, and starts its script.
    func write(_ response: WireResponse, on connection: Connection) {
        let response = FaultyMessage.make(of: response, in: connection.context)
        guard let framing = connection.write(response), let script = response.script else { return }
        let writer = LoopbackWriter(connection: connection.number, framing: framing, commandQueue: commandQueue)
        connection.handlerTask = Task {
            var lastBytes: [UInt8] = []
            if framing == .chunked {
                ResponseWriter.appendLastChunk(trailers: response.trailers, to: &lastBytes)
            }
            let isComplete = (try? await script(writer)) != nil
            writer.commandQueue.add(.scriptEnd(isComplete ? Data(lastBytes) : nil, connection: writer.connection))
        }
    }
}
