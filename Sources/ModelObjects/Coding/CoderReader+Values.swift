import Foundation

/// Values in the forms that properties ask for.
extension CoderReader {
    /// The value in a given form; untyped if the coder doesn't have the value in this form.
    func value(_ form: CoderForm, _ decoder: any Decoder) throws -> Any {
        try valueIfPresent(form, decoder)
            ?? (form.mayBeModels ? convertingKeys : self).untyped(decoder)
    }

    /// The value in a given form; nil if the coder has another value.
    private func valueIfPresent(_ form: CoderForm, _ decoder: any Decoder) throws -> Any? {
        switch form {
        case .untyped, .untypedCodable: return nil
        case .scalar(let types):
            for type in types { if let value = try typed(type, decoder) { return value } }
            return nil
        case .float: return try typed(NotFiniteNumber.self, decoder)?.value
        case .codable(let type):
            return try DecodingScope(depth: depth + 1, limit: limit).run { try typed(type, decoder) }
        case .model(let type): return try model(type, decoder)
        case .models(let type): return try array(of: form, decoder) ?? model(type, decoder)
        case .array(let element): return try array(of: element, decoder)
        case .object(let member): return try object(of: member, decoder) ?? pairs(of: member, decoder)
        }
    }

    /// The value as a type; nil if the coder has another value.
    ///
    /// - Throws: The error of a nested model that exceeds a limit.
    func typed<Value: Decodable>(_ type: Value.Type, _ decoder: any Decoder) throws -> Value? {
        guard let container = try? decoder.singleValueContainer(), !container.decodeNil() else { return nil }
        return try typed(type, container)
    }

    /// The value of a container, which isn't null, as a type; nil if the coder has another value.
    ///
    /// - Throws: The error of a nested model that exceeds a limit.
    func typed<Value: Decodable>(
        _ type: Value.Type, _ container: any SingleValueDecodingContainer
    ) throws -> Value? {
        do {
            // Not all coders treat the standard types in the generic method.
            let value: Any =
                switch type {
                case is Int.Type: try container.decode(Int.self)
                case is Bool.Type: try container.decode(Bool.self)
                case is String.Type: try container.decode(String.self)
                case is UInt64.Type: try container.decode(UInt64.self)
                case is Double.Type: try container.decode(Double.self)
                default: try container.decode(type)
                }
            return value as? Value
        } catch let error where error.exceededLimit != nil {
            throw error
        } catch {
            return nil
        }
    }

    /// The elements of an array; nil if the coder has another value.
    private func array(of element: CoderForm, _ decoder: any Decoder) throws -> [Any]? {
        try elements(of: decoder) { reader, _, decoder in try reader.value(element, decoder) }
    }

    /// A dictionary in the form of a list in which keys and values alternate; nil if the coder has another value.
    private func pairs(of member: CoderForm, _ decoder: any Decoder) throws -> [Any]? {
        try elements(of: decoder) { reader, index, decoder in
            try reader.value(index.isMultiple(of: 2) ? .untyped : member, decoder)
        }
    }

    /// The elements of an array, of which the closure reads each; nil if the coder has another value.
    func elements(
        of decoder: any Decoder, _ read: (CoderReader, _ index: Int, any Decoder) throws -> Any
    ) throws -> [Any]? {
        guard var container = try? decoder.unkeyedContainer() else { return nil }
        let reader = try inside(decoder)
        var elements: [Any] = []
        while !container.isAtEnd {
            if isJSON {
                elements.append(try read(reader, elements.count, container.superDecoder()))
                continue
            }
            let index = container.currentIndex
            if (try? container.decodeNil()) == true {
                elements.append(NSNull())
            } else {
                let count = elements.count
                let part = try CoderPart.reading(with: { try read(reader, count, $0) }) {
                    try container.decode($0)
                }
                elements.append(part.value)
            }
            guard container.isAtEnd || container.currentIndex != index else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "The decoder doesn't move to the next element.")
            }
        }
        return elements
    }

    /// The members of an object; nil if the coder has another value.
    private func object(of member: CoderForm, _ decoder: any Decoder) throws -> [String: Any]? {
        if decodesDictionaries {
            let members = try CoderDictionary.members(in: decoder) { try inside(decoder).value(member, $0) }
            if members?.isEmpty == true { _ = try inside(decoder) }
            return members
        }
        guard let container = try? decoder.container(keyedBy: CoderKey.self) else { return nil }
        let reader = try inside(decoder)
        return try members(of: container) { _ in (member, { try reader.value(member, $0) }) }
    }

    /// The value as it would appear in a payload.
    ///
    /// A coder doesn't expose the type of its content, so one type after another is tried. Date and Data are
    /// last, because a coder can read them from numbers and strings.
    func untyped(_ decoder: any Decoder) throws -> Any {
        let single = try? decoder.singleValueContainer()
        if single?.decodeNil() == true { return NSNull() }
        if isJSON, depth >= Self.containersFirst {
            if let members = try object(of: .untyped, decoder) { return members }
            if let elements = try array(of: .untyped, decoder) { return elements }
        }
        if let single, let value = scalar(single) { return value }
        if let elements = try array(of: .untyped, decoder) { return elements }
        if !decodesDictionaries, let number = decimal(decoder) { return number }
        if let members = try object(of: .untyped, decoder) { return members }
        let value = try decoder.singleValueContainer()
        if let date = try? value.decode(Date.self) { return date }
        if let data = try? value.decode(Data.self) { return data }
        // The error says what is wrong with a number that no type holds, such as 1e400, or with a string.
        do { return try value.decode(Double.self) } catch DecodingError.typeMismatch {
            return try value.decode(String.self)
        }
    }

    /// A text, a Bool or a number; nil for any other value.
    func scalar(_ value: any SingleValueDecodingContainer) -> Any? {
        if let text = try? value.decode(String.self) { return text }
        if let bool = try? value.decode(Bool.self) { return bool }
        if let integer = try? value.decode(Int.self) { return integer }
        #if _pointerBitWidth(_32)
        if let integer = try? value.decode(Int64.self) { return integer }
        #endif
        if let unsigned = try? value.decode(UInt64.self) { return unsigned }
        guard let double = try? value.decode(Double.self) else { return nil }
        // A larger integer keeps its digits as a Decimal.
        guard double.magnitude >= 0x1p63, double.magnitude <= 0x1p128 else { return double }
        return (try? value.decode(Decimal.self)) ?? double
    }

    /// A Decimal that the coder has in the form of an object, as in a property list; nil for any other value.
    private func decimal(_ decoder: any Decoder) -> Decimal? {
        guard let container = try? decoder.container(keyedBy: CoderKey.self),
            container.contains(CoderKey("mantissa"))
        else { return nil }
        return try? decoder.singleValueContainer().decode(Decimal.self)
    }
}
