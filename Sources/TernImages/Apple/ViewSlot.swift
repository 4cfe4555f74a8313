#if canImport(ObjectiveC) && canImport(CoreGraphics)
    import ObjectiveC

    /// The slot of a system view. It is attached to the view, and released together with the view.
    @MainActor
    enum ViewSlot {
        /// The key of the associated object: a unique address.
        private static let key = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

        static func slot(of view: AnyObject) -> ImageSlot<DecodedImage> {
            if let slot = objc_getAssociatedObject(view, key) as? ImageSlot<DecodedImage> { return slot }
            let slot = ImageSlot<DecodedImage>()
            objc_setAssociatedObject(view, key, slot, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
            return slot
        }
    }
#endif
