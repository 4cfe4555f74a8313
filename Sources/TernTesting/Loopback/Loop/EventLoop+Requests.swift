import Foundation
import Tern

/// The handling of requests: calls the handlers, and writes their responses.
extension EventLoop {
    /// Handles the requests that have arrived, while there is room for their responses.
    ///
    /// - Returns: Whether this method stopped because there was no room for another response.
    func handleRequests(of connection: Connection) -> Bool {
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

    private func respond(to parsed: ParsedRequest, on connection: Connection) {
        connection.context = ResponseWriter.Context(parsed)
        guard let bytes = responder.immediateHandler?(parsed.request, parsed.bodyBytes) else {
            return callHandler(parsed.request, on: connection)
        }
        _ = log.requestDidArrive(parsed.request)
        connection.write(bytes)
    }

    private func callHandler(_ request: RecordedRequest, on connection: Connection) {
        let (request, respond) = responder.route(request)
        // With a head handler, the call began with the head.
        let call = connection.headRequest == nil ? nil : connection.call
        connection.headRequest = nil
        connection.call = log.requestDidArrive(request, of: call)
        let pendingResponse = PendingResponse()
        let number = connection.number
        let arrival = onResponse.map { _ in ContinuousClock.now }
        let task = HandlerTask.start { [commandQueue, onResponse, clock, time] in
            var response: WireResponse
            do {
                response = try await time.run {
                    try await WireResponse(try await respond(request), to: request, on: clock)
                }
            } catch {
                response = .text("The handler of \(request) threw: \(error)\n", status: 500)
            }
            // A cancelled handler has no client that could receive the response.
            if !Task.isCancelled, let onResponse, let arrival {
                onResponse(request, response.status, ContinuousClock.now - arrival)
            }
            if pendingResponse.fulfill(response) {
                commandQueue.add(LoopbackCommand(.response(response), connection: number))
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
        connection.call = log.report?.begin(request)
        let number = connection.number
        connection.handlerTask = Task { [commandQueue, log, clock, time] in
            let event: LoopbackCommand.Event
            do {
                event = try await time.run {
                    switch try await headHandler(request) {
                    case .readBody: .readBody(sendsContinue: expectsContinue)
                    case .readBodyWithoutContinue: .readBody(sendsContinue: false)
                    case .respond(let sample):
                        .earlyResponse(try await WireResponse(sample, to: request, on: clock))
                    }
                }
            } catch {
                if !Task.isCancelled { log.report?.handler("head handler of \(request)", threw: error) }
                event = .earlyResponse(.text("The head handler of \(request) threw: \(error)\n", status: 500))
            }
            commandQueue.add(LoopbackCommand(event, connection: number))
        }
    }

    /// Writes the response of a head handler. The body of the request isn't read.
    func respondBeforeBody(_ response: WireResponse, on connection: Connection) {
        if let request = connection.headRequest {
            connection.call = log.requestDidArrive(request, of: connection.call)
            connection.headRequest = nil
        }
        connection.context.keepsAlive = false
        connection.respondsBeforeBody = true
        write(response, on: connection)
    }

    /// Writes a response, and starts its script.
    func write(_ original: WireResponse, on connection: Connection) {
        connection.context.date = dateField.value()
        let response = FaultyMessage.make(of: original, in: connection.context).performingSteps(on: clock)
        let call = connection.call
        // The journal comes first, so that a client that has received the response finds it there.
        call?.willRespond(with: original, isHead: connection.context.isHead)
        guard let framing = connection.write(response), let script = response.script else {
            call?.end(with: original.status)
            return
        }
        let writer = LoopbackWriter(
            connection: connection.number,
            framing: framing,
            commandQueue: commandQueue,
            countdown: ByteCountdown(response.scriptBytes(in: framing)) { call?.end(with: original.status) }
        )
        connection.handlerTask = Task { [time] in
            var lastBytes: [UInt8] = []
            if framing == .chunked, !response.isStalling {
                ResponseWriter.appendLastChunk(trailers: response.trailers, to: &lastBytes)
            }
            let hasReturned = (try? await time.run { try await script(writer) }) != nil
            // After a body of another length than announced, the connection is closed.
            let isComplete = hasReturned && (writer.countdown.isExact || response.isStalling)
            // Without a client, the connection ends the call.
            if isComplete {
                call?.end(with: original.status)
            } else if !Task.isCancelled {
                call?.fail(.connectionLost)
            }
            let event = LoopbackCommand.Event.scriptEnd(isComplete ? Data(lastBytes) : nil)
            writer.commandQueue.add(LoopbackCommand(event, connection: writer.connection))
        }
    }
}
