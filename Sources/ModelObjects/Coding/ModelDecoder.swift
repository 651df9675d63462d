import Foundation

#if canImport(Combine)
import Combine
#endif

/// Decodes models, containers of models, and any other Codable type from JSON, for APIs that take a decoder.
///
/// ```swift
/// struct Page: Decodable {
///     var items: [User]                  // User is a ModelObject
///     var next: String?
/// }
/// let page = try ModelDecoder().decode(Page.self, from: data)
/// ```
///
/// Models, at any depth, are mapped as by ``ModelObject/model(json:options:)-(Data,_)``: with fuzzy keys,
/// rules, hooks and discriminators. Their own `init(from:)` is not called. Elements of arrays, sets and
/// dictionaries of models that can't be used are left out, unless ``MappingOptions/elements-swift.property``
/// rejects them. A dictionary of models is always a JSON object, even if JSONDecoder expects an array of keys
/// and values for its type of key, such as UUID.
///
/// All other types are decoded as by JSONDecoder:
///
/// - Keys must match the type's coding keys exactly. Unknown keys are ignored. If an object repeats a key,
///   the first value is used.
/// - Values are not converted: `"5"` is not an Int, but `5.0` and `5e0` are.
/// - Dates have the format of ``MappingOptions/dateFormat``. Data is base64.
/// - `null` is nil for an Optional, and otherwise an error.
///
/// The text must be UTF-8. Decoding takes linear time for any text; it is fastest if types request their keys
/// in the payload's order. Deep nesting throws an error before the stack overflows.
public struct ModelDecoder: Sendable {
    /// The options of each call.
    ///
    /// They apply to all models of the payload. ``MappingOptions/rootPath`` and ``MappingOptions/limits``
    /// also apply if the root isn't a model. Default: nil.
    public var options: MappingOptions?

    /// Values for `init(from:)` of Codable types, also inside models.
    ///
    /// Default: empty.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a decoder.
    public init(options: MappingOptions? = nil) { self.options = options }

    /// Decodes JSON text.
    ///
    /// - Throws: ``JSONSyntaxError`` if the bytes are not JSON. ``ModelError`` if a limit is exceeded or the
    ///   text is UTF-16 or UTF-32. For a model or a container of models, the errors of
    ///   ``ModelObject/model(json:options:)-(Data,_)``. For any other type, `DecodingError` with the path of
    ///   the value; if a model rejects it, `underlyingError` is the ``ModelError``. Null for a model in
    ///   such a type is `.valueNotFound`, without a ModelError. Other errors that an `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try decode(type, from: data, report: nil)
    }

    private func decode<T: Decodable>(_ type: T.Type, from data: Data, report: ReportBuilder?) throws -> T {
        guard let value = try value(type, data, report) as? T else {
            throw DecodingError.typeMismatch(
                type, .init(codingPath: [], debugDescription: "Expected \(type), found another type."))
        }
        return value
    }

    /// Decodes a JSON string.
    ///
    /// - Throws: The errors of ``decode(_:from:)-(_,Data)``.
    public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        try decode(type, from: Data(text.utf8))
    }

    /// Decodes JSON text, and reports what happened to every key of the models in it.
    ///
    /// It never throws.
    ///
    /// ```swift
    /// let (page, report) = ModelDecoder().inspect(Page.self, from: data)
    /// print(report)    // No property for $.items[*].nmae (20 times, first at line 1); the nearest is name.
    /// ```
    ///
    /// Keys and values of Codable types aren't listed: an unknown key is ignored, and a value that doesn't fit is the
    /// report's error.
    ///
    /// - Returns: The value and the report. If there is no value, ``MappingReport/error`` says why.
    public func inspect<T: Decodable>(_ type: T.Type, from data: Data) -> (value: T?, report: MappingReport) {
        // The class or type that the report is about.
        let root = CodingPlan.with(type) { $0.modelClass ?? type as any Any.Type }
        let (value, report) = MappingReport.inspecting(root) { try decode(type, from: data, report: $0) }
        return (value, report)
    }

    /// Decodes a JSON string, and reports what happened to every key of the models in it.
    ///
    /// It never throws.
    ///
    /// - Returns: The value and the report. If there is no value, ``MappingReport/error`` says why.
    public func inspect<T: Decodable>(_ type: T.Type, from text: String) -> (
        value: T?, report: MappingReport
    ) {
        inspect(type, from: Data(text.utf8))
    }

    /// The part of `decode` that is not generic, so that it isn't compiled for each type.
    ///
    /// - Parameter report: The report to fill; nil if only the monitor may ask for one.
    private func value(_ type: any Decodable.Type, _ data: Data, _ report: ReportBuilder?) throws -> Any {
        try CodingPlan.with(type) { plan in
            let report = report ?? ReportSampling.builder(for: plan.modelClass ?? type)
            let call = MappingCall(
                options: options, type: plan.modelClass ?? ModelObject.self, report: report,
                mayBeSampled: false)
            switch plan.kind {
            case .models(.model, _): break
            default: report?.beginContainer(plan.content)
            }
            return try call.map(data, root: nil) { mapper, reader in
                if !userInfo.isEmpty { mapper.details.userInfo = userInfo }
                guard case .models(let target, let isOptional) = plan.kind else {
                    return try decode(type, &reader, call, mapper)
                }
                if isOptional, reader.peek() == UInt8(ascii: "n"),
                    let optional = type as? any ExpressibleByNilLiteral.Type
                {
                    try reader.readNull()
                    return optional.init(nilLiteral: ())
                }
                guard reader.peek() == target.root.bracket else {
                    throw try call.rejection(mapper, target.root, reader)
                }
                return try mapper.map(target, into: nil, &reader)
            }
        }
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, _ reader: inout JSONReader, _ call: MappingCall, _ mapper: ObjectMapper
    ) throws -> Any {
        do {
            var session: DecodingSession?
            return try DecodingSession.decode(type, &reader, mapper, mapper.base, .call, &session)
        } catch let failure as TypeFailure {
            // The rest of the text was not read, unless it was checked when a root path was followed.
            if call.rootPath == nil { try reader.validateText() }
            throw failure.error
        }
    }
}

#if canImport(Combine)
extension ModelDecoder: TopLevelDecoder {
    /// JSON text in UTF-8.
    public typealias Input = Data
}
#endif
