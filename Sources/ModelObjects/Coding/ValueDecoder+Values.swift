import Foundation

/// Values by their type. Conversions between kinds are those of JSONDecoder: text is never a number.
extension ValueDecoder {
    /// Decodes the value under the cursor of a reader.
    ///
    /// - Parameters:
    ///   - step: The step from this decoder's value to the value.
    ///   - decoder: The decoder of the value, if there is one.
    ///   - needsEnd: Whether a caller needs the end of a value that its type decodes itself.
    /// - Returns: The value, and the offset of its end if it is known.
    @inline(__always)
    func decode<Value: Decodable>(
        _ type: Value.Type, _ reader: JSONReader, _ step: @autoclosure () -> Step?,
        in decoder: @autoclosure () -> ValueDecoder?, needsEnd: @autoclosure () -> Bool
    ) throws -> (Value, end: Int?) {
        var reader = reader
        if let value = try scalar(type, &reader, step()) { return (value, reader.offset) }
        return try composite(type, &reader, step(), decoder(), needsEnd())
    }

    /// A Bool, a String or a number; nil for any other type.
    @inline(__always)
    private func scalar<Value>(
        _ type: Value.Type, _ reader: inout JSONReader, _ step: @autoclosure () -> Step?
    ) throws -> Value? {
        if Value.self == String.self {
            return rebound(try string(&reader, step()), as: Value.self, if: String.self, is: Value.self)
        } else if Value.self == Int.self {
            return rebound(
                try integer(Int.self, &reader, step()), as: Value.self, if: Int.self, is: Value.self)
        } else if Value.self == Double.self {
            return rebound(try double(&reader, step()), as: Value.self, if: Double.self, is: Value.self)
        } else if Value.self == Bool.self {
            return rebound(try bool(&reader, step()), as: Value.self, if: Bool.self, is: Value.self)
        } else {
            return try otherScalar(type, &reader, step())
        }
    }

