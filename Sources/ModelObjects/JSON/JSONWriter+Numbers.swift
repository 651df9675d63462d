// Invariants: those of JSONWriter.swift, and those of JSONNumberText, whose capacity is reserved.

import Foundation

extension JSONWriter {
    /// Writes an integer of any width.
    @inline(__always)
    mutating func value(_ integer: some FixedWidthInteger) {
        startValue()
        reserve(JSONNumberText.capacity)
        if let integer = Int64(exactly: integer) {
            unsafe next = JSONNumberText.write(integer, to: next)  // 3
            put(UInt8(ascii: ","))
        } else if let integer = UInt64(exactly: integer) {
            unsafe next = JSONNumberText.write(integer, to: next)  // 3
            put(UInt8(ascii: ","))
        } else {
            putText(String(integer))
        }
    }

    /// Writes a number: the fewest digits that read back the same, without ".0" where it is whole and at most
    /// 2^53.
    ///
    /// NaN and infinity have no form in JSON. Whether they are an error is the caller's to say; what comes
    /// here is written as null.
    @inline(__always)
    mutating func value(_ number: Double) {
        guard number.isFinite else { return null() }
        startValue()
        reserve(JSONNumberText.capacity + 1)
        unsafe next = JSONNumberText.write(number, to: next)  // 3
        put(UInt8(ascii: ","))
    }

    /// Writes a number with the fewest digits that read back as the same Float; see `value(_: Double)`.
    mutating func value(_ number: Float) {
        guard number.isFinite else { return null() }
        startValue()
        putText(JSONNumberText.text(number))
    }

    /// Writes all digits of a number, without an exponent; NaN is written as null.
    mutating func value(_ number: Decimal) {
        guard number.isFinite else { return null() }
        startValue()
        putText(number.description)
    }

    /// Writes characters that need no escape, and a comma.
    private mutating func putText(_ text: String) {
        reserve(text.utf8.count + 1)
        for byte in text.utf8 { put(byte) }
        put(UInt8(ascii: ","))
    }
}
