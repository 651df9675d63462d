/// Objects and members that the loop over a layout's steps does not write: those of filtered calls, with
/// hooks, with unknown values, and what paths share.
extension ObjectExporter {
    /// Writes a model that is not simply all of its properties.
    @inline(never)
    mutating func writeUnusual(
        _ model: ModelObject, _ writer: inout JSONWriter
    ) throws(ExportFailure) {
        let layout = layout(of: type(of: model))
        let schema = layout.schema
        let hasUnknownValues = model.attachment?.unknownValues != nil
        if schema.overridesExportedValue || schema.overridesDidExport || (hasUnknownValues && sortedKeys) {
            writer.value(.object(try exported(model)), sortedKeys: sortedKeys)
            return
        }
        try enter(model)
        let tree = filteredTree(layout) ?? layout.tree
        if let collision = tree.collisions.first { throw collision.failure }
        let outerFormat = layout.dateFormat.map { exchange(dateFormat: $0) }
        writer.beginObject()
        for member in members(of: model, in: tree) { _ = try write(member, of: model, layout, &writer) }
        for member in try unknownMembers(of: model, besides: tree) {
            writer.key(member.key)
            writer.value(member.value, sortedKeys: sortedKeys)
        }
        writer.endObject()
        if let outerFormat { _ = exchange(dateFormat: outerFormat) }
        leave()
    }

    /// Writes a member.
    ///
    /// False where it is left out; of members that paths share nothing stands either where all of them are
    /// left out.
    ///
    /// - Parameter isElement: whether it stands in an array, without a key.
    mutating func write(
        _ member: ExportMember, isElement: Bool = false, of model: ModelObject, _ layout: ExportLayout,
        _ writer: inout JSONWriter
    ) throws(ExportFailure) -> Bool {
        let start = writer.count
        var isEmpty = true
        switch member.content {
        case .property(let index):
            return try write(index, member, isElement, of: model, layout, &writer)
        case .className(let index):
            guard let names = layout.tree.classNames else { return false }
            if !isElement { writer.key(member.key) }
            writer.value(names.members[index].text)
            return true
        case .object(let children):
            if !isElement { writer.key(member.key) }
            try enterLevel()
            writer.beginObject()
            for child in children where try write(child, of: model, layout, &writer) { isEmpty = false }
            writer.endObject()
        case .array(let children):
            if !isElement { writer.key(member.key) }
            try enterLevel()
            writer.beginArray()
            for child in children {
                if let child, try write(child, isElement: true, of: model, layout, &writer) {
                    isEmpty = false
                } else {
                    writer.null()
                }
            }
            writer.endArray()
        }
        leaveLevel()
        if isEmpty { writer.rewind(to: start) }
        return !isEmpty
    }

    private mutating func write(
        _ index: Int, _ member: ExportMember, _ isElement: Bool, of model: ModelObject,
        _ layout: ExportLayout, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> Bool {
        switch layout.exportKind(of: index, form) {
        case .rule, .relation:
            guard let exported = try exported(member, of: model, layout) else { return false }
            if !isElement { writer.key(exported.key) }
            writer.value(exported.value, sortedKeys: sortedKeys)
            return true
        default:
            let start = writer.count
            if !isElement { writer.key(member.key) }
            do throws(ExportFailure) {
                let accessor = layout.schema.properties[index].accessor
                return finish(
                    try accessor.write(PropertyStorage(model), &self, &writer), from: start, &writer)
            } catch {
                throw error.under(layout.tree.paths[index])
            }
        }
    }
}
