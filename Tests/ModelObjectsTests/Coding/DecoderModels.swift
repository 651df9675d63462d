import Foundation
import ModelObjects

final class DecodedUser: ModelObject, @unchecked Sendable {
    var userName = ""
    var age = 0
    var joined: Date?
    var friend: DecodedUser?

    override class var propertyRules: [String: PropertyRule] { ["userName": .required] }
}

class DecodedShape: ModelObject {
    var name = ""

    override class var discriminator: Discriminator? {
        .key("kind", ["circle": DecodedCircle.self, "square": DecodedSquare.self])
    }
}

final class DecodedCircle: DecodedShape {
    var radius = 0.0
}

final class DecodedNote: ModelObject {
    var text = ""
}

final class DecodedSquare: DecodedShape {
    var side = 0.0
}

struct DecodedPage: Codable {
    var items: [DecodedUser]
    var next: String?
}

/// Any key.
struct FreeKey: CodingKey, Hashable {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { stringValue = "\(intValue)" }
}

/// The case and the path of a DecodingError.
func summary(of error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map { $0.intValue.map { "#\($0)" } ?? $0.stringValue }.joined(separator: "/")
    }
    switch error {
    case DecodingError.typeMismatch(_, let context): return "typeMismatch \(path(context))"
    case DecodingError.valueNotFound(_, let context): return "valueNotFound \(path(context))"
    case DecodingError.keyNotFound(let key, let context):
        return "keyNotFound \(key.stringValue) \(path(context))"
    case DecodingError.dataCorrupted(let context): return "dataCorrupted \(path(context))"
    case is JSONSyntaxError: return "syntax"
    default: return "\(error)"
    }
}
