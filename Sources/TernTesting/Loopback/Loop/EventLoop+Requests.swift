import Foundation
import Tern

/// The handling of requests: calls the handlers, and writes their responses.
extension EventLoop {
    /// Handles the requests that have arrived, while there is room for their responses.
    ///
    /// - Returns: Whether this method stopped because there was no room for another response.
    mutating func handleRequests(of connection: Connection) -> Bool {
        while connection.takesRequest, !isEnding {
            do throws(RequestParseError) {
                switch try connection.parser.next() {
                case .request(let parsed): respond(to: parsed, on: connection)
                case .head(let parsed, let expectsContinue):
                    callHeadHandler(parsed, on: connection, expectsContinue: expectsContinue)
                case .expectsContinue: connection.output.write(ResponseWriter.writeContinue)
                case nil: return false
                }
            } catch {
                log.requestIsRejected(connection.reject(error, date: dateField.value()))
            }
        }
        return !connection.output.takesMore
    }

    private mutating func respond(to parsed: ParsedRequest, on connection: Connection) {
        connection.context = ResponseWriter.Context(parsed)
        guard let bytes = responder.immediateHandler?(parsed.request, parsed.bodyBytes) else {
            return callHandler(parsed.request, on: connection)
        }
        _ = log.requestDidArrive(parsed.request)
        connection.write(bytes)
    }

    private mutating func callHandler(_ request: RecordedRequest, on connection: Connection) {
        let (request, handler) = responder.route(request)
        let call = log.requestDidArrive(request)
        connection.call = call
        let pendingResponse = PendingResponse()
        let number = connection.number
        let arrival = onResponse.map { _ in ContinuousClock.now }
        let task = HandlerTask.start { [commandQueue, log, onResponse] in
            var response: WireResponse
            do {
                response = try await WireResponse(try await handler(request), to: request)
            } catch {
                response = .text("The handler of \(request) threw: \(error)\n", status: 500)
                if !Task.isCancelled {
                    let reason = "The handler of \(request) threw an error of type \(type(of: error))"
                    log.report?.misuse("\(reason); the response has status 500.")
                }
            }
            // A cancelled handler has no client that could receive the response.
            if !Task.isCancelled {
                log.report?.didRespond(to: call, with: response)
                if let onResponse, let arrival { onResponse(request, response.status, ContinuousClock.now - arrival) }
            }
            if pendingResponse.fulfill(response) {
                commandQueue.add(.response(response), connection: number)
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
        guard let headHandler = responder.headHandler else { return }
        connection.context = ResponseWriter.Context(parsed)
        let request = parsed.request
        connection.headRequest = request
        connection.call = nil
        let number = connection.number
        connection.handlerTask = Task { [commandQueue] in
            let event: CommandQueue.Event
            do {
                switch try await headHandler(request) {
                case .readBody: event = .readBody(sendsContinue: expectsContinue)
                case .readBodyWithoutAsking: event = .readBody(sendsContinue: false)
                case .respond(let sample):
                    event = .earlyResponse(try await WireResponse(sample, to: request))
                }
            } catch {
                event = .earlyResponse(.text("The head handler of \(request) threw: \(error)\n", status: 500))
            }
            commandQueue.add(event, connection: number)
        }
    }

    /// Writes the response of a head handler. The body of the request isn't read.
    mutating func respondBeforeBody(_ response: WireResponse, on connection: Connection) {
        if let request = connection.headRequest {
            let call = log.requestDidArrive(request)
            log.report?.didRespond(to: call, with: response)
        }
        connection.context.keepsAlive = false
        connection.respondsBeforeBody = true
        write(response, on: connection)
    }

    /// Writes a response, and starts its script.
    mutating func write(_ response: WireResponse, on connection: Connection) {
        connection.context.date = dateField.value()
        let response = FaultyMessage.make(of: response, in: connection.context)
        guard let framing = connection.write(response), let script = response.script else { return }
        let writer = LoopbackWriter(connection: connection.number, framing: framing, commandQueue: commandQueue)
        connection.handlerTask = Task {
            var lastBytes: [UInt8] = []
            if framing == .chunked, !response.isStalling {
                ResponseWriter.appendLastChunk(trailers: response.trailers, to: &lastBytes)
            }
            let isComplete = (try? await script(writer)) != nil
            writer.commandQueue.add(.scriptEnd(isComplete ? Data(lastBytes) : nil), connection: writer.connection)
        }
    }
}
