extension UInt8 {
    /// The value of an ASCII character that is a hexadecimal digit, of either case; nil for any other.
    @inline(__always)
    var hexDigitValue: UInt8? {
        let digit = self &- UInt8(ascii: "0")
        if digit <= 9 { return digit }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }
}
