import Foundation
import ModelObjects
import Testing

/// Maps a file from bytes and from JSONSerialization's tree, and compares both with that tree.
///
/// By default, the object from the tree is only compared with the one from bytes, which takes less time.
///
/// - Returns: The model from bytes, for handwritten expectations.
func mapped<Model: ModelObject>(
    _ type: Model.Type, from file: String, atLeast count: Int,
    date: @escaping (Any) -> Date? = { _ in nil }
) throws -> Model {
    let data = try PayloadFiles.data(file)
    let tree = try JSONSerialization.jsonObject(with: data)
    let model = try Model(json: data)
    let fromDictionary = try Model(dictionary: #require(tree as? [String: Any]))
    try expectEqual(model, tree, atLeast: count, date: date)
    #expect(fromDictionary == model)
    if Effort.isFull { try expectEqual(fromDictionary, tree, atLeast: count, date: date) }
    return model
}

/// The same for a file whose root is an array.
func mappedArray<Model: ModelObject>(
    of type: Model.Type, from file: String, atLeast count: Int,
    date: @escaping (Any) -> Date? = { _ in nil }
) throws -> [Model] {
    let data = try PayloadFiles.data(file)
    let tree = try JSONSerialization.jsonObject(with: data)
    let models = try Model.array(json: data)
    let fromDictionaries = try Model.array(json: #require(tree as? [Any]))
    try expectEqual(models, tree, atLeast: count, date: date)
    #expect(fromDictionaries == models)
    if Effort.isFull { try expectEqual(fromDictionaries, tree, atLeast: count, date: date) }
    return models
}

/// Expects that at least `count` values were compared: the number of values in the file.
private func expectEqual(
    _ value: Any, _ tree: Any, atLeast count: Int, date: @escaping (Any) -> Date?
) throws {
    var comparison = TreeComparison(date: date)
    comparison.compare(value, with: tree)
    #expect(comparison.differences.prefix(20) == [])
    #expect(comparison.comparedValues >= count, "\(comparison.comparedValues) values compared")
}
