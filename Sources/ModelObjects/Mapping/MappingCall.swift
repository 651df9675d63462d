import Foundation

/// The common frame of every mapping call: opens the payload, finds the outermost object, runs the mapper, and turns
/// problems into an error with paths and lines.
struct MappingCall {
    private let options: MappingOptionsBox?
    /// The class that the call is made on; its own options apply if the call sets none.
    private let type: ModelObject.Type
    let isUpdate: Bool
    /// Whether the input is an element of a longer text.
    let isElement: Bool
    let report: ReportBuilder?

    /// - Parameters:
    ///   - report: The report to fill, if the caller needs one.
    ///   - mayBeSampled: Whether the monitor may ask for a report.
    init(
        options: MappingOptions?, type: ModelObject.Type, isUpdate: Bool = false, isElement: Bool = false,
        report: ReportBuilder? = nil, mayBeSampled: Bool = true
    ) {
        self.options = if let options { MappingOptionsBox(options) } else { nil }
        self.type = type
        self.isUpdate = isUpdate
        self.isElement = isElement
        self.report = report ?? (mayBeSampled ? ReportSampling.builder(for: type) : nil)
    }

    /// The expected kind of the payload's root.
    enum Root: String {
        case object, array

        var bracket: UInt8 { self == .object ? UInt8(ascii: "{") : UInt8(ascii: "[") }
    }

    /// The value of an option that the call or its class sets; nil if neither sets one.
    func option<Value>(_ member: (MappingOptions) -> Value?) -> Value? {
        if let options, let value = member(options.options) { return value }
        let schema = ModelSchema.of(type)
        return schema.hasOptions ? member(schema.options) : nil
    }

    /// The limits of the call, else those of its class.
    var limits: MappingLimits { option(\.setLimits) ?? MappingLimits() }

    // MARK: Bytes

    /// Maps JSON text: `body` receives the reader at the outermost value.
    ///
    /// - Parameter root: The kind that the value must have; nil if `body` checks it.
    func map<Result>(
        _ data: Data, root: Root?, _ body: (ObjectMapper, inout JSONReader) throws -> Result
    ) throws -> Result {
        let mapper = makeMapper()
        return try withJSONReader(data, maximumDepth: mapper.maximumDepth) { reader in
            try map(mapper, &reader, root, body)
        }
    }

    func map<Result>(
        _ text: String, root: Root?, _ body: (ObjectMapper, inout JSONReader) throws -> Result
    ) throws -> Result {
        let mapper = makeMapper()
        return try withJSONReader(text, maximumDepth: mapper.maximumDepth) { reader in
            try map(mapper, &reader, root, body)
        }
    }

    /// - Parameters:
    ///   - isOneOfMany: Whether mappers on other threads map other parts of the payload.
    ///   - keepsReason: Whether the reason is needed if an element gives no object.
    func makeMapper(isOneOfMany: Bool = false, keepsReason: Bool = false) -> ObjectMapper {
        let isPlain = options == nil && !ModelSchema.of(type).hasOptions
        return ObjectMapper(
            options: options, limits: isPlain ? MappingLimits() : limits, isUpdate: isUpdate,
            keepsReason: keepsReason, isOneOfMany: isOneOfMany, report: report)
    }

    /// - Parameter root: nil if the root may be any value.
    func map<Result>(
        _ mapper: ObjectMapper, _ reader: inout JSONReader, _ root: Root?,
        _ body: (ObjectMapper, inout JSONReader) throws -> Result
    ) throws -> Result {
        do {
            var path: String?
            if options != nil || ModelSchema.of(type).hasOptions {
                try checkLimits(reader)
                path = rootPath
                if let path { mapper.details.rootSteps = try enter(path, &reader) }
            }
            let byte = reader.peek()
            if let root, byte != root.bracket { throw try rejection(mapper, root, reader) }
            let result = try body(mapper, &reader)
            if path == nil, !isElement { try reader.finish() }
            if mapper.isRejected { throw Rejection(problem: nil) }
            mapper.notifyObservers()
            finishReport(mapper, reader)
            return result
        } catch {
            mapper.rollBack(to: 0)
            let final = publicError(error, mapper, reader)
            finishReport(mapper, reader, error: final)
            throw final
        }
    }

    // MARK: Objects

    func fill(_ object: ModelObject, _ json: Data) throws {
        try map(json, root: .object) { mapper, reader in try mapper.fillRoot(object, &reader) }
    }

