import Foundation
import Tern

extension ImageService {
    /// Shows the picture at a URL, and the placeholder while the picture is loaded.
    ///
    /// ```swift
    /// images.setImage(on: cell, fromURL: pose.pictureURL, withPlaceholder: placeholder)
    /// ```
    ///
    /// A picture in memory is shown at once, without the placeholder. An earlier load of the view is cancelled, so a
    /// reused cell never shows the picture of its previous row. The load is cancelled when the view is released.
    ///
    /// - Parameters:
    ///   - view: The view that shows the picture.
    ///   - url: The URL of the picture. `nil` shows only the placeholder.
    ///   - placeholder: Shown while the picture is loaded. `nil`, the default, for no placeholder: the previous picture
    ///     is removed.
    ///   - failure: Shown if the load fails, but not after its ``ImageTask/cancel()``. `nil`, the default, for the
    ///     placeholder.
    /// - Returns: The load. `nil` without a URL, or if the picture is in memory. Releasing the load doesn't cancel it.
    @MainActor
    @discardableResult
    public func setImage<View: ImageDisplaying>(
        on view: View,
        fromURL url: URL?,
        withPlaceholder placeholder: Value? = nil,
        failure: Value? = nil
    ) -> ImageTask<Value>? where View.Value == Value {
        setImage(on: view, from: url.map { ImageRequest($0) }) { view in
            view.display(placeholder)
        } showFailure: { view in
            if let failure { view.display(failure) }
        }
    }

    /// Shows the picture of a request, and the placeholder while the picture is loaded. The parameters are the same as
    /// for ``setImage(on:fromURL:withPlaceholder:failure:)``.
    @MainActor
    @discardableResult
    public func setImage<View: ImageDisplaying>(
        on view: View,
        from request: ImageRequest<Value>,
        withPlaceholder placeholder: Value? = nil,
        failure: Value? = nil
    ) -> ImageTask<Value>? where View.Value == Value {
        setImage(on: view, from: request) { view in
            view.display(placeholder)
        } showFailure: { view in
            if let failure { view.display(failure) }
        }
    }

    /// The common implementation of the other functions. Its closures show placeholders of any type.
    @MainActor
    func setImage<View: ImageDisplaying>(
        on view: View,
        from request: ImageRequest<Value>?,
        showPlaceholder: (View) -> Void,
        showFailure: @escaping @MainActor (View) -> Void
    ) -> ImageTask<Value>? where View.Value == Value {
        let slot = view.imageSlot
        guard let request else {
            slot.cancel()
            showPlaceholder(view)
            return nil
        }
        if request.cachePolicy.readsMemory, let image = cached(request) {
            slot.cancel()
            view.display(image)
            return nil
        }
        let task = load(request)
        slot.replace(with: task)
        showPlaceholder(view)
        task.onCompletion { @MainActor [weak view, weak slot] result in
            // A reused view may have another load in the meantime. A cancelled load doesn't count as a failure.
            guard let view, slot?.task === task, !task.isCancelled else { return }
            switch result {
            case .success(let image): view.display(image)
            case .failure: showFailure(view)
            }
        }
        return task
    }
}
