import Foundation

/// Writes a model to a coder: what the exporter makes of it, but for dates, data, Codable values and numbers
/// that are not finite, which are the coder's to write.
enum CoderWriter {
    static func write(_ model: ModelObject, to encoder: any Encoder) throws {
        var exporter = ObjectExporter(ExportOptions())
        exporter.isForCoder = true
        let members: [ExportedValue.Member]
        do throws(ExportFailure) {
            members = try exporter.exported(model)
        } catch {
            let failure = error.modelError
            throw EncodingError.invalidValue(
                model,
                .init(
                    codingPath: encoder.codingPath + failure.codingPath,
                    debugDescription: failure.description,
                    underlyingError: failure))
        }
        try CoderValue(value: .object(members)).encode(to: encoder)
    }
}

/// A value of an export, as a coder takes it.
private struct CoderValue: Encodable {
    let value: ExportedValue

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(CoderValue(value: element)) }
        case .object(let members):
            var container = encoder.container(keyedBy: CoderKey.self)
            for member in members {
                if case .omitted = member.value { continue }
                try container.encode(CoderValue(value: member.value), forKey: CoderKey(member.key))
            }
        default:
            var container = encoder.singleValueContainer()
            try encode(in: &container)
        }
    }

    private func encode(in container: inout any SingleValueEncodingContainer) throws {
        switch value {
        case .string(let text): try container.encode(text)
        case .bool(let bool): try container.encode(bool)
        case .integer(let number): try container.encode(number)
        case .unsigned(let number): try container.encode(number)
        case .double(let number): try container.encode(number)
        case .decimal(let number): try container.encode(number)
        case .typed(let value): try container.encode(value)
        case .none, .null, .omitted, .array, .object: try container.encodeNil()
        }
    }
}
