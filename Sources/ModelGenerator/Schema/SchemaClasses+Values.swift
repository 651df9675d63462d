import Foundation
import ModelObjects

/// The meaning of a schema's keywords for a value.
extension SchemaClasses {
    static func types(_ part: Part) -> [String] { part.value["type"]?.texts ?? [] }

    static func hasProperties(_ part: Part) -> Bool { part.value["properties"]?.members.isEmpty == false }

    static func isNullable(_ part: Part) -> Bool {
        types(part).contains("null") || part.value["nullable"]?.isTrue == true
    }

    /// The values that a schema lists; empty if it lists none.
    static func constants(_ value: SampleValue) -> [SampleValue] {
        value["enum"]?.elements ?? [value["const"]].compactMap(\.self)
    }

    /// The schemas of an array's elements; in draft 7, several `items` are for the first elements.
    static func elements(_ part: Part) -> [Part] {
        let items = part.part("items")
        let first = part.part("prefixItems") ?? items.flatMap { $0.value.facts.contains(.array) ? $0 : nil }
        let others = first?.pointer == items?.pointer ? part.part("additionalItems") : items
        return contents(of: part, first?.elements ?? [], others, "unevaluatedItems")
    }

    /// The schemas of the values of an object that is used as a map.
    static func mapValues(_ part: Part) -> [Part] {
        let patterns = part.part("patternProperties")?.members.map(\.part) ?? []
        return contents(of: part, patterns, part.part("additionalProperties"), "unevaluatedProperties")
    }

    /// The schemas of the content of an array or a map; empty if other schemas of the same value can describe
    /// some of it.
    ///
    /// - Parameters:
    ///   - described: The schemas of certain elements or keys.
    ///   - others: The schema of all other elements or keys.
    ///   - unevaluated: The keyword with the schema of elements or keys that no other schema of the same
    ///     value describes (JSON Schema 2020-12 Core, section 11).
    private static func contents(
        of part: Part, _ described: [Part], _ others: Part?, _ unevaluated: String
    ) -> [Part] {
        let rest = others == nil ? part.part(unevaluated) : nil
        if let rest, !rest.value.isFalse, part.hasOtherSchemas { return [] }
        return (described + [others, rest].compactMap(\.self)).filter { !$0.value.isFalse }
    }

    static func text(_ value: SampleValue) -> ValueType {
        if value["contentEncoding"]?.text == "base64" { return .data }
        switch value["format"]?.text {
        case "date-time": return .date(nil)
        case "date": return .date(.day)
        case "uuid": return .uuid
        // Not an IRI, because a URL would escape its non-ASCII characters.
        case "uri", "uri-reference", "url": return .url
        default: return .text
        }
    }

    /// The type of integers with a schema's limits: Int, unless they are those of a smaller type, or beyond it.
    ///
    /// (The library's schema of a UInt64 has only the minimum 0. But so have the ages and counts of many others, for which Int
    /// is the usual type.)
    static func integer(_ value: SampleValue) -> ValueType {
        let (minimum, maximum) = (value["minimum"]?.text, value["maximum"]?.text)
        let fixed: [any FixedWidthInteger.Type] = [
            Int8.self, Int16.self, Int32.self, UInt8.self, UInt16.self, UInt32.self,
        ]
        if let type = fixed.first(where: { "\($0.min)" == minimum && "\($0.max)" == maximum }) {
            return .fixedInteger(type)
        }
        if value["format"]?.text == "uint64" { return .unsigned }
        let lowest = minimum.flatMap { Decimal(string: $0) } ?? 0
        let standard = value["default"].flatMap { UInt64($0.text) }.map(\.description)
        let highest = (maximum ?? standard).flatMap { Decimal(string: $0) } ?? 0
        if lowest >= Decimal(Int64.min), highest <= Decimal(Int64.max) { return .integer }
        return minimum != nil && lowest >= 0 && highest <= Decimal(UInt64.max) ? .unsigned : .decimal
    }

    /// The type of all of some constants; nil for arrays, objects, null only, and constants of several types.
    static func scalar(_ constants: [SampleValue]) -> ValueType? {
        switch constants.reduce(PayloadFacts(), { $0.union($1.facts) }).type {
        case .text, .date, .uuid, .url: .text
        case .bool: .bool
        case .integer: .integer
        case .unsigned: .unsigned
        case .double: .double
        case .decimal: .decimal
        default: nil
        }
    }
}

extension ClassModel {
    /// Whether a new object has the members of an object.
    func makes(_ object: SampleValue) -> Bool {
        object.members.allSatisfy { member in
            allMembers.first { $0.key == member.key }?.isDefault(member.value) ?? false
        }
    }
}

extension MemberModel {
    /// Whether a value is the one that the property has in a new object.
    fileprivate func isDefault(_ value: SampleValue) -> Bool {
        switch type {
        case .model(let model): return value.facts.contains(.object) && model.defaultClass.makes(value)
        case .array, .map, .data: return type.isDefault(value)
        default:
            guard let constant, type.hasLiteral(constant) else { return type.isDefault(value) }
            return constant.text == value.text && constant.facts == value.facts
        }
    }
}

extension ValueType {
    /// Whether a property can have a schema's default.
    ///
    /// True for any object as the default of a class, whose members may not be known yet.
    func hasLiteral(_ value: SampleValue) -> Bool {
        switch self {
        case .optional(let wrapped): wrapped.hasLiteral(value)
        case .model: value.facts.contains(.object)
        case .enumeration(let model): EnumModel.Value(value).map(model.values.contains) ?? false
        case .array, .map, .data: isDefault(value)
        default: literal(value) != nil
        }
    }

    /// Whether a value is the one that a property without a constant has in a new object.
    fileprivate func isDefault(_ value: SampleValue) -> Bool {
        switch self {
        case .optional: value.isNull
        case .array: value.facts.contains(.array) && value.elements.isEmpty
        case .map: value.facts.contains(.object) && value.members.isEmpty
        case .data, .text: value.facts.contains(.text) && value.text.isEmpty
        case .bool, .integer, .unsigned, .fixedInteger, .double: literal(value) == defaultSource
        default: false
        }
    }

    /// The source of a schema's default or constant; nil if the type has no literal for it.
    func literal(_ value: SampleValue) -> String? {
        let isNumber = value.facts.contains(.number)
        switch self {
        case .optional(let wrapped): return wrapped.literal(value)
        case .bool: return value.facts.contains(.bool) ? value.text : nil
        case .text: return value.facts.contains(.text) ? SwiftLiteral.string(value.text) : nil
        case .double:
            let number = isNumber ? Double(value.text) : nil
            return number.flatMap { $0.isFinite ? "\($0)" : nil }
        case .integer: return isNumber ? Self.literal(value.text, Int64.self) : nil
        case .unsigned: return isNumber ? Self.literal(value.text, UInt64.self) : nil
        case .fixedInteger(let type): return isNumber ? Self.literal(value.text, type) : nil
        case .enumeration(let model):
            let index = EnumModel.Value(value).flatMap { model.values.firstIndex(of: $0) }
            return index.map { "\(model.name).\(ReservedNames.escaped(model.cases[$0]))" }
        default: return nil
        }
    }

    /// An integer can also be written as `1.0` or `1e3`.
    private static func literal<Integer: FixedWidthInteger>(_ text: String, _: Integer.Type) -> String? {
        let integer = Integer(text) ?? Double(text).flatMap { Integer(exactly: $0) }
        return integer.map { "\($0)" }
    }
}
