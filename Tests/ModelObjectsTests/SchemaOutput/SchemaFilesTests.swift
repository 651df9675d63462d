import Foundation
import Testing

@testable import ModelObjects

/// Writes schemas and exports to the folder that `MODELOBJECTS_SCHEMAS` names, for another validator: `.ci/schemas`.
///
/// Each file has a schema, exports that validate, and damaged ones that do not.
struct SchemaFilesTests {
    private static let folder = ProcessInfo.processInfo.environment["MODELOBJECTS_SCHEMAS"]

    @Test(.enabled(if: folder != nil), arguments: SchemaCase.all) func filesAreWritten(_ each: SchemaCase)
        throws
    {
        let folder = URL(fileURLWithPath: try #require(Self.folder), isDirectory: true)
        var random = SeededNumbers(seed: 2_030)
        for (index, options) in SchemaCase.forms.enumerated() {
            var valid: [String] = []
            var invalid: [String] = []
            for _ in 0..<20 {
                let model = each.make(&random)
                valid.append(try model.jsonString(options: options))
                let export = try model.jsonObject(options: options)
                if let damaged = WrongKind(each).damage(export, &random)?.damaged {
                    let holder = SchemaHolder()
                    holder.value = damaged
                    invalid.append(try holder.text)
                }
            }
            try write(
                each.text(.validation, options), valid, invalid,
                to: folder.appendingPathComponent("\(each.testDescription)-\(index).json"))
        }
    }

    @Test(.enabled(if: folder != nil)) func structuredOutputIsWritten() throws {
        let folder = URL(fileURLWithPath: try #require(Self.folder), isDirectory: true)
        var random = SeededNumbers(seed: 2_031)
        let options = ExportOptions(nulls: .include)
        let answers = (0..<100).map { _ in SchemaAnswer.make(depth: 3, &random) }
        let valid = try answers.map { try $0.jsonString(options: options) }
        // Without a key that it requires.
        let invalid = try answers.map {
            try $0.jsonString(options: ExportOptions(nulls: .include, except: ["mood"]))
        }
        try write(
            SchemaAnswer.jsonSchemaString(for: .structuredOutput), valid, invalid,
            to: folder.appendingPathComponent("structured.json"))
    }

    private func write(_ schema: String, _ valid: [String], _ invalid: [String], to file: URL) throws {
        let text =
            #"{"schema": \#(schema), "valid": [\#(valid.joined(separator: ",\n"))], "#
            + #""invalid": [\#(invalid.joined(separator: ",\n"))]}"#
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}

extension SchemaHolder {
    fileprivate var text: String {
        get throws {
            // Without the key of the holder.
            String(try jsonString().dropFirst(#"{"value":"#.count).dropLast())
        }
    }
}
