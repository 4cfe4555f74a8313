import Foundation
import Tern

/// The way to find the next page of a list: by links, cursors, page numbers or offsets.
///
/// ```swift
/// github.pages(.links(from: .issues()))                              // Link: <…?page=2>; rel="next"
/// github.pages(.cursors(at: \.next) { .issues(after: $0) })          // {"items": […], "next": "b2Zmc2V0"}
/// github.pages(.numbers { .issues(page: $0) })                       // until an empty page
/// github.pages(.offsets { .issues(offset: $0) })                     // until an empty page
/// ```
///
/// The closures run on the actor of the loop over the pages.
public struct Paging<Target: TargetType, Value> {
    /// The call of one page.
    struct Step {
        let call: Call<Target, Value>
        /// The URL to request instead of the target's URL.
        var url: URL?
    }

    /// Makes the call of the page at a cursor, `nil` for the first page.
    let step: (PageCursor?) throws(TernError) -> Step

    /// The cursor of the next page. `nil` after the last page.
    let next: (Value, Response, PageCursor?) throws(TernError) -> PageCursor?

    /// Further cursors of a page, to which no later page may lead.
    let aliases: (Response) -> [PageCursor]

    /// Whether the list ends at a page that leads to an earlier one. Otherwise, that is an error.
    var endsAtRepetition = false

    /// Pages with a `Link` field that contains the URL of the next page (RFC 8288), as in GitHub's API. A page without
    /// such a link is the last page, and so is a page whose link leads to itself or to an earlier page.
    ///
    /// Some APIs have a link on each page, and say in a parameter whether a page follows:
    ///
    /// ```swift
    /// .links(from: .issues()) { $0["results"] != "false" }
    /// ```
    ///
    /// A reference is resolved against the URL of the response. The next request has that URL, and the method, header
    /// fields and body of the first request. A link to another origin than the endpoint's isn't requested and fails
    /// with `.invalidURL`, since the request contains credentials for the endpoint's origin. For such links, use
    /// ``cursors(_:call:)`` with `Response.links`, and make a call for the other origin.
    ///
    /// - Parameters:
    ///   - call: The call of the first page.
    ///   - relation: The relation of the link to the next page, in any case. `"next"` by default.
    ///   - leadsOn: Whether a page follows at such a link. `true` by default.
    public static func links(
        from call: Call<Target, Value>,
        relation: String = "next",
        where leadsOn: @escaping (WebLink) -> Bool = { _ in true }
    ) -> Paging {
        let relation = relation.lowercased()
        return Paging(
            step: { cursor throws(TernError) in
                guard let cursor else { return Step(call: call) }
                guard let url = URL(string: cursor.rawValue), url.host != nil else {
                    throw TernError(.invalidNextPage, reason: "The cursor is not the URL of a page.")
                }
                return Step(call: call, url: url)
            },
            next: { _, response, _ throws(TernError) in
                let link = response.linkSequence.first { $0.relations.contains(relation) && $0.isAboutResponse }
                guard let link, leadsOn(link) else { return nil }
                guard let url = link.url else {
                    let shown = response.redaction.text(ofURL: link.reference).prefix(500)
                    let reason = "The link to the \(relation) page, <\(shown)>, is not a URL."
                    throw TernError(.invalidNextPage, reason: reason, response: response)
                }
                return PageCursor(rawValue: URLReference.withoutFragment(url))
            },
            aliases: { response in
                [response.request?.url, response.url].compactMap(\.self)
                    .map { PageCursor(rawValue: URLReference.withoutFragment($0)) }
            },
            endsAtRepetition: true
        )
    }

    /// Pages whose body contains the cursor of the next page. On the last page, the cursor is `nil` or an empty text.
    ///
    /// - Parameters:
    ///   - next: The place of the cursor in the value.
    ///   - call: Makes the call of the page at a cursor, `nil` for the first page.
    public static func cursors<Cursor: LosslessStringConvertible & SendableMetatype>(
        at next: KeyPath<Value, Cursor?>,
        call: @escaping (Cursor?) -> Call<Target, Value>
    ) -> Paging {
        cursors({ value, _ in value[keyPath: next] }, call: call)
    }

