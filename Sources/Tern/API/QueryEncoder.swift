import Foundation

/// Encodes parameters as the text of a query or of an `application/x-www-form-urlencoded` body.
///
/// ```swift
/// let encoder = QueryEncoder(arrays: .brackets, bools: .digits)
/// try encoder.encode(["ids": [1, 2], "draft": true, "q": "a+b c"])
/// // ids%5B%5D=1&ids%5B%5D=2&draft=1&q=a%2Bb%20c
/// ```
///
/// **Values.** Strings; integers; floating-point numbers as the shortest text that parses to the same number (`1.0`,
/// `1e-07`); `Decimal`; `URL` as its absolute string; `UUID`; `Data` as Base64; `Date`; enums with raw values; and
/// structs, dictionaries, arrays, sets and optionals of these. Structs keep their declared order. Dictionaries and sets
/// have no order, so they are sorted by the text of their keys or elements: equal parameters give equal text. The keys
/// of a dictionary may have any type that encodes as a single value, such as an enum with raw values.
///
/// **Names.** A property of an object is `a[b]` (``Nesting/brackets``) or `a.b`. An object or array within an array
/// always has its index in the name, `a[0][b]=1`, regardless of ``arrays``: without the index, the server couldn't
/// assign a property to its element. Empty arrays and objects are omitted.
///
/// **Escapes.** All characters except the unreserved ones (RFC 3986, section 2.3) are percent-encoded as UTF-8, in
/// names and values, so a literal `+` is `%2B`. The brackets that the encoder adds are `%5B` and `%5D`: RFC 3986
/// doesn't allow brackets in a query, and `URL` would rewrite them. The comma between elements is not escaped; a comma
/// within an element is `%2C`.
public struct QueryEncoder: Sendable {
    /// The notation of an array.
    @nonexhaustive
    public enum Arrays: Hashable, Sendable {
        /// `a=1&a=2`
        case repeated
        /// `a[]=1&a[]=2`
        case brackets
        /// `a[0]=1&a[1]=2`; an omitted element keeps its index.
        case indexed
        /// `a=1,2`
        case commaSeparated
    }

    /// The notation for the name of a nested property.
    @nonexhaustive
    public enum Nesting: Hashable, Sendable {
        /// `a[b]=1`
        case brackets
        /// `a.b=1`
        case dots
    }

    /// The notation of a space.
    @nonexhaustive
    public enum Spaces: Hashable, Sendable {
        /// `%20`
        case percent20
        /// `+`, as HTML forms do.
        case plus
    }

    /// The notation of a `Bool`.
    @nonexhaustive
    public enum Bools: Hashable, Sendable {
        /// `true` and `false`
        case words
        /// `1` and `0`
        case digits
    }

    /// The notation of a `nil`.
    @nonexhaustive
    public enum Nils: Hashable, Sendable {
        /// The parameter is omitted.
        case omitted
        /// `a=`
        case empty
    }

    /// The notation of the names of properties.
    @nonexhaustive
    public enum Keys: Hashable, Sendable {
        /// The coding key, as it is.
        case asWritten
        /// `per_page` for the coding key `perPage`, as with `convertToSnakeCase` of a `JSONEncoder`.
        case snakeCase
    }

    /// The notation of arrays. ``Arrays/repeated`` by default.
    public var arrays: Arrays
    /// The notation for the names of nested properties. ``Nesting/brackets`` by default.
    public var nesting: Nesting
    /// The notation of spaces. ``Spaces/percent20`` by default.
    public var spaces: Spaces
    /// The notation of Boolean values. ``Bools/words`` by default.
    public var bools: Bools
    /// The notation of dates. ``DateFormat/iso8601`` by default.
    public var dates: DateFormat
    /// The notation of `nil`. ``Nils/omitted`` by default.
    public var nils: Nils
    /// The notation of the names of properties. ``Keys/asWritten`` by default. Names in a literal and keys of a
    /// dictionary stay as they are.
    public var keys: Keys

    /// Creates an encoder. Each parameter sets the property of the same name.
    public init(
        arrays: Arrays = .repeated,
        nesting: Nesting = .brackets,
        spaces: Spaces = .percent20,
        bools: Bools = .words,
        dates: DateFormat = .iso8601,
        nils: Nils = .omitted,
        keys: Keys = .asWritten
    ) {
        self.arrays = arrays
        self.nesting = nesting
        self.spaces = spaces
        self.bools = bools
        self.dates = dates
        self.nils = nils
        self.keys = keys
    }
}
