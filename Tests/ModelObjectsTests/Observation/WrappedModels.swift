// swift-format-ignore-file: NoLeadingUnderscores

import Foundation
import ModelObjects

/// Its value is computed, as in most wrappers.
@propertyWrapper
struct Clamped: ModelPropertyWrapper {
    private var percent: Int
    var wrappedValue: Int {
        get { percent }
        set { percent = min(max(newValue, 0), 100) }
    }
    init(wrappedValue: Int) { percent = min(max(wrappedValue, 0), 100) }
}

/// Shows another value than it stores, and counts its sets.
@propertyWrapper
struct Shown: ModelPropertyWrapper {
    private(set) var raw: Int
    private(set) var setCount = 0
    var wrappedValue: Int {
        get { min(raw, 100) }
        set { (raw, setCount) = (newValue, setCount + 1) }
    }
    var projectedValue: Shown { self }
    init(wrappedValue: Int) { raw = wrappedValue }
}

@propertyWrapper
struct Stored<Value>: ModelPropertyWrapper {
    var padding: UInt8 = 7
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// A reference type: each copy of a model has its own instance.
@propertyWrapper
final class Shared<Value>: ModelPropertyWrapper {
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

enum Rank: String { case silver, gold }

final class WrappedPlayer: ModelObject {
    @Clamped var volume = 50
    @Stored var nickName = ""
    @Stored var rank: Rank? = .silver
    @Stored var home: WrappedHome?
    @Stored var dates: [Date] = []
    @Stored var friends: [WrappedPlayer] = []
    @Stored var free: Any = 0

    override class var archiveName: String { "Player" }
    override class var propertyRules: [String: PropertyRule] {
        ["nickName": .key("nick").required, "dates": .date(.iso8601)]
    }
}

final class WrappedNumbers: ModelObject {
    @Shown var shown = 50
    @Shown var other = 50
    var count = 0
}

final class WrappedHome: ModelObject {
    @Stored var city = ""
    @Stored var street: String?
}

final class PlainPlayer: ModelObject {
    var volume = 0
    var home: WrappedHome?
    override class var archiveName: String { "Player" }
}

final class OddlyWrapped: ModelObject {
    @Stored @Clamped var both = 0
    @Shared var shared = ""
    @Shared var model = WrappedHome()
    @Stored var any: Any?
    @Shared var set: Set<Int> = []
}

// MARK: Wrappers that do not conform

@propertyWrapper
struct Trimmed: Codable, Equatable {
    var wrappedValue = ""
    init(wrappedValue: String) { self.wrappedValue = wrappedValue.trimmingCharacters(in: .whitespaces) }
    init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(String.self))
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

@propertyWrapper
struct Opaque<Value> {
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

@propertyWrapper
final class OpaqueReference<Value> {
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

final class OtherWrappers: ModelObject {
    @Trimmed var trimmed = ""
    @Opaque var opaque = 1
    @OpaqueReference var box = 1
    var _plain = ""
}

/// Declared as in Combine: only the object that has the property can access the value.
@propertyWrapper
struct Published<Value> {
    private enum Storage {
        case value(Value)
    }
    private var storage: Storage

    init(wrappedValue: Value) { storage = .value(wrappedValue) }

    @available(*, unavailable, message: "@Published is only available on properties of classes")
    var wrappedValue: Value {
        get { fatalError() }
        set { fatalError() }
    }

    static subscript<Object: AnyObject>(
        _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, Value>,
        storage path: ReferenceWritableKeyPath<Object, Published>
    ) -> Value {
        get {
            switch object[keyPath: path].storage {
            case .value(let value): value
            }
        }
        set { object[keyPath: path].storage = .value(newValue) }
    }
}

final class PublishingModel: ModelObject {
    @Published var name = "default"
    var plain = 0
}

final class IgnoringModel: ModelObject {
    @Published var name = "default"
    override class var propertyRules: [String: PropertyRule] { ["name": .ignored] }
}