    func fill(_ object: ModelObject, _ json: String) throws {
        try map(json, root: .object) { mapper, reader in try mapper.fillRoot(object, &reader) }
    }

    /// - Parameters:
    ///   - keepsNotFinite: Whether properties take infinity and NaN.
    ///   - userInfo: What Codable types get.
    func fill(
        _ object: ModelObject, _ dictionary: [String: Any], keepsNotFinite: Bool = false,
        userInfo: [CodingUserInfoKey: Any] = [:]
    ) throws {
        try mapUntyped { mapper in
            mapper.keepsNotFinite = keepsNotFinite
            if !userInfo.isEmpty { mapper.details.userInfo = userInfo }
            try mapper.fillRoot(object, rootObject(of: dictionary, mapper))
        }
    }

    /// Stores values in an object as a mapping does, but calls no hooks, not even those for changes.
    ///
    /// - Parameter keepsOthers: Whether the other values are stored if the options reject one.
    func store(
        _ values: [(key: String, value: Any)], in object: ModelObject, keepsOthers: Bool = false
    ) throws {
        try mapUntyped(notifiesObservers: false, throwsRejections: !keepsOthers) { mapper in
            for (_, value) in values { try mapper.checkDepth(of: value) }
            let schema = ModelSchema.of(Swift.type(of: object))
            mapper.takeSnapshot(of: object, schema)
            try mapper.withOptions(for: schema) { options in
                let state = HookDecodingState(object, schema, mapper, options)
                let values = try values.map { (key: $0.key, value: try mapper.plain($0.value)) }
                try state.run {
                    try mapper.withPlainValues {
                        for (key, value) in values { try state.storeDirectly(value, key: key) }
                    }
                }
            }
        }
    }

    func make<Model: ModelObject>(_ type: Model.Type, _ dictionary: [String: Any]) throws -> Model {
        try mapUntyped { mapper in try mapper.makeRoot(type, rootObject(of: dictionary, mapper)) }
    }

    func makeArray<Model: ModelObject>(_ type: Model.Type, _ array: [Any]) throws -> [Model] {
        try mapUntyped { mapper in
            // At a root path, values around the array could be too deep.
            let checksElements = rootPath == nil
            let array = try rootArray(of: array, mapper, checksDepth: !checksElements)
            return try mapper.makeArray(type, array, checksDepth: checksElements)
        }
    }

    func makeDictionary<Model: ModelObject>(
        _ type: Model.Type, _ dictionary: [String: Any]
    ) throws -> [String: Model] {
        try mapUntyped { mapper in try mapper.makeDictionary(type, rootObject(of: dictionary, mapper)) }
    }

    // MARK: Dictionaries

    /// Maps untyped values; they have no text, so problems have no lines.
    ///
    /// - Parameter failure: Returns the error that the caller gets, for the one that ended the mapping.
    func mapUntyped<Result>(
        notifiesObservers: Bool = true, throwsRejections: Bool = true,
        failure: (any Error) -> any Error = { $0 }, _ body: (ObjectMapper) throws -> Result
    ) throws -> Result {
        let mapper = makeMapper()
        do {
            let result = try body(mapper)
            if throwsRejections, mapper.isRejected { throw Rejection(problem: nil) }
            if notifiesObservers { mapper.notifyObservers() }
            finishReport(mapper, nil)
            return result
        } catch {
            mapper.rollBack(to: 0)
            let final = failure(publicError(error, mapper, nil))
            finishReport(mapper, nil, error: final)
            throw final
        }
    }

    /// The object at the root path of a dictionary.
    func rootObject(of dictionary: [String: Any], _ mapper: ObjectMapper) throws -> [String: Any] {
        let root = try root(of: dictionary, mapper)
        if case .object(let object) = root { return object }
        throw Rejection(problem: wrongRoot(mapper, .object, root.kind))
    }

    /// The array at the root path of an array.
    ///
    /// - Parameter checksDepth: False if the caller checks the depth of what is in it.
    func rootArray(of array: [Any], _ mapper: ObjectMapper, checksDepth: Bool = true) throws -> [Any] {
        let root = try root(of: array, mapper, checksDepth: checksDepth)
        if case .array(let array) = root { return array }
        throw Rejection(problem: wrongRoot(mapper, .array, root.kind))
    }

