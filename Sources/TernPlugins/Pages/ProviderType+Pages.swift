import Tern

extension ProviderType {
    /// The pages of a list. Each page is requested when the loop waits for it.
    ///
    /// ```swift
    /// for try await issue in github.pages(.links(from: .issues())).items { show(issue) }
    /// ```
    ///
    /// Each page is a separate call with these options. It passes plugins, validation and stubs, and is a separate
    /// exchange in a journal. To stub several pages, use `SampleResponse.inOrder`. The loop throws `TernError`, see
    /// ``Pages``: the `error` of a plain `catch` after it needs no cast.
    ///
    /// - Parameters:
    ///   - paging: How the pages follow each other.
    ///   - cursor: The page to begin with: ``Page/nextCursor`` of an earlier sequence. `nil`, the default, for the
    ///     first page.
    ///   - limit: The largest number of pages; the sequence then ends. `nil`, the default, for all pages.
    ///   - prefetch: Whether the response of the next page is requested while the loop works on the current one.
    ///     `false` by default, since a loop that ends early doesn't need it.
    ///   - options: The options of each call. None by default.
    public func pages<Value: Decodable>(
        _ paging: Paging<Target, Value>,
        from cursor: PageCursor? = nil,
        limit: Int? = nil,
        prefetch: Bool = false,
        options: CallOptions = CallOptions()
    ) -> Pages<Value> {
        pages(paging, from: cursor, limit: limit, prefetch: prefetch, options: options) {
            [decoder] call, response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    /// The pages of a list, for calls whose values are created by a closure. Each page is requested when the loop waits
    /// for it.
    ///
    /// - Parameters:
    ///   - paging: How the pages follow each other.
    ///   - cursor: The page to begin with. `nil`, the default, for the first page.
    ///   - limit: The largest number of pages. `nil`, the default, for all pages.
    ///   - prefetch: Whether the response of the next page is requested ahead. `false` by default.
    ///   - options: The options of each call. None by default.
    public func pages<Value>(
        _ paging: Paging<Target, Value>,
        from cursor: PageCursor? = nil,
        limit: Int? = nil,
        prefetch: Bool = false,
        options: CallOptions = CallOptions()
    ) -> Pages<Value> {
        pages(paging, from: cursor, limit: limit, prefetch: prefetch, options: options) {
            [decoder] call, response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    // MARK: - Private

    private func pages<Value>(
        _ paging: Paging<Target, Value>,
        from cursor: PageCursor?,
        limit: Int?,
        prefetch: Bool,
        options: CallOptions,
        value: @escaping (Call<Target, Value>, Response) throws(TernError) -> Value
    ) -> Pages<Value> {
        Pages(
            step: { cursor throws(TernError) in
                let step = try paging.step(cursor)
                var options = options
                if let url = step.url { options.url = url }
                return Pages.Step(
                    target: step.call.target,
                    request: { [options, target = step.call.target] () throws(TernError) in
                        try await response(to: target, options: options)
                    },
                    value: { response throws(TernError) in try value(step.call, response) }
                )
            },
            next: paging.next,
            aliases: paging.aliases,
            repetition: paging.repetition,
            start: cursor,
            limit: limit,
            prefetches: prefetch
        )
    }
}
