import Foundation

/// Values by their type. Conversions between kinds are those of JSONDecoder: text is never a number.
extension ValueDecoder {
    /// Decodes the value under the cursor of a reader.
    ///
    /// It returns no Optional or tuple of a value, whose metadata the runtime would look up for each value.
    ///
    /// - Parameters:
    ///   - step: The step from this decoder's value to the value.
    ///   - decoder: The decoder of the value, if there is one.
    ///   - needsEnd: Whether a caller needs the end of a value that its type decodes itself.
    ///   - end: The offset of the value's end; nil if it isn't known.
    func decode<Value: Decodable>(
        _ type: Value.Type, _ reader: JSONReader, _ step: @autoclosure () -> Step?,
        in decoder: @autoclosure () -> ValueDecoder?, needsEnd: @autoclosure () -> Bool, end: inout Int?
    ) throws -> Value {
        // A type without stored properties, which callers decode to skip an element, isn't an alternative that failed.
        let failed = MemoryLayout<Value>.size > 0 ? failedPart(at: reader) : nil
        var reader = reader
        let value: Value
        // The most frequent types.
        if Value.self == String.self {
            value = identical(try string(&reader, step()), as: type)
        } else if Value.self == Int.self {
            value = identical(try integer(&reader, step()), as: type)
        } else if Value.self == Double.self {
            value = identical(try float(Double.self, &reader, step()), as: type)
        } else if Value.self == Bool.self {
            value = identical(try bool(&reader, step()), as: type)
        } else {
            value = try decodeOther(type, &reader, step(), decoder(), needsEnd(), &end)
            if let failed { session.didDecode(valueAt: failed) }
            return value
        }
        end = reader.offset
        if let failed { session.didDecode(valueAt: failed) }
        return value
    }

    /// The offset of a value that was no model earlier; nil if it was not tried.
    @inline(__always)
    private func failedPart(at reader: JSONReader) -> Int? {
        session.hasFailedPart ? session.failedPart(at: reader) : nil
    }

    // MARK: Scalars

