/// Finds what `ModelObject.audit` tells of export.
struct ExportAudit {
    private let schema: ModelSchema

    init(_ schema: ModelSchema) {
        self.schema = schema
    }

    /// Properties that want one key, or one of them a part of the other's.
    var findings: [AuditFinding] {
        ExportTree(schema, ExportForm()).collisions.map { collision in
            AuditFinding(
                kind: .exportCollision, properties: [collision.other, collision.property],
                message:
                    "\(collision.other) and \(collision.property) want \(collision.path.path) both on export, which "
                    + "throws: mark one .notExported.")
        }
    }
}
