/// Types that can hold the values of several types.
extension ValueType {
    /// The type that can hold the values of both; nil for any value.
    func joined(_ other: ValueType) -> ValueType? {
        switch (self, other) {
        case _ where form == other.form: self
        case (.optional, _), (_, .optional): unwrapped.joined(other.unwrapped)?.optional
        case (.date, .date): .date(nil)
        case _ where isText && other.isText: .text
        // No integer type holds all values of UInt64 and a signed type.
        case (.unsigned, _) where other.isInteger, (_, .unsigned) where isInteger: .decimal
        case _ where isInteger && other.isInteger: .integer
        // A Double would lose digits.
        case (.decimal, _) where other.isNumber, (_, .decimal) where isNumber: .decimal
        case _ where isNumber && other.isNumber: .double
        default: nil
        }
    }

    /// The type of the values that fit both; the other type, if they have nothing in common.
    func narrowed(by other: ValueType) -> ValueType {
        switch (self, other) {
        case (_, .any), (.model, .map(.any)): self
        case (.optional(let left), .optional(let right)): left.narrowed(by: right).optional
        case (.optional, _), (_, .optional): unwrapped.narrowed(by: other.unwrapped)
        case (.array(let left), .array(let right)): .array(left.narrowed(by: right))
        case (.map(let left), .map(let right)): .map(left.narrowed(by: right))
        default: joined(other)?.form == other.form ? self : other
        }
    }

    /// A description that distinguishes types before classes and enums have names.
    var form: String {
        switch self {
        case .date(let format): "Date \(format?.source ?? "")"
        case .optional(let inner): inner.form + "?"
        case .array(let inner): "[\(inner.form)]"
        case .map(let inner): "[String: \(inner.form)]"
        case .model(let model): "\(ObjectIdentifier(model))"
        case .enumeration(let model): "\(model.values)"
        default: source
        }
    }

    private var isText: Bool {
        switch self {
        case .text, .date, .uuid, .url, .data: true
        case .enumeration(let model): model.isText
        default: false
        }
    }

    private var isInteger: Bool {
        switch self {
        case .integer, .unsigned, .fixedInteger: true
        case .enumeration(let model): !model.isText
        default: false
        }
    }

    private var isNumber: Bool {
        switch self {
        case .double, .decimal: true
        default: isInteger
        }
    }
}
