import Foundation
import Tern

/// The way to find the next page of a list: by links, cursors, page numbers or offsets.
///
/// ```swift
/// github.pages(.links(from: .issues()))                              // Link: <…?page=2>; rel="next"
/// github.pages(.links(from: .issues(), at: \.next))                  // {"items": […], "next": "https://…?page=2"}
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

    /// The meaning of a page that leads to itself or to an earlier page.
    var repetition = PageRepetition.fails

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
    /// ``cursors(_:ending:call:)`` with `Response.links`, and make a call for the other origin.
    ///
    /// - Parameters:
    ///   - call: The call of the first page.
    ///   - relation: The relation of the link to the next page, in any case. `"next"` by default.
    ///   - leadsOn: Whether a page follows at such a link. `true` by default.
    public static func links(
        from call: Call<Target, Value>,
        relation: String = "next",
        where leadsOn: @escaping (Response.Link) -> Bool = { _ in true }
    ) -> Paging {
        let relation = relation.lowercased()
        return followed(from: call) { _, response in
            let link = response.linkSequence.first { $0.relations.contains(relation) && $0.isAboutResponse }
            guard let link, leadsOn(link) else { return nil }
            return (link.reference, link.url)
        }
    }

    /// Pages whose body contains the URL of the next page, as in Django REST framework (`next`), Microsoft Graph
    /// (`@odata.nextLink`) and JSON:API (`links.next`). On the last page, it is `nil` or an empty text. A page that leads
    /// to itself or to an earlier page is the last one, too.
    ///
    /// ```swift
    /// github.pages(.links(from: .stops(), at: \.next)).items(\.results)
    /// ```
    ///
    /// The URL may be relative. Tern requests it as it requests the link of a `Link` field, see
    /// ``links(from:relation:where:)``: a URL of another origin fails with `.invalidURL`.
    ///
    /// - Parameters:
    ///   - call: The call of the first page.
    ///   - next: The place of the URL in the value.
    public static func links(from call: Call<Target, Value>, at next: @escaping (Value) -> String?) -> Paging {
        followed(from: call) { value, response in
            guard let text = next(value), !text.isEmpty else { return nil }
            let base = response.url ?? response.request?.url
            return (text, URLReference.isValid(text) ? URLReference.url(text, against: base) : nil)
        }
    }

    /// Pages whose body contains the URL of the next page, for models that decode it as a `URL`.
    ///
    /// - Parameters:
    ///   - call: The call of the first page.
    ///   - next: The place of the URL in the value. `nil` on the last page.
    public static func links(from call: Call<Target, Value>, at next: @escaping (Value) -> URL?) -> Paging {
        links(from: call) { next($0)?.absoluteString }
    }

    /// Pages whose body contains the cursor of the next page.
    ///
    /// - Parameters:
    ///   - next: The place of the cursor in the value. `nil` on the last page.
    ///   - end: The last page. By default, a page whose cursor is an empty text.
    ///   - call: Makes the call of the page at a cursor, `nil` for the first page.
    public static func cursors<Cursor: LosslessStringConvertible & SendableMetatype>(
        at next: KeyPath<Value, Cursor?>,
        ending end: End = .atEmptyCursor,
        call: @escaping (Cursor?) -> Call<Target, Value>
    ) -> Paging {
        cursors({ value, _ in value[keyPath: next] }, ending: end, call: call)
    }

    /// Pages whose value or response determines the cursor of the next page.
    ///
    /// ```swift
    /// github.pages(.cursors { _, response in response.headers["X-Next"] } call: { .issues(after: $0) })
    /// ```
    ///
    /// - Parameters:
    ///   - next: Returns the cursor of the next page, `nil` for the last page.
    ///   - end: The last page. By default, a page whose cursor is an empty text.
    ///   - call: Makes the call of the page at a cursor, `nil` for the first page.
    public static func cursors<Cursor: LosslessStringConvertible & SendableMetatype>(
        _ next: @escaping (Value, Response) -> Cursor?,
        ending end: End = .atEmptyCursor,
        call: @escaping (Cursor?) -> Call<Target, Value>
    ) -> Paging {
        Paging(
            step: { cursor throws(TernError) in Step(call: call(try cursor.map(parsed))) },
            next: { value, response, _ in
                guard !end.isLast(value), let cursor = next(value, response).map({ PageCursor(rawValue: "\($0)") })
                else { return nil }
                return cursor.rawValue.isEmpty && !end.followsEmptyCursors ? nil : cursor
            },
            aliases: { _ in [] },
            repetition: end.repetition
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

    /// - Parameter next: Returns the link to the next page as written, and its URL if it is one.
    private static func followed(
        from call: Call<Target, Value>,
        next: @escaping (Value, Response) -> (text: String, url: URL?)?
    ) -> Paging {
        Paging(
            step: { cursor throws(TernError) in
                guard let cursor else { return Step(call: call) }
                guard let url = URL(string: cursor.rawValue), url.host != nil else {
                    throw TernError(.invalidNextPage, reason: "The cursor is not the URL of a page.")
                }
                return Step(call: call, url: url)
            },
            next: { value, response, _ throws(TernError) in
                guard let link = next(value, response) else { return nil }
                guard let url = link.url else {
                    let shown = Redaction.excerpt(ofText: response.redaction.text(ofURL: link.text))
                    let reason = "The link to the next page, <\(shown)>, is not a URL."
                    throw TernError(.invalidNextPage, reason: reason, response: response)
                }
                return PageCursor(rawValue: URLReference.withoutFragment(url))
            },
            aliases: { response in
                [response.request?.url, response.url].compactMap(\.self)
                    .map { PageCursor(rawValue: URLReference.withoutFragment($0)) }
            },
            repetition: .ends
        )
    }

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
