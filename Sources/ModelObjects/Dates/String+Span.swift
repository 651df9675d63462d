extension String {
    /// The text of UTF-8 bytes; what is not UTF-8 is repaired.
    init(copying utf8: Span<UInt8>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for index in 0..<utf8.count { bytes.append(utf8[index]) }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
