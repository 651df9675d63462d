extension String {
    /// The text of UTF-8 bytes, or nil if they are not UTF-8. (`String(validating:as:)` needs macOS 15.)
    init?(validUTF8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // Invalid bytes become U+FFFD.
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
