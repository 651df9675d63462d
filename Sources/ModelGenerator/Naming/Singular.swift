/// The singular of English nouns that are common in keys.
enum Singular {
    private static let irregular: [String: String] = [
        "people": "person", "children": "child", "men": "man", "women": "woman", "feet": "foot",
        "teeth": "tooth",
        "mice": "mouse", "geese": "goose", "indices": "index", "vertices": "vertex", "matrices": "matrix",
        "appendices": "appendix", "criteria": "criterion", "phenomena": "phenomenon", "movies": "movie",
        "cookies": "cookie", "ties": "tie", "pies": "pie", "caches": "cache", "aches": "ache", "axes": "axis",
        "analyses": "analysis", "theses": "thesis", "crises": "crisis", "hypotheses": "hypothesis",
        "halves": "half", "shelves": "shelf", "wolves": "wolf", "lives": "life", "leaves": "leaf",
        "wives": "wife",
        "heroes": "hero", "potatoes": "potato", "tomatoes": "tomato", "aliases": "alias", "buses": "bus",
        "statuses": "status", "viruses": "virus", "bonuses": "bonus", "campuses": "campus", "quizzes": "quiz",
        "gases": "gas", "lenses": "lens", "databases": "database", "releases": "release", "houses": "house",
        "uses": "use", "causes": "cause", "licenses": "license", "courses": "course", "nurses": "nurse",
    ]
    private static let unchanged: Set<String> = [
        "alias", "analysis", "apparatus", "atlas", "axis", "basis", "bias", "canvas", "chaos", "chassis",
        "christmas",
        "corps", "cosmos", "css", "data", "dns", "gas", "gps", "headquarters", "https", "ios", "kudos",
        "lens", "macos",
        "media", "metadata", "news", "os", "series", "sms", "species", "ssl", "texas", "tls", "always",
        "this", "aws",
    ]

    static func of(_ word: String) -> String {
        let lowercase = word.lowercased()
        if unchanged.contains(lowercase) { return word }
        if let singular = irregular[lowercase] {
            return word.first?.isUppercase == true ? Words.capitalized(singular) : singular
        }
        func isSuffix(_ suffixes: String...) -> Bool { suffixes.contains { lowercase.hasSuffix($0) } }
        if Words.pluralAcronyms.contains(lowercase) { return String(word.dropLast()) }
        guard word.count > 3, isSuffix("s") else { return word }
        if isSuffix("ss", "us", "is") { return word }
        if isSuffix("ies") { return word.dropLast(3) + (word.hasSuffix("S") ? "Y" : "y") }
        if isSuffix("sses", "shes", "ches", "xes", "zzes") { return String(word.dropLast(2)) }
        return String(word.dropLast())
    }
}
