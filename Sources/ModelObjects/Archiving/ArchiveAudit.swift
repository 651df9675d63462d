/// Finds mistakes in the names and versions of the classes that an archive can contain.
enum ArchiveAudit {
    static func findings(_ type: ModelObject.Type) -> [AuditFinding] {
        let reachable = ArchiveClasses.reachable(from: type).types
        return sharedNames(unique(reachable.flatMap(withInheritedNames)))
            + lowVersions(unique(reachable.flatMap(classHierarchy)))
    }

    private static func unique(_ classes: [ModelObject.Type]) -> [ModelObject.Type] {
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(ModelObject.self)]
        return classes.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// A class, and those of its hierarchy that inherit their name, or from which one is inherited.
    private static func withInheritedNames(_ type: ModelObject.Type) -> [ModelObject.Type] {
        let hierarchy = classHierarchy(of: type)
        let pairs = zip(hierarchy, hierarchy.dropFirst()).filter { $0.archiveName == $1.archiveName }
        return [type] + pairs.flatMap { [$0, $1] }
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
