// The bits of values. Values with equal bits are copies, however they are laid out; different bits are inconclusive.

import Foundation

/// The bytes of a value.
@inline(__always)
func bytes<Value>(of value: Value) -> [UInt8] {
    unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
}

/// Whether two values have equal bits.
func haveEqualBits<Value>(_ left: Value, _ right: Value) -> Bool {
    unsafe withUnsafePointer(to: left) { left in
        unsafe withUnsafePointer(to: right) { right in
            unsafe memcmp(left, right, MemoryLayout<Value>.size) == 0
        }
    }
}

/// The value of one word as that word; zero for a type of another size.
func word<Value>(_ value: Value) -> UInt {
    guard MemoryLayout<Value>.size == MemoryLayout<UInt>.size else { return 0 }
    return unsafe withUnsafeBytes(of: value) { unsafe $0.loadUnaligned(as: UInt.self) }
}

/// The bits of a String, which are equal for two Strings that exist at the same time only if they are copies.
///
/// Different bits are inconclusive. The String is not retained.
struct StringBits: Equatable {
    private let first: UInt64
    private let second: UInt64

    @inline(__always)
    init(_ string: String) {
        assert(MemoryLayout<String>.size <= 16)
        var bits: (UInt64, UInt64) = (0, 0)
        unsafe withUnsafeMutableBytes(of: &bits) { bits in
            unsafe withUnsafeBytes(of: string) { unsafe bits.copyMemory(from: $0) }
        }
        (first, second) = bits
    }
}
