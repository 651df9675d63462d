import Foundation

extension JSONValue {
    /// The JSON value that a value of a dictionary represents.
    ///
    /// Optionals are unwrapped. NSNumber, NSString, NSArray, NSDictionary, NSDate, NSData, NSURL and NSUUID, which
    /// JSONSerialization, property lists and Objective-C code produce, are treated as the values that they hold.
    init(_ value: Any) { self = LentValue.lend(value) { JSONValue($0) } }

    init(_ value: LentValue) {
        #if canImport(Darwin)
        // On Darwin, JSONSerialization produces objects.
        if let type = value.objectType, let kind = FoundationKind.known(boxedAs: type) {
            self.init(value.any, kind)
            return
        }
        #endif
        let type = value.boxedType
        // The types that JSONSerialization produces are tested before the more expensive ones.
        if let string = value.value(boxedAs: type, as: String.self) {
            self = .string(string)
        } else if let integer = value.value(boxedAs: type, as: Int.self) {
            self = .integer(Int64(integer))
        } else if let number = value.value(boxedAs: type, as: NSNumber.self),
            NSNumberContent.isUsual(Swift.type(of: number))
        {
            self.init(number)
        } else if let bool = value.value(boxedAs: type, as: Bool.self) {
            self = .bool(bool)
        } else if let double = value.value(boxedAs: type, as: Double.self) {
            self = .double(double)
        } else if type == NSNull.self {
            self = .null
        } else if let object = value.value(boxedAs: type, as: [String: Any].self) {
            self = .object(object)
        } else if let array = value.value(boxedAs: type, as: [Any].self) {
            self = .array(array)
        } else if type is ModelObject.Type {
            self = .other(value.any)
        } else {
            self = Self.unusual(value.any)
        }
    }

    /// A scalar that is an object, as JSONSerialization makes them; nil for any other value.
    ///
    /// On Linux, it is an NSNumber; on Darwin, it can also be an NSString.
    @inline(never)
    init?(scalarObject value: LentValue) {
        #if canImport(Darwin)
        guard let type = value.objectType, let kind = FoundationKind.known(boxedAs: type),
            kind == .string || kind == .number
        else { return nil }
        self.init(value.any, kind)
        #else
        guard let number = value.value(as: NSNumber.self), NSNumberContent.isUsual(Swift.type(of: number))
        else { return nil }
        self.init(number)
        #endif
    }

    private static func unusual(_ value: Any) -> JSONValue {
        if let string = exactly(value, as: String.self) { return .string(string) }
        if let bool = exactly(value, as: Bool.self) { return .bool(bool) }
        if let inner = exactly(value, as: Any.self) ?? unwrappedExistential(value) { return JSONValue(inner) }
        let valueType = Swift.type(of: value)
        // Cast only objects to a class. On Linux, such a cast of a Swift dictionary converts it to an NSDictionary
        // with everything in it: a deep one was not finished in 12 seconds.
        if let valueClass = valueType as? AnyClass { return object(value, valueClass) }
        if let optional = value as? any OptionalType {
            return optional.wrapped.map { JSONValue($0) } ?? .null
        }
        if let hashable = exactly(value, as: AnyHashable.self) { return JSONValue(hashable.base) }
        if let number = exactly(value, as: Decimal.self) { return JSONValue(number) }
        if let integer = value as? any BinaryInteger {
            if let exact = Int64(exactly: integer) { return .integer(exact) }
            if let exact = UInt64(exactly: integer) { return .unsigned(exact) }
            let text = "\(integer)"
            guard let decimal = Decimal(string: text), decimal.description == text else {
                return .other(value)
            }
            return .decimal(decimal)
        }
        if let float = value as? any BinaryFloatingPoint { return shortest(float) }
        if let substring = value as? Substring { return .string(String(substring)) }
        if let character = exactly(value, as: Character.self) { return .string(String(character)) }
        if let dictionary = value as? [String: Any] { return .object(dictionary) }
        if value is any Collection, !(value is any SetAlgebra), let array = value as? [Any] {
            return .array(array)
        }
        return .other(value)
    }

