import Foundation

@testable import ModelObjects

/// A property list as a test writes it by hand, with UIDs.
indirect enum PlistSource: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    case scalar(ArchiveNode)
    case uid(UInt32)
    case array([PlistSource])
    case dictionary([(String, PlistSource)])

    init(stringLiteral value: String) { self = .scalar(.string(value)) }
    init(integerLiteral value: Int) { self = .scalar(.integer(Int64(value))) }
    init(floatLiteral value: Double) { self = .scalar(.double(value)) }
    init(booleanLiteral value: Bool) { self = .scalar(.bool(value)) }
    init(arrayLiteral elements: PlistSource...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, PlistSource)...) { self = .dictionary(elements) }

    static func data(_ bytes: [UInt8]) -> PlistSource { .scalar(.data(Data(bytes))) }

    /// The bytes of a binary property list.
    var binary: Data {
        get throws {
            var writer = PlistWriter()
            let root = try part(&writer)
            return Data(try writer.finish(root: root))
        }
    }

    private func part(_ writer: inout PlistWriter) throws -> PlistWriter.Part {
        switch self {
        case .scalar(let node): return try writer.addPlain(node)
        case .uid(let uid): return try writer.uid(uid)
        case .array(let elements): return try writer.array(elements.map { try $0.part(&writer) })
        case .dictionary(let members):
            return try writer.dictionary(
                members.map { try writer.text($0.0) }, members.map { try $0.1.part(&writer) })
        }
    }

    /// The text of an XML property list.
    var xml: String { "<plist version=\"1.0\">\(element)</plist>" }

    private var element: String {
        switch self {
        case .scalar(.string(let text)): "<string>\(text)</string>"
        case .scalar(.integer(let number)): "<integer>\(number)</integer>"
        case .scalar(.double(let number)): "<real>\(number)</real>"
        case .scalar(.float(let number)): "<real>\(number)</real>"
        case .scalar(.bool(let value)): value ? "<true/>" : "<false/>"
        case .scalar(.data(let data)): "<data>\(data.base64EncodedString())</data>"
        case .scalar(let other): "<string>\(other)</string>"
        case .uid(let uid): "<dict><key>CF$UID</key><integer>\(uid)</integer></dict>"
        case .array(let elements): "<array>\(elements.map(\.element).joined())</array>"
        case .dictionary(let members):
            "<dict>\(members.map { "<key>\($0.0)</key>\($0.1.element)" }.joined())</dict>"
        }
    }

    /// A keyed archive of these objects, which follow `$null` from UID 1 on.
    ///
    /// - Parameter root: The UID of the root object.
    static func keyed(_ objects: [PlistSource], root: UInt32 = 1) -> PlistSource {
        [
            "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": .uid(root)],
            "$objects": .array(["$null"] + objects),
        ]
    }

    /// The description of a class with its superclasses.
    static func `class`(_ names: String...) -> PlistSource {
        [
            "$classname": .scalar(.string(names[0])),
            "$classes": .array((names + ["NSObject"]).map { .scalar(.string($0)) }),
        ]
    }
}
