import Foundation
import ModelObjects

/// Names in Swift's style, made of the words of a key.
enum Words {
    /// Words that Swift writes in capitals, except at the start of a property's name.
    private static let acronyms: Set<String> = [
        "id", "url", "uri", "html", "http", "https", "json", "xml", "api", "uuid", "ip", "css", "sql", "ssl",
        "tls",
        "utc", "gmt", "ui", "pdf", "csv", "sdk", "os", "cpu", "gpu", "ram", "dns", "md5", "sha", "sha1",
        "sha256", "isbn",
        "vat", "iban", "bic", "gps", "jwt", "faq", "sms", "rgb", "tv", "ssh", "svn", "cdn", "sku", "ean",
    ]
    static let pluralAcronyms: Set<String> = ["ids", "urls", "uris", "ips", "apis", "uuids", "skus"]

    /// The words of a key; characters that no identifier can have separate words.
    ///
    /// Exceptions are the two signs before a number: `+1` is `plus`, `1`.
    static func words(of key: String) -> [String] {
        var text = ""
        var rest = Substring(key.precomposedStringWithCanonicalMapping)
        if let sign = rest.first, sign == "+" || sign == "-", rest.dropFirst().first?.isASCII == true,
            rest.dropFirst().first?.isNumber == true
        {
            text = sign == "+" ? "plus " : "minus "
            rest.removeFirst()
        }
        for character in rest { text.append(isPart(character) ? character : " ") }
        return ModelObjects.words(of: text)
    }

    /// Whether an identifier can have a character.
    static func isPart(_ character: Character) -> Bool {
        if let byte = character.asciiValue {
            return byte == UInt8(ascii: "_") || character.isLetter || character.isNumber
        }
        // The letters that both Unicode's identifiers and Swift's grammar allow.
        return character.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isXIDContinue && scalar.value >= 0xC0 && scalar.value != 0xD7
                && scalar.value != 0xF7
                && !(0x180B...0x180F ~= scalar.value) && !scalar.properties.isDefaultIgnorableCodePoint
        } && character.unicodeScalars.first?.properties.isXIDStart == true
    }

    /// The possible property names for a key: in Swift's style, as spelled, and with the underscores of the
    /// key.
    static func propertyNames(of key: String) -> [String] {
        let words = words(of: key)
        guard let first = words.first else { return [] }
        let initial = first.lowercased()
        let swift = initial + words.dropFirst().map { styled($0) }.joined()
        let plain = initial + words.dropFirst().map { capitalized($0.lowercased()) }.joined()
        let kept = initial + words.dropFirst().map { capitalized($0) }.joined()
        var names = [swift, kept, plain]
        if isIdentifier(key), !key.contains("-"), key.first?.isLowercase == true, !key.contains("_") {
            names.append(key)
        }
        if let digit = swift.first, digit.isNumber { names = names.map { "value" + $0 } }
        let underscores = String(key.prefix { $0 == "_" })
        if !underscores.isEmpty { names += names.map { underscores + $0 } }
        var seen: Set<String> = []
        return names.filter { isIdentifier($0) && seen.insert($0).inserted }
    }

    /// The name of a class for a key, by default in the singular.
    static func className(_ key: String, isSingular: Bool = true) -> String {
        var words = words(of: key)
        if isSingular, let last = words.popLast() { words.append(Singular.of(last)) }
        let name = words.map { word in
            word.allSatisfy { $0.isUppercase || $0.isNumber } && word.count > 4
                ? capitalized(word.lowercased()) : styled(word)
        }.joined()
        guard let first = name.first else { return "Item" }
        let capital = capitalized(name)
        // A script without case has no capitals.
        return first.isNumber || !isIdentifier(capital) ? "Item" + name.filter { isPart($0) } : capital
    }

    static func capitalized(_ word: String) -> String {
        let capital = word.prefix(1).uppercased()
        return capital.count == 1 ? capital + word.dropFirst() : word
    }

    private static func styled(_ word: String) -> String {
        let lowercase = word.lowercased()
        if acronyms.contains(lowercase) { return lowercase.uppercased() }
        if pluralAcronyms.contains(lowercase) { return lowercase.dropLast().uppercased() + "s" }
        return capitalized(word.allSatisfy { $0.isUppercase || $0.isNumber } ? lowercase : word)
    }

    static func beginsWithCapital(_ name: String) -> Bool { name.prefix(1) != name.prefix(1).lowercased() }

    /// Whether a text is an identifier, or a reserved word.
    static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.first, text.allSatisfy(isPart), text.contains(where: { $0 != "_" }) else {
            return false
        }
        return !first.isNumber && (first == "_" || first.unicodeScalars.first?.properties.isXIDStart == true)
    }
}