    private static func object(_ value: Any, _ valueClass: AnyClass) -> JSONValue {
        guard let kind = FoundationKind.of(valueClass, boxedAs: boxedType(of: value)) else {
            return valueClass is NSObject.Type ? bridged(value) : .other(value)
        }
        return JSONValue(value, kind)
    }

    /// The Swift value of an object of Foundation that has one; any other object itself.
    private static func bridged(_ object: Any) -> JSONValue {
        switch object {
        case let date as Date: return .other(date)
        case let data as Data: return .other(data)
        case let url as URL: return .other(url)
        case let uuid as UUID: return .other(uuid)
        #if canImport(Darwin)
        // In NSDictionary and NSArray, other Swift values are boxed as objects of a private class. Casts to their type or
        // to one of their protocols open the box; casts to [String: Any] or [Any] leave it in the container.
        case let value as any Encodable where !(Swift.type(of: value) is AnyClass): return JSONValue(value)
        case let value as any RawRepresentable where !(Swift.type(of: value) is AnyClass):
            return JSONValue(value)
        case let character as Character: return JSONValue(character)
        #endif
        default: return .other(object)
        }
    }

    /// The value of an object, by the kind of its class.
    private init(_ value: Any, _ kind: FoundationKind) {
        switch kind {
        case .null: self = .null
        case .string: self = .string(Self.text(of: unsafe boxedObject(value, as: NSString.self)))
        case .number: self.init(unsafe boxedObject(value, as: NSNumber.self))
        case .decimal: self.init(parsed: unsafe boxedObject(value, as: NSDecimalNumber.self).decimalValue)
        case .array:
            #if canImport(Darwin)
            self = (value as? [Any]).map { .array($0) } ?? .other(value)
            #else
            // A cast would leave the conversion out of an executable that contains Foundation: nothing else refers to it.
            self = .array(._unconditionallyBridgeFromObjectiveC(unsafe boxedObject(value, as: NSArray.self)))
            #endif
        case .dictionary: self = (value as? [String: Any]).map { .object($0) } ?? .other(value)
        }
    }

    /// Makes a native String: a String that only refers to the NSString is slow to read.
    private static func text(of string: NSString) -> String {
        var text = string as String
        text.makeContiguousUTF8()
        return text
    }

    /// The number as an integer of 64 bits, or as the Double whose shortest text it is; nil if it is neither.
    static func exact(_ decimal: Decimal) -> JSONValue? {
        switch decimal.fraction {
        case .double(let double): return .double(double)
        case .decimal: return nil
        case nil:
            let text = decimal.description
            return exactInteger(text) ?? decimal.exactDouble(text).map { .double($0) }
        }
    }

    private static func exactInteger(_ text: String) -> JSONValue? {
        let integer = WideInteger(text)
        return integer?.int64.map { .integer($0) } ?? integer?.uint64.map { .unsigned($0) }
    }

    /// A number without a fraction is an integer, as in text.
    private init(_ number: Decimal) {
        if number.isNaN {
            self = .double(.nan)
        } else if number.fraction != nil {
            self = .decimal(number)
        } else {
            self = Self.exactInteger(number.description) ?? .decimal(number)
        }
    }

    /// JSONSerialization makes an NSDecimalNumber of a number with many digits, even if a Double holds all of them.
    private init(parsed number: Decimal) {
        self = number.isNaN ? .double(.nan) : Self.exact(number) ?? .decimal(number)
    }

    private init(_ number: NSNumber) {
        switch NSNumberContent(number) {
        case .bool(let value): self = .bool(value)
        case .integer(let value): self = .integer(value)
        case .unsigned(let value): self = Int64(exactly: value).map { .integer($0) } ?? .unsigned(value)
        case .double(let value): self = .double(value)
        case .float(let value): self = Self.shortest(value)
        }
    }

    /// The Double with the number's shortest decimal form, as for any number with a known type.
    private static func shortest(_ number: some BinaryFloatingPoint) -> JSONValue {
        .double(Double("\(number)") ?? Double(number))
    }
}
