import Foundation

/// Writes a model's export to a coder.
///
/// The coder's own strategies write dates, data, Codable values and non-finite numbers.
enum CoderWriter {
    static func write(_ model: ModelObject, to encoder: any Encoder) throws {
        if let encoder = encoder as? ValueEncoder, try encoder.write(model: model) { return }
        var scope = EncodingScope.current
        if let outer = scope, encoder.codingPath.isEmpty, !(encoder is ValueEncoder) {
            // The encoder writes a separate text, such as JSON in a string. Only the stack limits how many are nested.
            if StackSpace.current.isLow {
                throw EncodingError.of(.tooDeep(levels: outer.depth, isOfStack: true), model, at: [])
            }
            scope = outer.ofOwnText
        }
        let exporter = ObjectExporter(ExportOptions())
        var output = ExportOutput(exporter, forCoderIn: scope)
        // For Codable values that are exported as text.
        output.userInfo = encoder.userInfo
        do {
            try exporter.write(model, to: &output)
            try CoderValue(value: output.root, depth: scope?.depth ?? 0).encode(to: encoder)
        } catch let failure as ExportFailure {
            throw EncodingError.of(failure, model, at: encoder.codingPath)
        }
    }
}

/// A value of an export, in a form that a coder can encode.
private struct CoderValue: Encodable {
    let value: ExportedValue
    /// The number of objects and arrays that enclose the value.
    let depth: Int

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .array(let elements, _):
            try checkStack(encoder)
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(CoderValue(value: element, depth: depth + 1)) }
        case .object(let members, let owner):
            try checkStack(encoder)
            if owner == nil, CoderDictionary.isRecognized(by: encoder) {
                return try encode(dictionary: members, to: encoder)
            }
            var container = encoder.container(keyedBy: CoderKey.self)
            for member in members {
                let (key, value) = (CoderKey(member.key), CoderValue(value: member.value, depth: depth + 1))
                switch member.value {
                case .array, .object: try container.encode(value, forKey: key)
                default:
                    var slot: any SingleValueEncodingContainer = CoderSlot(container: container, key: key)
                    try value.encode(in: &slot)
                }
            }
        default:
            var container = encoder.singleValueContainer()
            try encode(in: &container)
        }
    }

    private func encode(dictionary members: [ExportedValue.Member], to encoder: any Encoder) throws {
        let pairs = members.map { ($0.key, CoderValue(value: $0.value, depth: depth + 1)) }
        let values = Dictionary(pairs) { $1 }
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }

    /// A coder uses more stack per level than the exporter.
    private func checkStack(_ encoder: any Encoder) throws {
        guard depth > 0, StackSpace.current.isLow else { return }
        throw EncodingError.of(
            .tooDeep(levels: depth, isOfStack: true), value.plain, at: encoder.codingPath)
    }

    private func encode(in container: inout any SingleValueEncodingContainer) throws {
        switch value {
        case .string(let text): try container.encode(text)
        case .bool(let bool): try container.encode(bool)
        case .integer(let number):
            if let number = Int(exactly: number) {
                try container.encode(number)
            } else {
                try container.encode(number)
            }
        case .unsigned(let number): try container.encode(number)
        case .float(let number): try container.encode(ExportedValue.double(of: number))
        case .double(let number): try container.encode(number)
        case .decimal(let number): try container.encode(number)
        case .typed(let value, nil): try container.encode(value)
        case .typed(let value, let scope?): try scope.run { try container.encode(value) }
        case .null, .array, .object: try container.encodeNil()
        }
    }
}
