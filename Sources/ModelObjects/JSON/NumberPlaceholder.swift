import Foundation
func doubleFromDecimal(significand: UInt64, exponent: Int, isNegative: Bool) -> Double? {
    guard significand <= 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
    let powers: [Double] = [1e0,1e1,1e2,1e3,1e4,1e5,1e6,1e7,1e8,1e9,1e10,1e11,1e12,1e13,1e14,1e15,1e16,1e17,1e18,1e19,1e20,1e21,1e22]
    let m = Double(significand)
    let v = exponent < 0 ? m / powers[-exponent] : m * powers[exponent]
    return isNegative ? -v : v
}
func doubleFromText(_ t: Span<UInt8>) -> Double? {
    var a: [UInt8] = []; for i in t.indices { a.append(t[i]) }
    let v = Double(String(decoding: a, as: UTF8.self)); return v.flatMap { $0.isFinite ? $0 : nil }
}
func decimalFromText(_ t: Span<UInt8>) -> Decimal? {
    var a: [UInt8] = []; for i in t.indices { a.append(t[i]) }
    return Decimal(string: String(decoding: a, as: UTF8.self))
}
