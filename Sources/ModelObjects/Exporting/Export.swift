import Foundation

/// The entry points of all exports: of one object or several, to dictionaries or to text.
enum Export {
    /// - Parameters:
    ///   - allowsUnexportable: Whether null takes the place of a value that can't be exported, of a property or a kept
    ///     unknown key.
    ///   - dateFormat: The date format of an enclosing model.
    ///   - callFormat: The date format of the call that maps the tree, which takes precedence over those of classes.
    static func tree(
        _ model: ModelObject, _ options: ExportOptions, models: ExportedValue.Models = .marked,
        allowsUnexportable: Bool = false, dateFormat: DateFormat = .automatic, callFormat: DateFormat? = nil
    ) throws -> ExportedValue {
        let exporter = ObjectExporter(options)
        var output = ExportOutput(options, exporter, capacity: nil, treeModels: models)
        output.allowsUnexportable = allowsUnexportable
        output.callDateFormat = callFormat
        output.classDateFormat = callFormat ?? dateFormat
        do throws(ExportFailure) { try exporter.write(model, to: &output) } catch { throw error.modelError }
        return output.root
    }

    /// The tree of an untyped value, with references to the models in it.
    ///
    /// - Parameters:
    ///   - dateFormat: The date format of an enclosing model.
    ///   - callFormat: The date format of the call that maps the tree, which takes precedence over those of classes.
    static func tree(
        any value: Any, _ options: ExportOptions, dateFormat: DateFormat, callFormat: DateFormat?
    ) throws -> ExportedValue {
        var output = ExportOutput(options, ObjectExporter(options), capacity: nil, treeModels: .references)
        output.callDateFormat = callFormat
        output.classDateFormat = dateFormat
        do throws(ExportFailure) { _ = try output.write(any: value) } catch { throw error.modelError }
        return output.root
    }

    static func dictionaries<Model: ModelObject>(
        _ models: [Model], _ options: ExportOptions
    ) throws -> [[String: Any]] {
        let exporter = ObjectExporter(options)
        var output = ExportOutput(options, exporter, capacity: nil)
        try write(models, exporter, to: &output)
        guard case .array(let elements, _) = output.root else { return [] }
        return elements.map(\.dictionary)
    }

    /// - Parameters:
    ///   - depth: The number of containers around the object in the final text.
    ///   - userInfo: The `userInfo` for Codable types.
    static func text(
        _ model: ModelObject, _ options: ExportOptions, depth: Int = 0,
        userInfo: [CodingUserInfoKey: Any] = [:]
    ) throws -> JSONWriter {
        let exporter = ObjectExporter(options)
        var output = ExportOutput(options, exporter, capacity: 2048, depth: depth)
        if !userInfo.isEmpty { output.userInfo = userInfo }
        do throws(ExportFailure) { try exporter.write(model, to: &output) } catch { throw error.modelError }
        return output.text.laidOut(options, depth: depth)
    }

    static func text<Model: ModelObject>(_ models: [Model], _ options: ExportOptions) throws -> JSONWriter {
        let exporter = ObjectExporter(options)
        var output = ExportOutput(options, exporter, capacity: 2048)
        try write(models, exporter, to: &output)
        return output.text.laidOut(options)
    }

    /// The text of a value that was made without a model.
    static func text(_ value: ExportedValue, _ options: ExportOptions) -> JSONWriter {
        var text = JSONWriter(capacity: 1024)
        text.value(options.sortedKeys ? value.inOrder : value, sortedKeys: options.sortedKeys)
        return text.laidOut(options)
    }

    private static func write<Model: ModelObject>(
        _ models: [Model], _ exporter: ObjectExporter, to output: inout ExportOutput
    ) throws {
        do throws(ExportFailure) {
            _ = try output.array(count: models.count) { index, output throws(ExportFailure) in
                try exporter.write(models[index], to: &output)
                return .written
            }
        } catch {
            throw error.modelError
        }
    }
}

extension JSONWriter {
    /// The text as the options lay it out.
    ///
    /// - Parameter depth: The number of containers around the text.
    consuming func laidOut(_ options: ExportOptions, depth: Int = 0) -> JSONWriter {
        options.pretty ? prettyPrinted(depth: depth) : self
    }
}
