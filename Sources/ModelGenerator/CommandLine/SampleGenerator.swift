import Foundation
import ModelObjects

/// Makes source files from samples.
struct SampleGenerator {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// The samples of one root.
    private struct Group {
        var names: [String]
        let className: String
        /// The objects of the root's class: roots, and elements of arrays at the root.
        var objects: PayloadShape
    }

    func files(_ inputs: [Input]) throws(Failure) -> [SourceFile] {
        var types = TypeNames()
        var files: [SourceFile] = []
        for group in try groups(inputs) {
            let inference = SampleInference(group.objects, isPolymorphic: arguments.isPolymorphic)
            let classes = SampleClasses(inference, rootName: group.className).classes
            var file = SourceFile(origin: group.names.joined(separator: ", "), classes: classes)
            try file.assignNames(&types, isExact: arguments.isExact)
            files.append(file)
        }
        return files
    }

    /// Groups samples that have the same name, or most keys in common.
    private func groups(_ inputs: [Input]) throws(Failure) -> [Group] {
        var groups: [Group] = []
        for input in inputs {
            let objects = try input.parsed { try Self.objects(Self.shape($0)) }
            let name = arguments.className ?? input.className
            let same = groups.firstIndex { $0.className == name || Self.areSimilar($0.objects, objects) }
            if let same {
                groups[same].names.append(input.name)
                groups[same].objects.append(objects)
            } else {
                groups.append(Group(names: [input.name], className: name, objects: objects))
            }
        }
        return groups
    }

    private static func areSimilar(_ left: PayloadShape, _ right: PayloadShape) -> Bool {
        let (left, right) = (Set(left.keys.joined()), Set(right.keys.joined()))
        let common = left.intersection(right).count
        return common > 0 && 2 * common >= left.union(right).count
    }

    /// The shape of a JSON text, or of JSON Lines.
    private static func shape(_ json: Data) throws -> PayloadShape {
        do { return try PayloadShape(json: json) } catch let error as JSONSyntaxError {
            var lines = PayloadShape()
            for (index, line) in json.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .enumerated() where !line.allSatisfy({ " \t\r".utf8.contains($0) })
            {
                if let value = try? PayloadShape(json: Data(line)) {
                    lines.append(value)
                } else if lines.count > 0 {
                    // The error has the number of the line.
                    lines.append(
                        try PayloadShape(json: Data(repeating: UInt8(ascii: "\n"), count: index) + line))
                } else {
                    throw error
                }
            }
            if lines.count == 0 { throw error }
            return lines
        }
    }

    /// The root of a sample, or the elements of its array, if a class can be made from them.
    private static func objects(_ shape: PayloadShape) throws(Failure) -> PayloadShape {
        guard shape.type == .array else {
            if shape.type == .object, !shape.hasNull { return shape }
            throw Failure("The root is neither an object nor an array of objects.")
        }
        let elements = shape.elements
        if elements.count == 0 {
            throw Failure("The array at the root is empty, so there is no object to learn from.")
        }
        if elements.facts.kinds.isEmpty { throw Failure("The array at the root holds only nulls.") }
        if elements.type != .object || elements.hasNull {
            throw Failure("The root is an array, but not of objects only.")
        }
        return elements
    }
}
