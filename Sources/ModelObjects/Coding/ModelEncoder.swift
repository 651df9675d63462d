import Foundation

#if canImport(Combine)
import Combine
#endif

/// Encodes models, containers of models, and any other Codable type as JSON, for APIs that take an encoder.
///
/// ```swift
/// let data = try ModelEncoder().encode(page)
/// ```
///
/// Models, at any depth, are written as by ``ModelObject/jsonData(options:)``: with keys, rules and hooks.
/// Their own `encode(to:)` is not called. ``ExportOptions/only`` and ``ExportOptions/except`` apply to each
/// model that is not inside another model. A dictionary of models is always a JSON object.
///
/// All other types are encoded as by JSONEncoder. Dates have the format of ``ExportOptions/dateFormat``, by
/// default ISO 8601, and Data is base64. ``ExportOptions/notFinite``, ``ExportOptions/pretty``,
/// ``ExportOptions/sortedKeys`` and ``ExportOptions/maxDepth`` apply to the whole text. Keys keep the order
/// in which they are encoded, and slashes are not escaped. If an `encode(to:)` writes several parts, such as
/// an object and then a struct through `singleValueContainer()`, they are merged into one object. Parts that
/// can't be merged are an error.
public struct ModelEncoder: Sendable {
    /// The options of each call.
    public var options: ExportOptions

    /// Values for `encode(to:)` of Codable types, also inside models.
    ///
    /// Default: empty.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates an encoder.
    public init(options: ExportOptions = .init()) { self.options = options }

    /// Encodes a value as JSON text in UTF-8.
    ///
    /// - Throws: For a model or a container of models, the errors of ``ModelObject/jsonObject(options:)``.
    ///   For any other type, `EncodingError.invalidValue` with the path of the value, and the ``ModelError``,
    ///   if any, as `underlyingError`. Other errors that an `encode(to:)` throws.
    /// - Complexity: Linear in the size of the result.
    public func encode<T: Encodable>(_ value: T) throws -> Data {
        try data(of: value, T.self)
    }

    private func data(of value: any Encodable, _ type: any Any.Type) throws -> Data {
        let (kind, converter) = CodingPlan.with(type) { ($0.kind, $0.converter) }
        switch kind {
        case .models(.model, isOptional: false):
            guard let model = value as? ModelObject else { break }
            return try Export.text(model, options, userInfo: userInfo).finish()
        case .models:
            guard let converter else { break }
            var output = ExportOutput(options, ObjectExporter(options), capacity: 1024)
            output.userInfo = userInfo
            do throws(ExportFailure) {
                if try output.write(value, by: converter) != .written { output.write(.null) }
            } catch {
                throw error.modelError
            }
            return output.takeText().laidOut(options).finish()
        default: break
        }
        var output = ExportOutput(options, ObjectExporter(options), capacity: 256)
        output.userInfo = userInfo
        let text = EncodedText(output, sortedKeys: options.sortedKeys)
        _ = try text.write(value)
        return try text.finish().laidOut(options).finish()
    }
}

#if canImport(Combine)
extension ModelEncoder: TopLevelEncoder {
    /// JSON text in UTF-8.
    public typealias Output = Data
}
#endif
