/// Finds mistakes in the names and versions of the classes that an archive can contain.
enum ArchiveAudit {
    static func findings(_ type: ModelObject.Type) -> [AuditFinding] {
        var classes: [ModelObject.Type] = []
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(ModelObject.self)]
        for reachable in ArchiveClasses.reachable(from: type).types {
            classes += classHierarchy(of: reachable).filter { seen.insert(ObjectIdentifier($0)).inserted }
        }
        return sharedNames(classes) + lowVersions(classes)
    }

    /// Classes with the same name, one of which overrides `archiveName`.
    ///
    /// The default names of private classes in different files can be equal. That doesn't matter to an app that never
    /// archives them, so they aren't a finding.
    private static func sharedNames(_ classes: [ModelObject.Type]) -> [AuditFinding] {
        classes.grouped { $0.archiveName }
            .filter { name, types in
                types.count > 1 && types.contains { ArchiveClassName.standard($0) != name }
            }
            .map { name, types in
                AuditFinding(
                    kind: .archiveName, properties: [],
                    message: "\(types.map { "\($0)" }.inSentence) have the same archiveName \"\(name)\": "
                        + "override it in each class, with a different name.")
            }
    }

    /// Classes with a lower version than their superclass.
    private static func lowVersions(_ classes: [ModelObject.Type]) -> [AuditFinding] {
        classes.compactMap { type in
            guard let base = superclass(of: type) as? ModelObject.Type, base != ModelObject.self,
                type.archiveVersion < base.archiveVersion
            else { return nil }
            return AuditFinding(
                kind: .archiveVersion, properties: [],
                message:
                    "The archiveVersion of \(type) (\(type.archiveVersion)) is lower than that of its superclass "
                    + "\(base) (\(base.archiveVersion)), so `migrate` may not be called for its objects.")
        }
    }
}
