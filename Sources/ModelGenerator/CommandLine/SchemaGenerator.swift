import ModelObjects

/// Makes source files from JSON Schemas.
enum SchemaGenerator {
    static func files(_ inputs: [Input], _ arguments: Arguments) throws(Failure) -> [SourceFile] {
        var files = try inputs.map { input throws(Failure) in
            let name = arguments.className ?? input.className
            let schema = try input.parsed {
                try SchemaClasses(SchemaDocument(SampleValue(json: $0)), rootName: name)
            }
            return SourceFile(origins: [input.name], classes: schema.classes, enums: schema.enums)
        }
        try files.assignNames(isExact: arguments.isExact)
        return files
    }
}
