/// The meaning of a page that leads to itself or to an earlier page.
enum PageRepetition {
    /// The list ends with this page, and an error.
    case fails
    /// The page is the last one.
    case ends
    /// The next page is requested all the same.
    case continues
}
