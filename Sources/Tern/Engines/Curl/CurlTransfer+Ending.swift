#if os(Linux)
    import Foundation

    /// What a transfer ends with.
    extension CurlTransfer {
        /// `nil` while there is something to do.
        var outcome: CurlResult.Outcome? {
            if let failure { return .failure(failure) }
            guard let code, decoder?.hasMore != true else { return nil }
            // What an older libcurl makes of a line that is too long for it, 27 being CURLE_OUT_OF_MEMORY.
            if code == 27, slot.hasSentRequest { return .failure(Self.headTooLarge) }
            // What it makes of a line that goes on with the one before, where there is none.
            if code == 43, head.hasBegun {
                return .failure(TernError(.malformedResponse, underlying: CurlError(number: code)))
            }
            // 92 is CURLE_HTTP2_STREAM: here that of a response which came before the end of the request's body.
            let isWhole = code == 0 || code == 92 && head.isComplete && attempt?.isEndedEarly == true
            guard isWhole else { return .failure(headBytes == 0 ? lossOrError(code) : slot.error(code)) }
            guard head.isComplete else {
                // Something came that libcurl takes for a status line.
                guard head.hasBegun else { return .failure(TernError(.malformedResponse)) }
                let reason = "The connection was closed inside the head of the answer."
                return .failure(TernError(.connectionLost, reason: reason))
            }
            do throws(TernError) {
                try chunks?.finish()
                try decoder?.finish()
            } catch {
                return .failure(error)
            }
            return .success(result)
        }

        /// Is the last thing that has to do with the slot.
        func end(with outcome: CurlResult.Outcome) -> CurlCompletion {
            if case .failure(let error as TernError) = outcome, error.code == .malformedResponse {
                leaveMalformedConnection()
            }
            releaseConnection()
            upload.abandon()
            flush()
            return CurlCompletion(
                outcome: outcome,
                continuation: continuation,
                channel: body.channel,
                prepared: prepared
            )
        }
    }
#endif