    private func otherScalar<Value>(
        _ type: Value.Type, _ reader: inout JSONReader, _ step: @autoclosure () -> Step?
    ) throws -> Value? {
        func number<Number: FixedWidthInteger>(_ number: Number.Type) throws -> Value? {
            guard Value.self == Number.self else { return nil }
            return rebound(
                try integer(number, &reader, step()), as: Value.self, if: Number.self, is: Value.self)
        }
        if Value.self == Float.self {
            return rebound(try float(&reader, step()), as: Value.self, if: Float.self, is: Value.self)
        }
        if let value = try number(Int64.self) { return value }
        if let value = try number(Int32.self) { return value }
        if let value = try number(Int16.self) { return value }
        if let value = try number(Int8.self) { return value }
        if let value = try number(UInt.self) { return value }
        if let value = try number(UInt64.self) { return value }
        if let value = try number(UInt32.self) { return value }
        if let value = try number(UInt16.self) { return value }
        if let value = try number(UInt8.self) { return value }
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            if let value = try number(Int128.self) { return value }
            if let value = try number(UInt128.self) { return value }
        }
        return nil
    }

    // MARK: Scalars

    @inline(__always)
    private func string(_ reader: inout JSONReader, _ step: @autoclosure () -> Step?) throws -> String {
        guard reader.peek() == UInt8(ascii: "\"") else { throw mismatch(String.self, reader, step()) }
        do { return try reader.readString() } catch { throw session.failed(error) }
    }

    @inline(__always)
    private func bool(_ reader: inout JSONReader, _ step: @autoclosure () -> Step?) throws -> Bool {
        let byte = reader.peek()
        guard byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") else {
            throw mismatch(Bool.self, reader, step())
        }
        do { return try reader.readBool() } catch { throw session.failed(error) }
    }

    @inline(__always)
    private func integer<Number: FixedWidthInteger>(
        _ type: Number.Type, _ reader: inout JSONReader, _ step: @autoclosure () -> Step?
    ) throws -> Number {
        _ = reader.peek()
        if let number = reader.readShortInteger(as: Number.self) { return number }
        return try longInteger(type, &reader, step())
    }

    /// An integer of any form: `1.0` and `1e2` are integers, too.
    @inline(never)
    private func longInteger<Number: FixedWidthInteger>(
        _ type: Number.Type, _ reader: inout JSONReader, _ step: Step?
    ) throws -> Number {
        let number = try scanNumber(type, &reader, step)
        if let integer = number.int64, let value = Number(exactly: integer) { return value }
        let whole = reader.wholePart(number)
        guard !whole.hasFraction, let value = whole.digits.flatMap({ Number($0) }) else {
            throw outOfRange(type, step)
        }
        return value
    }

    @inline(__always)
    private func double(_ reader: inout JSONReader, _ step: @autoclosure () -> Step?) throws -> Double {
        let number = try scanNumber(Double.self, &reader, step())
        let value = reader.double(number)
        if value.isFinite, value != 0 || !hasDigits(number, reader) { return value }
        throw outOfRange(Double.self, step())
    }

    @inline(never)
    private func float(_ reader: inout JSONReader, _ step: Step?) throws -> Float {
        let number = try scanNumber(Float.self, &reader, step)
        let value = Float(number, reader)
        if value.isFinite, value != 0 || !hasDigits(number, reader) { return value }
        throw outOfRange(Float.self, step)
    }

    /// Whether a number is not zero as it is written.
    private func hasDigits(_ number: JSONNumber, _ reader: JSONReader) -> Bool {
        if number.isExact { return number.significand != 0 }
        let digits = reader.text(number).prefix { $0 != "e" && $0 != "E" }
        return digits.utf8.contains { $0 > UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }

    @inline(__always)
    private func scanNumber(
        _ type: any Any.Type, _ reader: inout JSONReader, _ step: @autoclosure () -> Step?
    ) throws -> JSONNumber {
        let byte = reader.peek()
        guard byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9 else {
            throw mismatch(type, reader, step())
        }
        do { return try reader.scanNumber() } catch { throw session.failed(error) }
    }

    // MARK: Other types

    @inline(never)
    private func composite<Value: Decodable>(
        _ type: Value.Type, _ reader: inout JSONReader, _ step: Step?, _ decoder: ValueDecoder?,
        _ needsEnd: Bool
    ) throws -> (Value, end: Int?) {
        let value: Value? = try DecodingPlan.with(type) { plan in
            switch plan.kind {
            case .other, .optionalModels: nil
            case .date: cast(try date(&reader, step))
            case .data: cast(try data(&reader, step))
            case .url: cast(try url(&reader, step))
            case .decimal: cast(try decimal(&reader, step))
            case .strings: cast(try array(String.self, &reader, step) { try string(&$0, nil) })
            case .integers: cast(try array(Int.self, &reader, step) { try integer(Int.self, &$0, nil) })
            case .doubles: cast(try array(Double.self, &reader, step) { try double(&$0, nil) })
            case .bools: cast(try array(Bool.self, &reader, step) { try bool(&$0, nil) })
            case .model(let model): try self.model(model, type, &reader, step) as? Value
            case .models(let converter, let root):
                try models(converter, root, plan.modelClass, type, &reader, step)
            }
        }
        if let value { return (value, reader.offset) }
        let inner =
            decoder
            ?? ValueDecoder(
                session, inside: self, step, at: reader.offset, remainingDepth: reader.remainingDepth)
        let made = try type.init(from: inner)
        return (made, needsEnd ? try inner.finish() : nil)
    }

    private func cast<Value, Wanted>(_ value: Value) -> Wanted? {
        rebound(value, as: Wanted.self, if: Value.self, is: Wanted.self)
    }

    private func date(_ reader: inout JSONReader, _ step: Step?) throws -> Date {
        let format = session.dateFormat
        let start = reader
        do {
            if reader.peek() == UInt8(ascii: "\""), !format.needsAnyValue {
                let text = try reader.scanString()
                if let date = reader.withBytes(of: text, { format.date(fromText: $0) }) { return date }
            } else if readsDate(from: reader.kind(at: reader.offset)) {
                let value = try reader.readValue(keepingDigits: true)
                if let date = format.date(from: value) { return date }
            }
        } catch {
            throw session.failed(error)
        }
        throw unusual(Date.self, start, step, "the text of a date in the format of the options")
    }

    /// Whether the format of dates can read a value of this kind.
    private func readsDate(from kind: JSONKind) -> Bool {
        kind == .number || kind != .null && session.dateFormat.needsAnyValue
    }

    private func data(_ reader: inout JSONReader, _ step: Step?) throws -> Data {
        let text = try string(&reader, step)
        if let data = Data(base64Encoded: text) { return data }
        throw corrupted("Expected base64 text, found another text.", step)
    }

    private func url(_ reader: inout JSONReader, _ step: Step?) throws -> URL {
        let text = try string(&reader, step)
        if let url = URL(string: text) { return url }
        throw corrupted("Expected the text of a URL, found another text.", step)
    }

    private func decimal(_ reader: inout JSONReader, _ step: Step?) throws -> Decimal {
        let number = try scanNumber(Decimal.self, &reader, step)
        if let decimal = reader.decimal(number) { return decimal }
        throw outOfRange(Decimal.self, step)
    }

    /// An array of scalars, without a decoder for it.
    private func array<Element>(
        _ type: Element.Type, _ reader: inout JSONReader, _ step: Step?,
        _ read: (inout JSONReader) throws -> Element
    ) throws -> [Element] {
        guard reader.peek() == UInt8(ascii: "[") else { throw mismatch([Element].self, reader, step) }
        guard try session.reading({ try reader.enterArray() }) else { return [] }
        var index = 0
        do {
            return try collectedElements { isLast in
                let element = try read(&reader)
                index += 1
                isLast = try !reader.hasNextElement()
                return element
            }
        } catch let error as DecodingError {
            throw error.moved(to: path(step) + [PathComponent.index(index)])
        } catch {
            throw session.failed(error)
        }
    }

    // MARK: Models

    private func model(
        _ model: any (ModelObject & ModelClass).Type, _ type: any Any.Type, _ reader: inout JSONReader,
        _ step: Step?
    ) throws -> ModelObject {
        let byte = reader.peek()
        if byte == UInt8(ascii: "n") { throw mismatch(type, reader, step) }
        return try session.map(type, &reader, at: self.path(step)) { mapper, reader in
            guard byte == UInt8(ascii: "{") else { throw mapper.mismatch(model, reader) }
            return try mapper.makeRoot(model, &reader)
        }
    }

    /// Fills an object that its type makes from this decoder.
    func fill(_ object: ModelObject) throws {
        let type = Swift.type(of: object)
        var reader = try reader(for: type, nil)
        let byte = reader.peek()
        if byte == UInt8(ascii: "n") { throw mismatch(type, reader, nil) }
        try session.map(type, &reader, at: self.codingPath) { mapper, reader in
            guard byte == UInt8(ascii: "{") else { throw mapper.mismatch(type, reader) }
            try mapper.fillRoot(object, &reader)
        }
        didEnd(at: reader.offset)
    }

    private func models<Value>(
        _ converter: any ValueConverter, _ root: MappingCall.Root, _ modelClass: ModelObject.Type?,
        _ type: Value.Type, _ reader: inout JSONReader, _ step: Step?
    ) throws -> Value {
        let byte = reader.peek()
        guard byte == (root == .object ? UInt8(ascii: "{") : UInt8(ascii: "[")) else {
            throw mismatch(type, reader, step)
        }
        return try session.map(type, &reader, at: self.path(step)) { mapper, reader in
            try mapper.makeContainer(type, converter, of: modelClass, &reader)
        }
    }
}

