import Foundation
import ModelObjects

/// Makes source files from samples.
enum SampleGenerator {
    /// The samples of one root.
    private struct Group {
        var names: [String]
        let className: String
        /// The objects of the root's class: roots, and elements of arrays at the root.
        var objects: PayloadShape
    }

    static func files(_ inputs: [Input], _ arguments: Arguments) throws(Failure) -> [SourceFile] {
        var files = try groups(inputs, className: arguments.className).map { group in
            let inference = SampleInference(group.objects, isPolymorphic: arguments.isPolymorphic)
            let classes = SampleClasses(inference, rootName: group.className).classes
            return SourceFile(origins: group.names, classes: classes)
        }
        try files.assignNames(isExact: arguments.isExact)
        return files
    }

    /// Groups samples that have the same name, or most keys in common.
    private static func groups(_ inputs: [Input], className: String?) throws(Failure) -> [Group] {
        var groups: [Group] = []
        for input in inputs {
            let objects = try objects(of: input)
            let name = className ?? input.className
            let same = groups.firstIndex { $0.className == name || areSimilar($0.objects, objects) }
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

    /// The objects of the root's class in one or more JSON texts: roots, and elements of arrays at the root.
    private static func objects(of input: Input) throws(Failure) -> PayloadShape {
        var objects = PayloadShape()
        for (root, line, column) in try input.parsed(PayloadShape.all(in:)) {
            let isArray = root.type == .array
            let found = isArray ? root.elements : root
            guard found.count == 0 || (found.type == .object && !found.hasNull) else {
                throw Failure(
                    isArray
                        ? "The root is an array, but not of objects only."
                        : "The root is neither an object nor an array of objects.",
                    at: "\(input.name):\(line):\(column)")
            }
            objects.append(found)
        }
        if objects.count == 0 {
            throw Failure(
                "The array at the root is empty, so there is no object to learn from.", at: input.name)
        }
        return objects
    }
}
