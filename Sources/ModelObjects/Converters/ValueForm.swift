/// The JSON that a converter writes, as a JSON Schema describes it.
indirect enum ValueForm {
    /// A string, a number or a Bool.
    ///
    /// - `format`: a format that language models know, too.
    /// - `limits`: keywords that only validators get.
    case scalar(String, format: String? = nil, limits: [ExportedValue.Member] = [])
    /// A date in its own format, or else in that of the options.
    case date(DateFormat?)
    /// The raw values of an enum's cases, which have a form.
    case cases([Any], of: ValueForm)
    case either([ValueForm])
    case optional(ValueForm)
    case array(ValueForm, isSet: Bool = false)
    case dictionary(ValueForm)
    /// A model; `ModelObject` itself is any model.
    case model(ModelObject.Type)
    /// Any JSON, or models of a class in an untyped container.
    case any(ModelObject.Type? = nil)

    static var string: ValueForm { .scalar("string") }
    static var number: ValueForm { .scalar("number") }
    static var integer: ValueForm { .scalar("integer") }
    static var bool: ValueForm { .scalar("boolean") }

    /// An integer, with its range if every JSON parser can represent the bounds exactly.
    static func integer(bits: Int, isSigned: Bool) -> ValueForm {
        var limits: [ExportedValue.Member] = []
        if bits < 64 || !isSigned {
            limits.append(.init(key: "minimum", value: .init(isSigned ? -1 << (bits - 1) : 0 as Int64)))
        }
        if bits < 64 {
            limits.append(
                .init(key: "maximum", value: .init((1 as Int64) << (isSigned ? bits - 1 : bits) - 1)))
        }
        return .scalar("integer", limits: limits)
    }

    /// The JSON type of a scalar, an enum's raw values, or an Optional of one of them.
    var scalarType: String? {
        switch self {
        case .scalar(let type, _, _): type
        case .optional(let wrapped), .cases(_, of: let wrapped): wrapped.scalarType
        default: nil
        }
    }

    /// The value of this form that a discriminator compares as a text; nil if there is none.
    func value(ofText text: String) -> ExportedValue? {
        switch scalarType {
        case "string": .string(text)
        // Not `01`, because texts are compared.
        case "integer": Int64(text).flatMap { "\($0)" == text ? .integer($0) : nil }
        case "boolean": Bool(text).map { .bool($0) }
        default: nil
        }
    }
}