    private func root(of value: Any, _ mapper: ObjectMapper, checksDepth: Bool = true) throws -> JSONValue {
        if let elements = option(\.setLimits)?.allowedElements {
            var remaining = elements
            guard mapper.countValues(of: value, &remaining) else { throw tooManyValues(elements) }
        }
        if checksDepth { try mapper.checkDepth(of: value) }
        var value = value
        if let path = rootPath {
            let found = try follow(path, from: .init(whole: value), PayloadSource())
            value = found.value.untyped
            for step in found.steps { mapper.details.enter(step) }
        }
        return JSONValue(value)
    }

    // MARK: Root path

    var rootPath: String? { option(\.setRootPath) ?? nil }
    var keyMatching: MappingOptions.KeyMatching { option(\.setKeyMatching) ?? .fuzzy }

    /// Moves to the value at a root path.
    ///
    /// - Returns: The steps to it, in the payload's spelling.
    private func enter(_ path: String, _ reader: inout JSONReader) throws -> [PathComponent] {
        _ = reader.peek()
        try reader.validateText()
        let source = PayloadSource(reader, ContainerIndex())
        let found = try follow(path, from: PayloadValue(at: reader.offset), source)
        reader.seek(to: found.value.place)
        return found.steps
    }

    /// Follows a root path to its value, with the steps in the payload's spelling.
    private func follow(
        _ path: String, from root: PayloadValue, _ source: PayloadSource
    ) throws -> (steps: [PathComponent], value: PayloadValue) {
        var steps: [PathComponent] = []
        var value = root
        let components = DeclaredKey(path: path).components
        for component in components {
            let members = try source.members(of: value) ?? []
            guard let found = Self.member(component, members, keyMatching) else {
                let index = source.kind(of: value) == .array ? PathComponent.index(of: component) : nil
                let missing = components.dropFirst(steps.count + 1).map { PathComponent.key($0) }
                throw missingRoot(path, at: steps + [index.map { .index($0) } ?? .key(component)] + missing)
            }
            steps.append(found.step)
            value = found.value
        }
        return (steps, value)
    }

    private func missingRoot(_ path: String, at steps: [PathComponent]) -> ModelError {
        guard isElement else { return .missingRoot(path, at: steps) }
        return ModelError(.invalidRoot, at: steps, nil, expected: "object", found: ModelError.noValue)
    }

    /// The member that matches a component of a root path, by the same ranks as any key.
    private static func member(
        _ component: String, _ members: [Member], _ mode: MappingOptions.KeyMatching
    ) -> Member? {
        let ranked = members.compactMap { member in
            KeyMatcher.rank(of: member.key, for: component, member.isElement ? .exact : mode)
                .map { (rank: $0, member: member) }
        }
        // The last of several members with one key.
        return ranked.reversed().min {
            $0.rank == $1.rank ? $0.member.key.byteOrder(to: $1.member.key) < 0 : $0.rank < $1.rank
        }?.member
    }

    /// The error of a text whose outermost value has another kind.
    ///
    /// - Throws: The error of a text that is not JSON.
    func rejection(_ mapper: ObjectMapper, _ root: Root, _ reader: JSONReader) throws -> Rejection {
        // A text with a root path was checked when the path was followed.
        if rootPath == nil { try reader.validateText() }
        return Rejection(
            problem: mapper.at(reader.offset) { wrongRoot(mapper, root, reader.kind(at: reader.offset)) })
    }

    private func wrongRoot(_ mapper: ObjectMapper, _ root: Root, _ found: JSONKind) -> ProblemRecord {
        mapper.problem(
            .invalidRoot, expected: root.rawValue, found: found.rawValue, action: .refusedObject)
    }

    // MARK: Checks

    private func checkLimits(_ reader: JSONReader) throws {
        guard let limits = option(\.setLimits) else { return }
        if let bytes = limits.bytes, reader.byteCount > bytes {
            throw ModelError(
                .limitExceeded, tooLarge("has \(counted(reader.byteCount, "byte")); the limit is \(bytes)"),
                expected: "at most \(counted(bytes, "byte"))", found: "\(reader.byteCount)")
        }
        if let elements = limits.allowedElements {
            var counter = reader
            var remaining = elements
            try counter.countValues(&remaining, else: tooManyValues(elements))
        }
    }

    private func tooManyValues(_ limit: Int) -> ModelError {
        ModelError(
            .limitExceeded, tooLarge("has more than \(counted(limit, "value"))"),
            expected: "at most \(counted(limit, "value"))", found: "more")
    }

    /// - Parameter reason: What exceeds the limit, for the error.
    private func tooLarge(_ reason: String) -> Headline {
        isElement ? Headline("The element", ending: " \(reason)") : "The input \(reason)"
    }
}
