import Foundation
import ModelObjects

/// The comparison for a file from the command line.
///
/// If the file's keys match the models of a comparison, it uses that one; otherwise it reads the document as a tree
/// of values.
func fileComparison(_ file: URL) throws -> Comparison {
    let (data, root) = try document(in: file)
    let first = (root as? [Any])?.first ?? root
    let keys = Set((first as? [String: Any] ?? [:]).keys)
    let title = "Reading \(file.lastPathComponent)"
    func comparison(_ baselines: [String], _ contenders: @escaping @Sendable (Data) -> [Contender])
        -> Comparison
    {
        Comparison(
            title: title, baselines: baselines, measuresMemory: false, payload: { _ in data },
            contenders: contenders, toleratesFailures: true)
    }
    if keys.isSuperset(of: ["user_name", "weekly_scores"]), root is [Any] {
        return comparison(membersReading.baselines, memberReaders)
    } else if keys.isSuperset(of: ["mblogid", "pic_infos"]), root is [String: Any] {
        return comparison(statusReading.baselines, statusReaders)
    } else if keys.isSuperset(of: ["login", "avatar_url", "public_repos"]), root is [String: Any] {
        return comparison(userReading.baselines, userReaders)
    }
    return comparison(["ModelObjects, as a tree"], treeReaders)
}

private func document(in file: URL) throws -> (data: Data, root: Any) {
    do {
        let data = try Data(contentsOf: file)
        return (data, try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed))
    } catch {
        let details = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
        throw ComparisonError(
            description: "\(file.path) can't be read as JSON: \(details ?? error.localizedDescription)")
    }
}

/// A document of any shape, stored as a tree of values.
private final class Tree: ModelObject {
    var root: Any?
}

/// A model without properties: everything is checked, nothing is built.
private final class Nothing: ModelObject {}

/// A document of any shape, as a Decodable enum.
private enum Value: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let elements = try? container.decode([Value].self) {
            self = .array(elements)
        } else {
            self = .object(try container.decode([String: Value].self))
        }
    }
}

/// Contenders for a document that has no model.
///
/// Their results have different types, so only the number of values is compared.
private func treeReaders(_ data: Data) -> [Contender] {
    let wrapped = Data(#"{"root":"#.utf8) + data + Data("}".utf8)
    return [
        Contender(
            "ModelObjects, as a tree", { { try Tree(json: wrapped).root } },
            canonical: { [countOfValues($0 ?? 0)] }),
        Contender(
            "ModelObjects, checked and skipped", { { try Nothing(json: wrapped) } },
            canonical: { _ in [countOfValues(try JSONSerialization.jsonObject(with: data))] }),
        Contender(
            "JSONSerialization", { { try JSONSerialization.jsonObject(with: data) } },
            canonical: { [countOfValues($0)] }),
        Contender(
            "JSONDecoder, as a tree",
            {
                let decoder = JSONDecoder()
                return { try decoder.decode(Value.self, from: data) }
            }, canonical: { [countOfValues($0)] }),
    ]
}

private func countOfValues(_ root: Any) -> String {
    func count(_ value: Any) -> Int {
        switch value {
        case let elements as [Any]: elements.reduce(1) { $0 + count($1) }
        case let members as [String: Any]: members.values.reduce(1) { $0 + count($1) }
        case Value.array(let elements): elements.reduce(1) { $0 + count($1) }
        case Value.object(let members): members.values.reduce(1) { $0 + count($1) }
        default: 1
        }
    }
    return "\(count(root)) values"
}
