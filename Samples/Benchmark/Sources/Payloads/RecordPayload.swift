import Foundation

/// An array of records of 20 mixed properties, from which the archives are made.
func recordsPayload(count: Int, seed: UInt64) -> Data {
    var random = SplitMix64(seed: seed)
    let records = (0..<count).map { recordText(id: $0, random: &random) }
    return Data("[\(records.joined(separator: ",\n"))]".utf8)
}

private let cities = ["Portland", "München", "São Paulo", "北京", "Kraków", "Göteborg", "Київ", "東京"]

private func recordText(id: Int, random: inout SplitMix64) -> String {
    func orNull(_ text: String, _ chance: Int) -> String {
        random.oneIn(chance) ? "null" : text
    }
    func date() -> String {
        let seconds = Double(random.number(1_000_000_000...1_900_000_000))
        return "\"\(Date(timeIntervalSince1970: seconds).formatted(.iso8601))\""
    }
    let manager = orNull("\(random.number(0...9_999))", 3)
    let ratio = orNull("\(Double(random.number(0...999_999)) / 1e6)", 4)
    let nickName = orNull("\"\(random.token(6))\"", 2)
    let seen = orNull(date(), 4)
    let homepage = orNull("\"https://example.com/people/\(id)\"", 5)
    let key = "E621E1F8-C36C-495A-93FC-" + String(format: "%012X", random.number(0...1 << 40))
    let thumbnail = Data((0..<24).map { _ in UInt8(random.number(0...255)) }).base64EncodedString()
    let tags = (0..<random.number(0...4)).map { _ in "\"\(random.token(2))\"" }
    let badges = (0..<random.number(0...4)).map { _ in "\(random.number(0...99))" }
    return """
        {"id":\(id),"visits":\(random.number(-99...999_999)),"manager":\(manager),\
        "balance":\(Double(random.number(-100_000...9_999_999)) / 100),"ratio":\(ratio),\
        "isActive":\(random.oneIn(2)),"isVerified":\(random.oneIn(3)),"name":"\(random.token(5)) \(random.token(9))",\
        "city":"\(random.pick(cities))","bio":"A somewhat longer text with ümläuts, number \(random.number(0...999)).",\
        "nickName":\(nickName),"joined":\(date()),"seen":\(seen),"homepage":\(homepage),"key":"\(key)",\
        "thumbnail":"\(thumbnail)","price":\(random.number(0...9_999)).\(random.number(10...99)),\
        "tags":[\(tags.joined(separator: ","))],"badges":[\(badges.joined(separator: ","))],\
        "scores":{"first":\(Double(random.number(0...9_999)) / 100),"second":0.5}}
        """
}
