import Foundation

/// Numbers the elements of arrays: two have the same number if they are the same, apart from nils.
///
/// A search for common elements compares the numbers. So it reads each element once, not once for each comparison.
struct ElementNumbers {
    /// By their fingerprints.
    private var elements: [Int: [(value: ExportedValue, number: Int)]] = [:]
    private var count = 0

    mutating func number(of value: ExportedValue) -> Int {
        let fingerprint = value.fingerprint
        let similar = elements[fingerprint] ?? []
        if let known = similar.first(where: { $0.value.isSame(as: value, withoutNil: true) }) {
            return known.number
        }
        count += 1
        elements[fingerprint, default: []].append((value, count))
        return count
    }
}

extension ExportedValue {
    /// The same for values that are the same, apart from nils.
    ///
    /// The order of elements doesn't count, because that of a Set has no meaning.
    fileprivate var fingerprint: Int {
        switch self {
        case .null, .typed: 0
        case .bool(let value): value.hashValue
        case .string(let text): ExactText(text).hashValue
        case .integer(let number): Double(number).hashValue
        case .unsigned(let number): Double(number).hashValue
        case .float(let number): Self.double(of: number).hashValue
        case .double(let number): number.hashValue
        case .decimal(let number): NSDecimalNumber(decimal: number).doubleValue.hashValue
        case .array(let elements, _): elements.reduce(elements.count) { $0 &+ $1.fingerprint &* 3 }
        case .object(let members, let owner):
            Self.present(members, of: owner).reduce(0) { sum, member in
                var hasher = Hasher()
                hasher.combine(ExactText(member.key))
                hasher.combine(member.value.fingerprint)
                return sum &+ hasher.finalize()
            }
        }
    }
}
