/// The changes of a call to objects that existed before it, for their `willChange` and `didChange`.
///
/// The call has already stored its values, because only then is it known which values differ and that nothing throws.
/// So the old values are restored while `willChange` runs, and then the new ones are stored again. Both steps leave
/// properties that do not differ unchanged, because a hook may set them.
struct ObservedChanges {
    private struct Change {
        let old: ObjectSnapshot
        let new: ObjectSnapshot
        let properties: [Int]

        var names: Set<String> { Set(properties.map { old.schema.properties[$0].name }) }
    }

    private let changes: [Change]

    /// - Parameter snapshots: The values that the objects held before the call, each object once.
    init(since snapshots: [ObjectSnapshot]) {
        changes = snapshots.compactMap { old in
            let properties = old.changed()
            return properties.isEmpty ? nil : Change(old: old, new: old.now, properties: properties)
        }
    }

    /// Calls the hooks of all objects that differ.
    func notify() {
        let observed = changes.filter(\.old.schema.observesChanges)
        guard !observed.isEmpty else { return }
        for change in changes { change.old.restore(change.properties) }
        for change in observed { change.old.object.willChange(change.names) }
        for change in changes { change.new.restore(change.properties) }
        for change in observed { change.old.object.didChange(change.names) }
    }
}

extension ObjectMapper {
    /// After a call that has succeeded: calls `willChange` and `didChange` of the objects that it updated.
    func notifyObservers() {
        guard isUpdate, snapshots.contains(where: \.schema.observesChanges) else { return }
        ObservedChanges(since: updatedObjects).notify()
    }

    /// The first snapshot of each object that existed before the call.
    ///
    /// A model that a new object created is also in the snapshots if it was filled in place. It did not exist before
    /// the call: no object that existed then held it.
    private var updatedObjects: [ObjectSnapshot] {
        guard let root = snapshots.first?.object else { return [] }
        var expected: Set = [ObjectIdentifier(root)]
        if let details = detailsIfMade { expected.formUnion(details.patch.changedModels) }
        var updated: [ObjectSnapshot] = []
        var known: Set<ObjectIdentifier> = []
        for snapshot in snapshots {
            let identity = ObjectIdentifier(snapshot.object)
            guard expected.contains(identity), known.insert(identity).inserted else { continue }
            updated.append(snapshot)
            expected.formUnion(snapshot.models.map { ObjectIdentifier($0) })
        }
        return updated
    }
}
