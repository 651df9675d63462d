import Foundation

/// An array of feed entries: half of them have the discriminator first, the other half last.
func entriesPayload(count: Int, seed: UInt64) -> Data {
    var random = SplitMix64(seed: seed)
    let entries = (1...max(1, count)).map { entryText(id: $0, random: &random) }
    return Data("[\(entries.joined(separator: ",\n"))]".utf8)
}

private func entryText(id: Int, random: inout SplitMix64) -> String {
    let kind = "\"kind\":\"\(random.pick(["note", "photo", "video", "other"]))\""
    let rating = random.oneIn(3) ? "null" : "\(Double(random.number(10...50)) / 10)"
    let link = random.oneIn(3) ? "null" : "\"https://example.com/entries/\(id)\""
    let tags = (0..<random.number(0...4)).map { _ in "\"\(random.token(5))\"" }
    let rest = """
        "id":\(id),"author":"\(random.token(8))","title":"\(random.token(6)) \(random.token(9))",\
        "created_at":\(random.number(1_000_000_000...2_000_000_000)),"like_count":\(random.number(0...9_999)),\
        "is_pinned":\(random.oneIn(5)),"rating":\(rating),"link":\(link),"tags":[\(tags.joined(separator: ","))]
        """
    return random.oneIn(2) ? "{\(kind),\(rest)}" : "{\(rest),\(kind)}"
}
