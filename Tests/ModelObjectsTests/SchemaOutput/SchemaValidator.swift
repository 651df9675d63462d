import Foundation

@testable import ModelObjects

/// A JSON Schema validator for the keywords that the library writes; any other keyword is a problem.
struct SchemaValidator {
    let root: [String: Any]

    /// What a value violates; empty if it is valid.
    func problems(of value: Any) -> [String] { check(value, root, "$") }

    /// What a value violates of a part of the schema.
    func problems(of value: Any, _ part: [String: Any]) -> [String] { check(value, part, "$") }

    private func check(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
        schema.sorted(byText: \.key).flatMap { keyword, argument -> [String] in
            switch (keyword, JSONValue(argument)) {
            case ("$schema", .string), ("$defs", .object), ("description", .string), ("default", _),
                ("contentEncoding", .string("base64")), ("contentMediaType", .string):
                return []
            case ("type", .string(let type)):
                return has(type, value) ? [] : ["\(path) is no \(type)"]
            case ("type", .array(let types)):
                return types.contains { has("\($0)", value) } ? [] : ["\(path) is none of \(types)"]
            case ("enum", .array(let values)):
                return values.contains { canonical($0) == canonical(value) } ? [] : ["\(path): enum"]
            case ("const", _):
                return canonical(argument) == canonical(value) ? [] : ["\(path): const"]
            case ("$ref", .string(let pointer)):
                return definition(pointer).map { check(value, $0, path) } ?? ["no \(pointer)"]
            case ("anyOf", .array(let schemas)):
                return valid(schemas, value, path) > 0 ? [] : ["\(path): anyOf"]
            case ("oneOf", .array(let schemas)):
                let count = valid(schemas, value, path)
                return count == 1 ? [] : ["\(path): oneOf, \(count) match"]
            case ("not", .object(let inner)):
                return check(value, inner, path).isEmpty ? ["\(path): not"] : []
            case ("format", .string(let format)):
                return isFormatted(value, format) ? [] : ["\(path) is no \(format)"]
            default:
                return checkParts(of: value, keyword, argument, path)
            }
        } + checkAdditional(value, schema, path)
    }

    private func checkParts(of value: Any, _ keyword: String, _ argument: Any, _ path: String) -> [String] {
        switch (keyword, JSONValue(argument), JSONValue(value)) {
        case ("properties", .object(let properties), .object(let members)):
            return properties.sorted(byText: \.key).flatMap { key, inner in
                members[key].map { check($0, inner as? [String: Any] ?? [:], "\(path).\(key)") } ?? []
            }
        case ("required", .array(let keys), .object(let members)):
            return keys.compactMap { members["\($0)"] == nil ? "\(path) has no \($0)" : nil }
        case ("items", .object(let inner), .array(let elements)):
            return elements.enumerated().flatMap { check($0.element, inner, "\(path)[\($0.offset)]") }
        case ("prefixItems", .array(let schemas), .array(let elements)):
            return zip(schemas, elements).flatMap { check($1, $0 as? [String: Any] ?? [:], "\(path)[]") }
        case ("minItems", .integer(let count), .array(let elements)):
            return elements.count >= count ? [] : ["\(path): minItems"]
        case ("uniqueItems", .bool(true), .array(let elements)):
            return Set(elements.map(canonical)).count == elements.count ? [] : ["\(path): uniqueItems"]
        case ("minLength", .integer(let count), .string(let text)):
            return text.unicodeScalars.count >= count ? [] : ["\(path): minLength"]
        case ("minimum", .integer(let limit), .integer(let number)):
            return number >= limit ? [] : ["\(path): minimum"]
        case ("maximum", .integer(let limit), .integer(let number)):
            return number <= limit ? [] : ["\(path): maximum"]
        case ("maximum", _, .unsigned): return ["\(path): maximum"]
        case ("properties", .object, _), ("required", .array, _), ("items", .object, _),
            ("prefixItems", .array, _), ("minItems", .integer, _), ("uniqueItems", .bool, _),
            ("minLength", .integer, _), ("minimum", .integer, _), ("maximum", .integer, _),
            ("additionalProperties", .object, _):
            return []
        case ("additionalProperties", .bool(false), _):
            return []
        default:
            return ["\(path): unknown keyword \(keyword)"]
        }
    }

    /// The members that `properties` does not name.
    private func checkAdditional(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
        guard case .object(let members) = JSONValue(value), let additional = schema["additionalProperties"]
        else { return [] }
        let named = schema["properties"] as? [String: Any] ?? [:]
        return members.sorted(byText: \.key).filter { named[$0.key] == nil }.flatMap { key, member in
            (additional as? [String: Any]).map { check(member, $0, "\(path).\(key)") }
                ?? ["\(path) has another key, \(key)"]
        }
    }

    private func valid(_ schemas: [Any], _ value: Any, _ path: String) -> Int {
        schemas.filter { check(value, $0 as? [String: Any] ?? [:], path).isEmpty }.count
    }

    private func definition(_ pointer: String) -> [String: Any]? {
        if pointer == "#" { return root }
        let definitions = root["$defs"] as? [String: Any]
        return definitions?[String(pointer.dropFirst("#/$defs/".count))] as? [String: Any]
    }

    private func has(_ type: String, _ value: Any) -> Bool {
        switch (type, JSONValue(value)) {
        case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array), ("object", .object):
            true
        case ("number", let number): number.kind == .number
        case ("integer", .integer), ("integer", .unsigned), ("integer", .decimal): true
        default: false
        }
    }

    private func isFormatted(_ value: Any, _ format: String) -> Bool {
        guard let text = value as? String else { return true }
        return switch format {
        case "date-time": text.contains("T") && DateFormat.iso8601.date(fromText: text) != nil
        case "date": text.count == 10 && DateFormat.iso8601.date(fromText: text) != nil
        case "uuid": UUID(uuidString: text) != nil
        case "uri-reference": URL(string: text) != nil
        default: false
        }
    }
}
