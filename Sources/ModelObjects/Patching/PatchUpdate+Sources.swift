extension PatchUpdate {
    /// Where the value at a path in a model's document is from.
    enum Source {
        /// A property, or the name of the class.
        case property
        /// An unknown key whose value the model has kept.
        case unknownKey
        /// Perhaps `didExport`: then only a hook of the mapping knows its property.
        case hook
        case other
    }

    static func source(of path: [String], in model: ModelObject) -> Source {
        let layout = ExportLayout.of(type(of: model))
        if !layout.properties(atOrBelow: path).isEmpty
            || layout.discriminators?.members.contains(where: { $0.key.components.starts(with: path) })
                == true
        {
            return .property
        }
        if model.attachment?.unknownValues?[path[0]] != nil { return .unknownKey }
        return ModelSchema.of(type(of: model)).overridesDidExport ? .hook : .other
    }

    /// Whether a model keeps the value of a key that no property takes.
    static func keepsUnknown(_ key: String, of model: ModelObject, _ options: ResolvedOptions?) -> Bool {
        guard let options, options.unknownKeys == .keep else { return false }
        return ModelSchema.of(type(of: model)).matcher(options.keyMatching).matches(key).isEmpty
    }

    /// Whether a new value is null, of which a hook need not keep anything.
    static func isNull(_ value: ExportedValue, forHookOf model: ModelObject) -> Bool {
        guard case .null = value else { return false }
        return ModelSchema.of(type(of: model)).overridesSerializeValue
    }
}
