/// A number that is not finite, in the form in which a coder's strategy gives it; nil for any other value.
struct NotFiniteNumber: Decodable {
    let value: Double?

    init(from decoder: any Decoder) throws {
        let number = try? decoder.singleValueContainer().decode(Double.self)
        value = number.flatMap { $0.isFinite ? nil : $0 }
    }
}
