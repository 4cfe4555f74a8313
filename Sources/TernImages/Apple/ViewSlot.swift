#if canImport(ObjectiveC) && canImport(CoreGraphics)
    import ObjectiveC

    /// The slot that a view of the system owns. It is kept with the view, and released with it.
    @MainActor
    enum ViewSlot {
        /// An address that nothing else uses.
        private static let key = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

        static func slot(of view: AnyObject) -> ImageSlot<DecodedImage> {
            if let slot = objc_getAssociatedObject(view, key) as? ImageSlot<DecodedImage> { return slot }
            let slot = ImageSlot<DecodedImage>()
            objc_setAssociatedObject(view, key, slot, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
            return slot
        }
    }
#endif