    /// Pages whose value or response determines the cursor of the next page. On the last page, the cursor is `nil` or
    /// an empty text.
    ///
    /// ```swift
    /// github.pages(.cursors { _, response in response.headers["X-Next"] } call: { .issues(after: $0) })
    /// ```
    ///
    /// - Parameters:
    ///   - next: Returns the cursor of the next page.
    ///   - call: Makes the call of the page at a cursor, `nil` for the first page.
    public static func cursors<Cursor: LosslessStringConvertible & SendableMetatype>(
        _ next: @escaping (Value, Response) -> Cursor?,
        call: @escaping (Cursor?) -> Call<Target, Value>
    ) -> Paging {
        Paging(
            step: { cursor throws(TernError) in Step(call: call(try cursor.map(parsed))) },
            next: { value, response, _ in
                next(value, response).map { PageCursor(rawValue: "\($0)") }.flatMap { $0.rawValue.isEmpty ? nil : $0 }
            },
            aliases: { _ in [] }
        )
    }

    /// Numbered pages, up to the first empty page.
    ///
    /// - Parameters:
    ///   - first: The number of the first page. 1 by default.
    ///   - call: Makes the call of the page with a number.
    public static func numbers(from first: Int = 1, call: @escaping (Int) -> Call<Target, Value>) -> Paging
    where Value: Collection {
        numbers(from: first, count: { $0.count }, call: call)
    }

    /// Numbered pages, up to the first page without items.
    ///
    /// - Parameters:
    ///   - first: The number of the first page. 1 by default.
    ///   - count: The number of items in a page.
    ///   - call: Makes the call of the page with a number.
    public static func numbers(
        from first: Int = 1,
        count: @escaping (Value) -> Int,
        call: @escaping (Int) -> Call<Target, Value>
    ) -> Paging {
        counted(from: first, count: count, call: call) { _ in 1 }
    }

    /// Pages that begin at an offset, which is a number of items, up to the first empty page.
    ///
    /// - Parameters:
    ///   - first: The offset of the first page. 0 by default.
    ///   - call: Makes the call of the page that begins at an offset.
    public static func offsets(from first: Int = 0, call: @escaping (Int) -> Call<Target, Value>) -> Paging
    where Value: Collection {
        offsets(from: first, count: { $0.count }, call: call)
    }

    /// Pages that begin at an offset, which is a number of items, up to the first page without items.
    ///
    /// - Parameters:
    ///   - first: The offset of the first page. 0 by default.
    ///   - count: The number of items in a page.
    ///   - call: Makes the call of the page that begins at an offset.
    public static func offsets(
        from first: Int = 0,
        count: @escaping (Value) -> Int,
        call: @escaping (Int) -> Call<Target, Value>
    ) -> Paging {
        counted(from: first, count: count, call: call) { $0 }
    }

    // MARK: - Private

    /// - Parameter stride: The distance to the next number, by the number of items in a page.
    private static func counted(
        from first: Int,
        count: @escaping (Value) -> Int,
        call: @escaping (Int) -> Call<Target, Value>,
        stride: @escaping (Int) -> Int
    ) -> Paging {
        Paging(
            step: { cursor throws(TernError) in Step(call: call(try cursor.map(parsed) ?? first)) },
            next: { value, response, cursor throws(TernError) in
                let count = count(value)
                guard count > 0 else { return nil }
                let (next, isTooLarge) = (try cursor.map(parsed) ?? first).addingReportingOverflow(stride(count))
                guard !isTooLarge else {
                    throw TernError(
                        .invalidNextPage,
                        reason: "The number of the next page is too large.",
                        response: response
                    )
                }
                return PageCursor(rawValue: "\(next)")
            },
            aliases: { _ in [] }
        )
    }

    private static func parsed<Cursor: LosslessStringConvertible & SendableMetatype>(_ cursor: PageCursor)
        throws(TernError) -> Cursor
    {
        if let value = Cursor(cursor.rawValue) { return value }
        throw TernError(
            .invalidNextPage,
            reason: "The cursor of the page is not a value of type \(Cursor.self).",
            advice: "Continue with a cursor of the same kind of paging."
        )
    }
}
