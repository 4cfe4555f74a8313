/// An object that shows pictures, such as a view or a cell.
///
/// ```swift
/// @MainActor final class PoseCell: ImageDisplaying {
///     let imageSlot = ImageSlot<EncodedImage>()
///     private(set) var picture: EncodedImage?
///
///     func display(_ image: EncodedImage?) { picture = image }
/// }
/// ```
@MainActor
public protocol ImageDisplaying<Value>: AnyObject {
    /// The type of the pictures.
    associatedtype Value: Sendable

    /// The slot that holds the load of the picture. The view must own it, so that releasing the view cancels the load.
    var imageSlot: ImageSlot<Value> { get }

    /// Shows a picture. `nil` removes the current picture.
    func display(_ image: Value?)
}
