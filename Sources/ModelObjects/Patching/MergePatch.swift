import Foundation

/// Turns a merge patch (RFC 7396) into an update of a model.
///
/// An update fills nested models in place and keeps what it does not name, as a merge patch does. What differs is
/// prepared here: a dictionary gets its complete new content, and null at the prefix of a path clears every property
/// below it.
struct MergePatch {
    private let mapper: ObjectMapper

    init(_ mapper: ObjectMapper) { self.mapper = mapper }

    /// The update of a model.
    ///
    /// - Parameter document: The exported model, or the part of it at `path`.
    @inline(never)
    func update(
        _ patch: [String: Any], of model: ModelObject, _ document: ExportedValue, path: [String] = []
    ) throws -> [String: Any] {
        try mapper.nested {
            let schema = ModelSchema.of(type(of: model))
            var update: [String: Any] = [:]
            for (key, value) in patch {
                let place = path + [key]
                let below = properties(below: place, schema)
                if JSONValue(value).isNull {
                    try checkRequired(key, below, path, schema)
                    update[key] = below.isEmpty ? value : Self.nulls(below, from: place.count)
                    continue
                }
                let child = member(key, of: document, path, schema)
                update[key] = try self.value(value, child, isPart: !below.isEmpty, of: model, place, schema)
            }
            return update
        }
    }

    private func value(
        _ value: Any, _ child: ExportedValue?, isPart: Bool, of model: ModelObject, _ path: [String],
        _ schema: ModelSchema
    ) throws -> Any {
        guard case .object(let patch) = JSONValue(value) else { return value }
        if isPart { return try update(patch, of: model, child ?? .object([], of: model), path: path) }
        guard let child else {
            return isModel(path, schema) ? value : try merged(patch, into: [])
        }
        if let nested = child.owner {
            let changes = try update(patch, of: nested, child)
            return isModel(path, schema) ? changes : PatchedModel(model: nested, changes: changes)
        }
        return try merged(patch, into: child.members ?? [])
    }

    /// A dictionary after a patch: null removes a member, and an object patches the one that is there.
    private func merged(_ patch: [String: Any], into members: [ExportedValue.Member]) throws -> [String: Any]
    {
        try mapper.nested {
            var merged: [String: Any] = [:]
            for member in members where patch[member.key] == nil {
                merged[member.key] = content(member.value)
            }
            let index = MemberIndex(members)
            for (key, value) in patch where !JSONValue(value).isNull {
                guard case .object(let inner) = JSONValue(value) else {
                    merged[key] = value
                    continue
                }
                if let child = index[key], let model = child.owner {
                    merged[key] = PatchedModel(model: model, changes: try update(inner, of: model, child))
                } else {
                    merged[key] = try self.merged(inner, into: index[key]?.members ?? [])
                }
            }
            return merged
        }
    }

    /// What a dictionary keeps, with the models themselves.
    private func content(_ value: ExportedValue) -> Any {
        switch value {
        case .array(let elements, _): elements.map { content($0) }
        case .object(_, let model?): model
        case .object(let members, nil):
            members.reversed().reduce(into: [String: Any]()) { $0[$1.key] = content($1.value) }
        default: value.plain
        }
    }

    // MARK: Keys, in any spelling that the class accepts

    private func isSpelling(_ key: String, of step: String) -> Bool {
        KeyFolding.fold(key) == KeyFolding.fold(step)
    }

    /// The paths of the properties inside an object that a path leads to; empty if it leads to a property.
    private func properties(below path: [String], _ schema: ModelSchema) -> [[String]] {
        schema.properties.flatMap { property in
            property.keys.map(\.components).filter { components in
                components.count > path.count
                    && zip(components, path).allSatisfy { isSpelling($1, of: $0) }
            }
        }
    }

    /// Null for each of the properties below a path.
    private static func nulls(_ paths: [[String]], from depth: Int) -> Any {
        var nulls: [String: Any] = [:]
        for path in paths where nulls[path[depth]] == nil {
            let deeper = paths.filter { $0.count > depth + 1 && $0[depth] == path[depth] }
            nulls[path[depth]] = deeper.isEmpty ? NSNull() : self.nulls(deeper, from: depth + 1)
        }
        return nulls
    }

    /// The property that a key fills.
    private func property(_ path: [String], _ schema: ModelSchema) -> Property? {
        schema.properties.first { property in
            property.keys.contains { key in
                key.components.count == path.count
                    && zip(key.components, path).allSatisfy { isSpelling($1, of: $0) }
            }
        }
    }

    private func isModel(_ path: [String], _ schema: ModelSchema) -> Bool {
        property(path, schema)?.content.kind == .model
    }

    private func checkRequired(
        _ key: String, _ below: [[String]], _ path: [String], _ schema: ModelSchema
    ) throws {
        let paths = below.isEmpty ? [path + [key]] : below
        for path in paths {
            guard let property = property(path, schema), property.rule.isRequired else { continue }
            throw ModelError(
                .missingRequired, at: path.map { .key($0) }, "Required `\(property.name)` cannot be removed",
                expected: property.accessor.expected, found: "null")
        }
    }

    /// The exported member that belongs to a key.
    private func member(
        _ key: String, of document: ExportedValue, _ path: [String], _ schema: ModelSchema
    ) -> ExportedValue? {
        if let member = document.member(key) { return member }
        if let property = property(path + [key], schema) {
            let exported = property.exportedKey(.declared)
            if exported.count == path.count + 1 { return document.member(exported[path.count]) }
        }
        return document.members?.first { isSpelling($0.key, of: key) }?.value
    }
}
