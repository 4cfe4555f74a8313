extension ProviderType {
    /// The progress of a call, and then its value, decoded on the loop's actor.
    ///
    /// ```swift
    /// for try await event in music.transfer(.upload(song)) {
    ///     switch event {
    ///     case .progress(let progress): fraction = progress.fractionCompleted
    ///     case .value(let track): tracks.append(track)
    ///     }
    /// }
    /// ```
    ///
    /// Each loop makes the call. It ends with the value, or throws a `TernError`. Leaving the loop early, or cancelling
    /// its task, cancels the call. A loop that is slower than the network misses some updates, but never the last one.
    ///
    /// - Parameters:
    ///   - call: The call to make.
    ///   - options: The options of the call. Their `progress` receives the updates, too.
    public func transfer<Value: Decodable>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) -> Transfer<Value> {
        transfer(call.target, options) { [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    /// The progress of a call, and then its value, which the closure of the call creates.
    public func transfer<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions()
    ) -> Transfer<Value> {
        transfer(call.target, options) { [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    // MARK: - Private

    private func transfer<Value>(
        _ target: Target,
        _ options: CallOptions,
        makeValue: @escaping (Response) throws(TernError) -> Value
    ) -> Transfer<Value> {
        Transfer(target: target, begin: { transferSteps(of: target, options) }, makeValue: makeValue)
    }

    private func transferSteps(of target: Target, _ options: CallOptions) -> AsyncStream<TransferStep> {
        // The buffer holds two steps: the last update, and the end.
        AsyncStream(bufferingPolicy: .bufferingNewest(2)) { steps in
            var options = options
            options.progressObservers.append { steps.yield(.progress($0)) }
            // The task is unstructured, since the loop returns between two steps.
            let task = Task { [options] in
                let end: TransferStep
                do throws(TernError) {
                    end = .response(try await response(to: target, options: options))
                } catch {
                    end = .failure(error)
                }
                steps.yield(end)
                steps.finish()
            }
            steps.onTermination = { _ in task.cancel() }
        }
    }
}
