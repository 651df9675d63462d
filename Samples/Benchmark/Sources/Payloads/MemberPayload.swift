import Foundation

/// An array of members of about 1 KB each.
///
/// The first 10,000 differ from one another; longer arrays repeat them, so that generating a million only takes the
/// time to copy them.
func membersPayload(count: Int, seed: UInt64) -> Data {
    var random = SplitMix64(seed: seed)
    let distinct = (1...max(1, min(count, 10_000))).map { Data(memberText(id: $0, random: &random).utf8) }
    var bytes = Data("[".utf8)
    bytes.reserveCapacity(count * 1_100)
    for index in 0..<count {
        if index > 0 {
            bytes.append(contentsOf: [UInt8(ascii: ","), UInt8(ascii: "\n")])
        }
        bytes.append(distinct[index % distinct.count])
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
}

private let firstNames = ["Anna", "José", "Łukasz", "Zoë", "Søren", "Юлия", "伟", "さくら", "Nguyễn", "Maeve"]
private let lastNames = [
    "Smith", "García", "Wójcik", "Müller", "Ångström", "Попова", "王", "田中", "Trần", "O’Neill",
]
private let cities = ["Portland", "München", "São Paulo", "北京", "Kraków", "Göteborg", "Київ", "東京"]
private let companies = [
    "Initech", "Łódź Software", "Umbrella & Sons", "株式会社テスト", "Globex \\\"International\\\"",
]
private let jobs = ["Software Engineer", "Data Analyst", "Gärtner", "Product Manager", "Скульптор"]
private let zones = ["Europe/Warsaw", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"]
private let tagWords = ["swift", "json", "fast", "tea", "山", "café", "müsli", "rock\\u0026roll"]
// As written in the file: raw UTF-8, and escapes for quotes, lines, tabs, é and the surrogate pair of an emoji.
private let phrases = [
    "Writes small programs that do one thing.", "Loves \\\"quotes\\\" and back\\\\slashes.",
    "Zażółć gęślą jaźń.", "Line one\\nline two\\tand a tab.", "Caf\\u00e9 and \\ud83d\\ude80 to the moon.",
    "喜欢在山里走路，也喜欢喝茶。", "🍂 Autumn, always 🍵.", "Path: C:\\\\temp\\\\new and http:\\/\\/x.example\\/",
]

private func memberText(id: Int, random: inout SplitMix64) -> String {
    func orNull(_ text: String, _ chance: Int) -> String {
        random.oneIn(chance) ? "null" : text
    }
    let name = random.token(8)
    let company = orNull("\"\(random.pick(companies))\"", 4)
    let job = orNull("\"\(random.pick(jobs))\"", 4)
    let website = orNull("\"https://\(name).example.com/about?ref=\(id)\"", 3)
    let phone = orNull("\"+48 \(random.number(100_000_000...999_999_999))\"", 5)
    let rating = orNull("\(Double(random.number(10...50)) / 10)", 5)
    let referral = orNull("\"\(random.token(12))\"", 2)
    let manager = orNull("\(random.number(1...9_999))", 2)
    let tags = (0..<random.number(0...5)).map { _ in "\"\(random.pick(tagWords))\"" }
    let badges = (0..<random.number(0...6)).map { _ in String(random.number(1...5_000)) }
    let scores = (0..<7).map { _ in String(Double(random.number(0...9_999)) / 100) }
    let bio = "\(random.pick(phrases)) \(random.pick(phrases))"
    let notes = "\(random.pick(phrases)) \(random.pick(phrases)) \(random.pick(phrases))"
    let address = """
        {"street":"\(random.number(1...999)) Main Street","city":"\(random.pick(cities))",\
        "postal_code":"\(random.number(10_000...99_999))","country_code":"\(random.pick(["PL", "US", "DE", "JP"]))",\
        "latitude":\(Double(random.number(-90_000_000...90_000_000)) / 1_000_000),\
        "longitude":\(Double(random.number(-180_000_000...180_000_000)) / 1_000_000)}
        """
    return """
        {"id":\(id),"user_name":"\(name)","first_name":"\(random.pick(firstNames))",\
        "last_name":"\(random.pick(lastNames))","email":"\(name)@example.com","phone_number":\(phone),\
        "age":\(random.number(18...90)),"is_active":\(random.oneIn(2)),"is_verified":\(random.oneIn(3)),\
        "score":\(Double(random.number(0...999_999_999_999_999)) / 1e15),\
        "account_balance":\(Double(random.number(-100_000...9_999_999)) / 100),"rating":\(rating),\
        "company":\(company),"job_title":\(job),"bio":"\(bio)","website_url":\(website),\
        "avatar_url":"https://cdn.example.com/avatars/\(random.token(24)).png","language_code":"pl-PL",\
        "time_zone":"\(random.pick(zones))","login_count":\(random.number(0...9_999)),\
        "follower_count":\(random.number(0...999_999)),"following_count":\(random.number(0...999)),\
        "referral_code":\(referral),"manager_id":\(manager),"tags":[\(tags.joined(separator: ","))],\
        "badge_ids":[\(badges.joined(separator: ","))],"weekly_scores":[\(scores.joined(separator: ","))],\
        "address":\(address),"notes":"\(notes)",\
        "last_ip_address":"10.\(random.number(0...255)).\(random.number(0...255)).\(random.number(0...255))"}
        """
}