    @inline(__always)
    private func string(
        _ reader: inout JSONReader, _ step: @autoclosure () -> Step?, as type: any Any.Type = String.self
    ) throws -> String {
        guard reader.peek() == UInt8(ascii: "\"") else { throw mismatch(type, reader, step()) }
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
    private func integer(_ reader: inout JSONReader, _ step: @autoclosure () -> Step?) throws -> Int {
        _ = reader.peek()
        if let number = reader.readShortInteger() { return number }
        return try integer(Int.self, &reader, step())
    }

    @inline(never)
    private func integer<Integer: StandardInteger, Value>(
        _ integer: Integer.Type, _ reader: inout JSONReader, _ step: Step?, as type: Value.Type
    ) throws -> Value {
        identical(try self.integer(integer, &reader, step), as: type)
    }

    /// An integer of any type and form: `1.0` and `1e2` are integers, too.
    @inline(never)
    private func integer<Integer: StandardInteger>(
        _ type: Integer.Type, _ reader: inout JSONReader, _ step: Step?
    ) throws -> Integer {
        let number = try scanNumber(type, &reader, step)
        if let integer = number.int64, let value = type.init(node: .integer(integer)) { return value }
        let whole = reader.wholePart(number)
        guard !whole.hasFraction, let value = type.init(inRange: whole.integer) else {
            throw outOfRange(type, step)
        }
        return value
    }

    @inline(__always)
    private func float<Value: StandardFloat>(
        _ type: Value.Type, _ reader: inout JSONReader, _ step: @autoclosure () -> Step?
    ) throws -> Value {
        let number = try scanNumber(type, &reader, step())
        let value = Value(number, reader)
        if value.isFinite, value != 0 || !hasDigits(number, reader) { return value }
        throw outOfRange(type, step())
    }

    /// Whether a number has digits other than zero, even if it rounds to zero.
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

    /// A value of any other type.
    ///
    /// (Not specialized: each type of integer would cost 4 KB of code.)
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    private func decodeOther<Value: Decodable>(
        _ type: Value.Type, _ reader: inout JSONReader, _ step: Step?, _ decoder: ValueDecoder?,
        _ needsEnd: Bool, _ end: inout Int?
    ) throws -> Value {
        let kind = CodingPlan.with(type) { $0.kind }
        let value: Value
        switch kind {
        case .integer(let integer): value = try self.integer(integer, &reader, step, as: type)
        case .double: value = identical(try float(Double.self, &reader, step), as: type)
        case .float: value = identical(try float(Float.self, &reader, step), as: type)
        case .date: value = identical(try date(&reader, step), as: type)
        case .data: value = identical(try data(&reader, step), as: type)
        case .url: value = identical(try url(&reader, step), as: type)
        case .decimal: value = identical(try decimal(&reader, step), as: type)
        case .strings:
            value = identical(try array(&reader, step) { try string(&$0, nil) }, as: type)
        case .integers:
            value = identical(try array(&reader, step) { try integer(&$0, nil) }, as: type)
        case .doubles:
            value = identical(try array(&reader, step) { try float(Double.self, &$0, nil) }, as: type)
        case .bools:
            value = identical(try array(&reader, step) { try bool(&$0, nil) }, as: type)
        case .models(let target, isOptional: false):
            value = try models(target, &reader, step, as: type)
        case .other, .dictionary, .models(_, isOptional: true):
            let inner =
                decoder
                ?? ValueDecoder(
                    session, inside: self, step, at: reader.offset, remainingDepth: reader.remainingDepth)
            if case .dictionary(of: let member) = kind, let member = member as? any Decodable.Type {
                value = try inner.dictionary(of: member, as: type)
            } else {
                value = try decoder == nil ? type.init(from: inner) : inner.makeAgain(type)
            }
            end = needsEnd ? try inner.finish() : nil
            return value
        }
        end = reader.offset
        return value
    }

    /// Whether a type is never asked to decode itself.
    func isDecodedHere(_ type: any Any.Type) -> Bool {
        if type == String.self || type == Bool.self { return true }
        return CodingPlan.with(type) { plan in
            switch plan.kind {
            case .other, .models(_, isOptional: true): false
            default: true
            }
        }
    }

    private func date(_ reader: inout JSONReader, _ step: Step?) throws -> Date {
        let format = session.dateFormat
        let start = reader
        do {
            if reader.peek() == UInt8(ascii: "\"") {
                let text = try reader.scanString()
                if let date = reader.withBytes(of: text, { format.date(fromText: $0) }) { return date }
            } else {
                let kind = reader.kind(at: reader.offset)
                if kind == .number || kind != .null && format.needsAnyValue,
                    let date = format.date(from: try reader.readValue())
                {
                    return date
                }
            }
        } catch {
            throw session.failed(error)
        }
        throw mismatch(Date.self, start, step, string: "a date in the format of the options")
    }

    private func data(_ reader: inout JSONReader, _ step: Step?) throws -> Data {
        let text = try string(&reader, step, as: Data.self)
        if let data = Data(base64: text) { return data }
        throw corrupted(Data.self, step, expected: "base64")
    }

    private func url(_ reader: inout JSONReader, _ step: Step?) throws -> URL {
        let text = try string(&reader, step, as: URL.self)
        if let url = URL(string: text) { return url }
        throw corrupted(URL.self, step, expected: "a URL")
    }

    private func decimal(_ reader: inout JSONReader, _ step: Step?) throws -> Decimal {
        let number = try scanNumber(Decimal.self, &reader, step)
        if let decimal = reader.decimal(number) { return decimal }
        throw outOfRange(Decimal.self, step)
    }

    /// An array of scalars, without a decoder for it.
    private func array<Element>(
        _ reader: inout JSONReader, _ step: Step?, _ read: (inout JSONReader) throws -> Element
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
            throw moved(error, to: path(step) + [PathComponent.index(index)])
        } catch {
            throw session.failed(error)
        }
    }

    /// The members of this value as a dictionary, whose own implementation would make a key and a container for each.
    private func dictionary<Member: Decodable, Value>(
        of type: Member.Type, as result: Value.Type
    ) throws -> Value {
        let members = try object()
        let all = try members.access { try $0.all() }
        var values = [String: Member](minimumCapacity: all.count)
        for (name, offset) in all {
            let reader = session.text.reader(at: offset, remainingDepth: members.access(\.remainingDepth))
            var end: Int?
            values[name] = try decode(
                type, reader, PathComponent.key(name), in: nil, needsEnd: false, end: &end)
        }
        return identical(values, as: result)
    }

    // MARK: Models

    @inline(never)
    private func models<Value>(
        _ target: MappingTarget, _ reader: inout JSONReader, _ step: Step?, as type: Value.Type
    ) throws -> Value {
        let start = reader
        guard let value = try map(target, type, &reader, step) as? Value else {
            throw mismatch(type, start, step)
        }
        return value
    }

    private func map(
        _ target: MappingTarget, into existing: ModelObject? = nil, _ type: any Any.Type,
        _ reader: inout JSONReader, _ step: Step?
    ) throws -> Any {
        let byte = reader.peek()
        // For a model, the mapping has an error for any other value.
        let isUsable =
            if case .container = target { byte == target.root.bracket } else { byte != UInt8(ascii: "n") }
        guard isUsable else { throw mismatch(type, reader, step) }
        do {
            return try session.map(target, into: existing, type, &reader, at: self.path(step))
        } catch {
            session.hasFailedPart = true
            throw session.failed(error)
        }
    }

    /// Fills an object that its type makes from this decoder.
    func fill(_ object: ModelObject) throws {
        let type = Swift.type(of: object)
        var reader = try reader(for: type)
        let failed = failedPart(at: reader)
        _ = try map(.model(type), into: object, type, &reader, nil)
        if let failed { session.didDecode(valueAt: failed) }
        didEnd(at: reader.offset)
    }
}
