import Foundation

/// Any: the Swift value of the payload, or, where an element class is named, models of it.
struct AnyConverter: ValueConverter {
    typealias Value = Any
    let elementClass: ModelObject.Type?

    var expected: String { "Any" }
    var isUntypedContainer: Bool { true }
    var isUntypedElement: Bool { true }
    func takesNullWord(_ word: String) -> Bool { true }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Any? {
        if let type = elementClass ?? context.elementClass {
            let byte = reader.peek()
            if byte == UInt8(ascii: "{") { return try context.mapper.makeModel(type, &reader, context) }
            if byte != UInt8(ascii: "[") { return try readUntyped(&reader, context) }
            return try ArrayConverter(element: self).read(&reader, context)
        }
        return try context.readUntyped(&reader)
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Any? {
        guard let type = elementClass ?? context.elementClass else {
            return try context.untyped(value)
        }
        switch value {
        case .object(let dictionary): return try context.mapper.makeModel(type, dictionary, context)
        case .array: return try ArrayConverter(element: self).convert(value, context)
        case .other(let any): return model(in: any) ?? context.noModel("\(type)", value)
        default: return context.noModel("\(type)", value)
        }
    }
}

/// Models: always a new one here; one that is there is filled in place by the property's accessor.
struct ModelConverter<Value: ModelObject>: ValueConverter {
    let elementClass: Value.Type?

    var expected: String { "\(elementClass ?? Value.self)" }
    var isUntypedElement: Bool { Value.self == ModelObject.self }
    var modelClass: ModelObject.Type? { elementClass ?? Value.self }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        guard reader.peek() == UInt8(ascii: "{") else { return try readUntyped(&reader, context) }
        return try context.mapper.makeModel(type(context), &reader, context).map {
            KnownClass.model($0, as: Value.self)
        }
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        switch value {
        case .object(let dictionary):
            let model = try withAutoreleasePool {
                try context.mapper.makeModel(type(context), dictionary, context)
            }
            return model.map { KnownClass.model($0, as: Value.self) }
        case .other(let any): return (model(in: any) as? Value) ?? context.noModel(expected, value)
        default: return context.noModel(expected, value)
        }
    }

    private func type(_ context: MappingContext) -> Value.Type {
        if let elementClass { return elementClass }
        if isUntypedElement, let type = context.elementClass as? Value.Type { return type }
        return Value.self
    }
}

/// Enums, option sets, and anything else with a raw value.
struct EnumConverter<Value: RawRepresentable, Raw: ValueConverter<Value.RawValue>>: ValueConverter,
    @unchecked Sendable
{
    // Unchecked: `fallback` is a constant of the user's type, given to the rule as Sendable.
    let raw: Raw
    let fallback: Value?

    var expected: String { "\(Value.self)" }
    var enumeration: Enumeration? { Enumeration(type: Value.self, hasFallback: fallback != nil) }
    var mayBeDates: Bool { raw.mayBeDates }

    func takesNullWord(_ word: String) -> Bool {
        exactly(word, as: Value.RawValue.self).flatMap { Value(rawValue: $0) } != nil
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if case .null = value { return context.mismatch(expected, value) }
        if case .other(let any) = value, let typed = any as? Value { return typed }
        if case .string(let word) = value, isNullWord(word), !takesNullWord(word) {
            return context.mismatch(expected, .null)
        }
        guard let rawValue = try raw.convert(value, context.quiet) else {
            return unknown(value, expected, context)
        }
        guard let made = Value(rawValue: rawValue) else {
            return unknown(value, "a raw value of \(Value.self)", context)
        }
        // Quietly at first: of a value that makes no case the conversion is not worth a word.
        if context.mapper.report != nil { _ = try raw.convert(value, context) }
        return made
    }

    private func unknown(
        _ value: JSONValue, _ expected: @autoclosure () -> String, _ context: MappingContext
    ) -> Value? {
        guard let fallback else { return context.mismatch(expected(), value) }
        context.usedFallback(expected(), value)
        return fallback
    }
}

