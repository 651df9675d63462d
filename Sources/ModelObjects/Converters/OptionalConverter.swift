/// Optionals: null becomes nil, unless the options keep the current value.
struct OptionalConverter<WrappedValue, Wrapped: ValueConverter<WrappedValue>>: NullableConverter {
    typealias Value = WrappedValue?
    let wrapped: Wrapped

    func valueForNull(isAbsent: Bool) -> Value? { .some(.none) }
    var content: TypeContent { wrapped.content.inOptional }
    func isUsable(_ value: Value) -> Bool { value.map { wrapped.isUsable($0) } ?? false }
    var mayBeUnusable: Bool { wrapped.mayBeUnusable }
    func some(_ value: Wrapped.Value) -> Value { value }
    func compiled(_ accessor: any PropertyAccessor) -> CompiledAccess? {
        wrapped.compiled(accessor)
    }

    @inline(__always)
    func unconverted(_ value: LentValue) -> Value? { wrapped.unconverted(value).map { .some($0) } }
}

// MARK: Exporting

extension OptionalConverter {
    func write(_ value: Value, to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        guard let value else { return .null }
        return try wrapped.write(value, to: &output)
    }
}

// MARK: Comparing

extension OptionalConverter {
    func isEqual(_ left: Value, _ right: Value, _ comparison: inout ModelComparison) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): wrapped.isEqual(left, right, &comparison)
        case (let value?, nil), (nil, let value?): isNull(value)
        }
    }

    func hash(_ value: Value, into hasher: inout ModelHasher) {
        guard let value else { return hasher.combineNil() }
        wrapped.hash(value, into: &hasher)
    }

    func copy(_ value: Value, _ models: any ModelReplacing) -> Value {
        value.map { wrapped.copy($0, models) }
    }
}

// MARK: Archiving

extension OptionalConverter {
    func archived(_ value: Value, _ context: ArchivingContext) throws -> ArchiveNode {
        guard let value else { return .null }
        return try wrapped.archived(value, context).asSome
    }
}
