import Foundation

/// How the library's decoder and encoder treat a type: found once for each type, never freed.
final class CodingPlan: Sendable {
    /// How the decoder reads values of the type.
    enum Kind: Sendable {
        /// A model or a container of models, perhaps in one or more Optionals.
        case models(MappingTarget, isOptional: Bool)
        case integer(any StandardInteger.Type)
        case double, float, date, data, url, decimal
        case strings, integers, doubles, bools
        /// A dictionary with String keys, of a type without models.
        case dictionary(of: any Any.Type)
        /// The type's own implementation.
        case other
    }

    let kind: Kind
    /// The class of the models; nil if there are none.
    let modelClass: ModelObject.Type?
    /// Writes values of the type; nil if the type encodes itself.
    let converter: (any ValueConverter)?
    /// Where its models are, for reports.
    var content: TypeContent {
        TypeContent(
            levels: modelClass == nil ? [] : converter?.content.levels ?? [], modelClass: modelClass)
    }

    private static let table = PublishedTable<CodingPlan>()

    @inline(__always)
    static func with<Result>(_ type: any Any.Type, _ body: (CodingPlan) throws -> Result) rethrows -> Result {
        try table.withElement(for: type, body) ?? body(make(type))
    }

    @inline(never)
    private static func make(_ type: any Any.Type) -> CodingPlan {
        table.add(CodingPlan(type), for: type)
    }

    /// What writes values of a type; nil if the type encodes itself.
    @inline(never)
    static func writer(of type: any Any.Type) -> (converter: any ValueConverter, holdsModels: Bool)? {
        with(type) { plan in plan.converter.map { ($0, plan.modelClass != nil) } }
    }

    private init(_ type: any Any.Type) {
        (kind, modelClass) = Self.kind(of: type)
        converter =
            switch kind {
            case .other, .dictionary: nil
            default: Self.makeConverter(of: type)
            }
    }

    private static func kind(of type: any Any.Type) -> (Kind, ModelObject.Type?) {
        // Standard types come first: a question about a protocol takes time in proportion to the program's
        // conformances.
        if let scalar = scalars[ObjectIdentifier(type)] { return (scalar, nil) }
        if ConverterFactory.valueTypes.contains(where: { $0.type == type }) {
            return ((type as? any StandardInteger.Type).map { .integer($0) } ?? .other, nil)
        }
        if let model = type as? any ModelClass.Type {
            return (.models(.model(model), isOptional: false), model)
        }
        guard let container = containerType(type) else { return (.other, nil) }
        if let wrapped = container.wrappedType {
            let (kind, modelClass) = kind(of: wrapped)
            guard case .models(let target, _) = kind else { return (.other, nil) }
            return (.models(target, isOptional: true), modelClass)
        }
        guard let converter = makeConverter(of: type), converter.content.holdsModels,
            let level = converter.content.levels.first,
            // `modelClass` is nil for a Set of models, because sets have no fast paths in the mapper.
            let models = converter.content.modelClass ?? converter.content.archivedClass
        else { return (dictionary(container) ?? .other, nil) }
        let root: MappingCall.Root = level == .array ? .array : .object
        return (.models(.container(converter, root, of: models), isOptional: false), models)
    }

    private static func dictionary(_ container: any ContainerType.Type) -> Kind? {
        let types = container.contentTypes
        guard types[0] == String.self, types.count == 2 else { return nil }
        return .dictionary(of: types[1])
    }

    private static func makeConverter(of type: any Any.Type) -> (any ValueConverter)? {
        ConverterFactory(rule: PropertyRule()).converter(for: type)
    }

    private static let scalars: [ObjectIdentifier: Kind] = [
        ObjectIdentifier(Double.self): .double, ObjectIdentifier(Float.self): .float,
        ObjectIdentifier(Date.self): .date, ObjectIdentifier(Data.self): .data,
        ObjectIdentifier(URL.self): .url, ObjectIdentifier(Decimal.self): .decimal,
        ObjectIdentifier([String].self): .strings, ObjectIdentifier([Int].self): .integers,
        ObjectIdentifier([Double].self): .doubles, ObjectIdentifier([Bool].self): .bools,
    ]
}
