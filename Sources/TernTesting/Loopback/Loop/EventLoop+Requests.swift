import Foundation
import Tern

/// From a request to its response: what a handler is called for, and what it answers.
extension EventLoop {
    /// Takes what has come as requests, as far as there is room for their responses.
    ///
    /// - Returns: Whether it stopped because there was no room for another response.
    func handleRequests(of connection: Connection) -> Bool {
        while connection.takesRequest, !isEnding {
            do throws(RequestParseError) {
                switch try connection.parser.next() {
                case .request(let parsed): start(parsed, on: connection)
                case .head(let parsed, let expectsContinue):
                    show(parsed, on: connection, expectsContinue: expectsContinue)
                case .expectsContinue: connection.output.write(ResponseWriter.writeContinue)
                case nil: return false
                }
            } catch {
                log.requestIsRefused(connection.refuse(error))
            }
        }
        return !connection.output.takesMore
    }

    /// Calls the handler of a whole request.
    private func start(_ parsed: ParsedRequest, on connection: Connection) {
        let request = parsed.request
        connection.context = ResponseWriter.Context(parsed)
        let call = log.requestDidArrive(request)
        connection.call = call
        let cell = ReplyCell()
        let task = HandlerTask.start { [handler, mailbox, log] in
            var response: LoopbackResponse
            do {
                response = try await handler(request)
            } catch {
                response = .text("The handler of \(request) threw: \(error)\n", status: 500)
                if !Task.isCancelled { log.handlerThrew(error, for: request) }
            }
            // One that is cancelled answers nobody.
            if !Task.isCancelled { log.requestIsAnswered(call, with: response) }
            if cell.fulfill(response) {
                mailbox.post(.reply(response, connection: request.connection))
            }
        }
        // Even what is answered at once may be answered after the stop. But a handler may stop its own server.
        if let response = cell.take(), !mailbox.isAskedToStopElsewhere {
            write(response, on: connection)
        } else {
            connection.handlerTask = task
        }
    }

    /// Shows a head to who asked for heads.
    private func show(_ parsed: ParsedRequest, on connection: Connection, expectsContinue: Bool) {
        guard let headHandler else { return }
        connection.context = ResponseWriter.Context(parsed)
        connection.expectsContinue = expectsContinue
        let request = parsed.request
        connection.shownRequest = request
        connection.call = nil
        connection.handlerTask = Task { [mailbox] in
            let answer: LoopbackHeadAnswer
            do {
                answer = try await headHandler(request)
            } catch {
                answer = .answer(.text("The head handler of \(request) threw: \(error)\n", status: 500))
            }
            mailbox.post(.headAnswer(answer, connection: request.connection))
        }
    }

    /// Does what a head handler has answered.
    func obey(_ answer: LoopbackHeadAnswer, on connection: Connection) {
        switch answer {
        case .readBody where connection.expectsContinue:
            connection.output.write(ResponseWriter.writeContinue)
        case .readBody, .readBodyWithoutAsking:
            break
        case .answer(let response):
            if let request = connection.shownRequest {
                log.requestIsAnswered(log.requestDidArrive(request), with: response)
            }
            connection.context.keepsAlive = false
            connection.answersEarly = true
            write(response, on: connection)
        }
        connection.shownRequest = nil
    }

    /// Writes a response, and lets its script go on with it.
    func write(_ response: LoopbackResponse, on connection: Connection) {
        let response = FaultyMessage.make(of: response, in: connection.context)
        guard let framing = connection.write(response), let script = response.script else { return }
        let writer = LoopbackWriter(connection: connection.number, framing: framing, mailbox: mailbox)
        connection.handlerTask = Task {
            var lastBytes: [UInt8] = []
            if framing == .chunked {
                ResponseWriter.appendLastChunk(trailers: response.trailers, to: &lastBytes)
            }
            let isComplete = (try? await script.write(writer)) != nil
            writer.mailbox.post(.scriptEnd(isComplete ? Data(lastBytes) : nil, connection: writer.connection))
        }
    }
}
