import Foundation
import ModelObjects

/// The cost of keys in other spellings than the common ones.
let spellingReading = Comparison(
    title: "Reading a GitHub user by the spelling of its keys", baselines: ["ModelObjects, user_name"],
    measuresMemory: false, payload: { userPayload(seed: $0.seed) },
    contenders: { data in
        [
            spelled("user_name", data) { $0.joined(separator: "_") },
            spelled("userName", data) { $0[0] + $0.dropFirst().map(\.capitalized).joined() },
            spelled("USER_NAME", data) { $0.joined(separator: "_").uppercased() },
            spelled("User-Name", data) { $0.map(\.capitalized).joined(separator: "-") },
            spelled("_userName", data) { "_" + $0[0] + $0.dropFirst().map(\.capitalized).joined() },
        ]
    })

/// A contender with the same user, whose keys are spelled anew from their words.
private func spelled(
    _ name: String, _ data: Data, key: @escaping (_ words: [String]) -> String
) -> Contender {
    Contender("ModelObjects, \(name)") {
        let text = String(decoding: data, as: UTF8.self).replacing(/"([a-z_]+)":/) { match in
            "\"\(key(match.output.1.split(separator: "_").map(String.init)))\":"
        }
        let spelled = Data(text.utf8)
        return { try User(json: spelled) }
    }
}

private final class Point: ModelObject {
    var xValue = 0
    var yValue = 0
}

/// The same, with a path that leads to a property which also has a key.
private final class PointByPath: ModelObject {
    var xValue = 0
    var yValue = 0

    override class var propertyRules: [String: PropertyRule] { ["xValue": .keys("x_value", "raw.x")] }
}

/// The cost of two keys for one property of a small object: the shorter the object, the more it matters.
let smallSecondKeyReading = Comparison(
    title: "Reading a small object with a second key", baselines: ["ModelObjects, one key"],
    measuresMemory: false, payload: { _ in Data(#"{"x_value":7,"y_value":8}"#.utf8) },
    contenders: { data in
        func point(_ text: String) -> () throws -> () throws -> Point {
            let data = Data(text.utf8)
            return { { try Point(json: data) } }
        }
        return [
            Contender("ModelObjects, one key") { { try Point(json: data) } },
            Contender(
                "ModelObjects, a better key first", point(#"{"xValue":7,"x_value":0,"y_value":8}"#)),
            Contender(
                "ModelObjects, a better key last", point(#"{"x_value":0,"xValue":7,"y_value":8}"#)),
            Contender(
                "ModelObjects, equally good keys", point(#"{"X_value":7,"x_value":0,"y_value":8}"#)),
            Contender("ModelObjects, a key and a path") {
                let data = Data(#"{"x_value":7,"raw":{"x":0},"y_value":8}"#.utf8)
                return { try PointByPath(json: data) }
            },
        ]
    })