extension ObjectMapper {
    /// Makes a container of models from the value under the cursor, which has the right bracket.
    func makeContainer<Value>(
        _ type: Value.Type, _ converter: any ValueConverter, of modelClass: ModelObject.Type?,
        _ reader: inout JSONReader
    ) throws -> Value {
        let schema = ModelSchema.of(modelClass ?? ModelObject.self)
        let model: (any (ModelObject & ModelClass).Type)? = modelClass
        if let model, let made = try makeModels(type, converter.content.kind, of: model, &reader) {
            return made
        }
        let context = MappingContext(mapper: self, options: options(for: schema, around: nil))
        func read<Converter: ValueConverter>(_ converter: Converter) throws -> Value? {
            try converter.read(&reader, context).flatMap {
                rebound($0, as: Value.self, if: Converter.Value.self, is: Value.self)
            }
        }
        let start = reader
        guard let made = try read(converter) else { throw mismatch(type, start) }
        return made
    }

    /// Makes an array or a dictionary of models by the fast path; nil for any other container.
    private func makeModels<Value, Model: ModelObject>(
        _ type: Value.Type, _ kind: PropertyKind, of model: Model.Type, _ reader: inout JSONReader
    ) throws -> Value? {
        switch kind {
        case .modelArray where Value.self == [Model].self:
            rebound(try makeArray(model, &reader), as: Value.self, if: [Model].self, is: Value.self)
        case .modelDictionary where Value.self == [String: Model].self:
            rebound(
                try makeDictionary(model, &reader), as: Value.self, if: [String: Model].self, is: Value.self)
        default: nil
        }
    }

    /// The refusal of a value of another kind than a type needs.
    fileprivate func mismatch(_ type: any Any.Type, _ reader: JSONReader) -> MappingCall.Refusal {
        MappingCall.Refusal(
            problem: at(reader.offset) {
                problem(
                    .typeMismatch, expected: "\(type)", found: reader.kind(at: reader.offset).rawValue,
                    action: .refusedObject, rejects: true)
            })
    }
}
