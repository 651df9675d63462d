/// Collects the models that values hold, untyped containers at any depth included, with a list instead of a
/// stack.
struct ModelVisitor {
    /// The models found, in the order of the values; a model that is held twice stands there twice.
    private(set) var models: [ModelObject] = []
    private let converters: UntypedConverters

    init(_ converters: UntypedConverters) {
        self.converters = converters
    }

    mutating func visit(_ model: ModelObject) { models.append(model) }

    mutating func visit(untyped value: Any) {
        var pending = [value]
        while let value = pending.popLast() {
            if let array = exactly(value, as: [Any].self) {
                pending.append(contentsOf: array.reversed())
            } else if let object = exactly(value, as: [String: Any].self) {
                pending.append(contentsOf: object.values)
            } else if let model = model(in: value) {
                visit(model)
            } else if let converter = converters.converter(of: value) {
                visit(value, converter)
            }
        }
    }

    private mutating func visit<Converter: ValueConverter>(_ value: Any, _ converter: Converter) {
        guard let typed = exactly(value, as: Converter.Value.self) else { return }
        converter.visitModels(in: typed, &self)
    }
}

/// The converters of the typed containers that are met inside an Any: an `[User]` there is copied as one.
final class UntypedConverters {
    private var converters: [ObjectIdentifier: (any ValueConverter)?] = [:]

    /// The converter of the value's own type, where that is a container that can hold models.
    func converter(of value: Any) -> (any ValueConverter)? {
        let type = Swift.type(of: value)
        guard type is any ContainerType.Type else { return nil }
        if let known = converters[ObjectIdentifier(type)] { return known }
        let converter = ConverterFactory(rule: PropertyRule()).converter(for: type)
        let useful = converter?.content.mayHoldModels == true ? converter : nil
        converters[ObjectIdentifier(type)] = .some(useful)
        return useful
    }
}
