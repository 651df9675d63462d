/// A number that is not finite, in the form in which a coder's strategy gives it, or a negative zero; nil for any other
/// value, which untyped reading doesn't change.
struct NotFiniteNumber: Decodable {
    let value: Double?

    init(from decoder: any Decoder) throws {
        let number = try? decoder.singleValueContainer().decode(Double.self)
        value = number.flatMap { $0.isFinite && ($0 != 0 || $0.sign == .plus) ? nil : $0 }
    }
}