/// A type of the user's that conforms to `ModelValue`.
struct CustomConverter<Value: ModelValue>: ValueConverter {
    var expected: String { "\(Value.self)" }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if case .null = value { return context.mismatch(expected, value) }
        if case .other(let any) = value, let typed = any as? Value { return typed }
        guard let any = try context.untyped(value) else { return nil }
        return Value.modelValue(from: any) ?? context.mismatch(expected, value)
    }
}

/// A Codable type that is not a model: by Foundation's JSONDecoder, which knows its keys and its rules.
struct DecodableConverter<Value: Decodable>: ValueConverter {
    let format: DateFormat?

    var expected: String { "\(Value.self)" }
    var mayBeDates: Bool { true }

    func read(_ reader: inout JSONReader, _ context: MappingContext) throws -> Value? {
        if reader.peek() == UInt8(ascii: "n") { return try readUntyped(&reader, context) }
        let start = reader
        try reader.skipValue()
        // JSONDecoder takes the first of two members with one key.
        let text = try reader.dataWithoutRepetitions(from: start.offset)
        let kind = reader.kind(at: start.offset)
        return try context.mapper.at(start.offset) {
            do {
                return try decoded(text, context, depth: reader.depth)
            } catch let refusal as MappingCall.Refusal {
                throw refusal
            } catch DecodingError.dataCorrupted(let cause) where cause.codingPath.isEmpty {
                // The text is JSON, but Foundation's parser refuses `0e9`, which RFC 8259 has.
                var again = start
                return try convert(again.readValue(), context)
            } catch {
                let isScalar = kind != .array && kind != .object
                return context.mismatch(
                    expected, found: kind,
                    value: isScalar ? withJSONReader(text, maximumDepth: 1) { try? $0.readValue() } : nil,
                    underlyingError: error)
            }
        }
    }

    func convert(_ value: JSONValue, _ context: MappingContext) throws -> Value? {
        if case .null = value { return context.mismatch(expected, value) }
        if case .other(let any) = value { return (any as? Value) ?? context.mismatch(expected, value) }
        let scope = DecodingScope.current
        let attempt = scope?.attempt(Value.self, at: context.mapper.currentLocation.components)
        if scope?.hasFailed(attempt) == true { return context.mismatch(expected, value) }
        let any = try context.mapper.plain(value.any)
        guard JSONSerialization.isValidJSONObject([any]),
            let text = try? JSONSerialization.data(
                withJSONObject: any, options: [.fragmentsAllowed, .sortedKeys])
        else { return context.mismatch(expected, value) }
        do {
            return try decoded(text, context, attempt: attempt)
        } catch let refusal as MappingCall.Refusal {
            throw refusal
        } catch {
            scope?.recordFailure(of: attempt)
            return context.mismatch(expected, found: value.kind, value: value, underlyingError: error)
        }
    }

    /// - Parameter depth: How many objects and arrays enclose the value.
    private func decoded(
        _ text: Data, _ context: MappingContext, depth: Int = 0, attempt: DecodingScope.Attempt? = nil
    ) throws -> Value {
        let format = self.format ?? context.options.dateFormat
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self), let date = format.date(fromText: text) {
                return date
            }
            if let number = try? container.decode(Double.self), let date = format.date(fromNumber: number) {
                return date
            }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Expected a date.")
        }
        let scope = DecodingScope(depth: depth + 1, limit: context.mapper.maximumDepth, attempt: attempt)
        do {
            return try scope.run { try withAutoreleasePool { try decoder.decode(Value.self, from: text) } }
        } catch {
            guard let (exceeded, path) = error.exceededLimit else { throw error }
            let mapper = context.mapper
            throw MappingCall.Refusal(
                problem: mapper.at([PathComponent](path)) {
                    mapper.problem(
                        .limitExceeded, expected: exceeded.expected, found: exceeded.found,
                        action: .refusedObject, rejects: false, underlyingError: exceeded.underlyingError)
                })
        }
    }
}
