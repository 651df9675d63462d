import Foundation

/// `Record` for NSCoding.
///
/// The price is stored as a string: on Linux NSKeyedArchiver crashes on a Decimal.
final class KeyedRecord: NSObject, NSCoding {
    let fields: CodedRecord

    init(_ fields: CodedRecord) {
        self.fields = fields
    }

    func encode(with coder: NSCoder) {
        coder.encode(fields.id, forKey: "id")
        coder.encode(fields.visits, forKey: "visits")
        coder.encode(fields.manager.map { NSNumber(value: $0) }, forKey: "manager")
        coder.encode(fields.balance, forKey: "balance")
        coder.encode(fields.ratio.map { NSNumber(value: $0) }, forKey: "ratio")
        coder.encode(fields.isActive, forKey: "isActive")
        coder.encode(fields.isVerified, forKey: "isVerified")
        coder.encode(NSString(string: fields.name), forKey: "name")
        coder.encode(NSString(string: fields.city), forKey: "city")
        coder.encode(NSString(string: fields.bio), forKey: "bio")
        coder.encode(fields.nickName.map { NSString(string: $0) }, forKey: "nickName")
        coder.encode(NSDate(timeInterval: 0, since: fields.joined), forKey: "joined")
        coder.encode(fields.seen.map { NSDate(timeInterval: 0, since: $0) }, forKey: "seen")
        coder.encode(fields.homepage.map { NSString(string: $0.absoluteString) }, forKey: "homepage")
        coder.encode(NSString(string: fields.key.uuidString), forKey: "key")
        coder.encode(NSData(data: fields.thumbnail), forKey: "thumbnail")
        coder.encode(NSString(string: "\(fields.price)"), forKey: "price")
        coder.encode(NSArray(array: fields.tags), forKey: "tags")
        coder.encode(NSArray(array: fields.badges), forKey: "badges")
        coder.encode(NSDictionary(dictionary: fields.scores), forKey: "scores")
    }

    init?(coder: NSCoder) {
        func object<Value>(_ key: String, _ type: Value.Type) -> Value? {
            coder.decodeObject(forKey: key) as? Value
        }
        guard let name = object("name", String.self), let city = object("city", String.self),
            let bio = object("bio", String.self), let joined = object("joined", Date.self),
            let key = object("key", String.self).flatMap({ UUID(uuidString: $0) }),
            let thumbnail = object("thumbnail", Data.self),
            let price = object("price", String.self).flatMap({ Decimal(string: $0) }),
            let tags = object("tags", [String].self), let badges = object("badges", [Int].self),
            let scores = object("scores", [String: Double].self)
        else { return nil }
        fields = CodedRecord(
            id: coder.decodeInteger(forKey: "id"), visits: coder.decodeInteger(forKey: "visits"),
            manager: object("manager", Int.self), balance: coder.decodeDouble(forKey: "balance"),
            ratio: object("ratio", Double.self), isActive: coder.decodeBool(forKey: "isActive"),
            isVerified: coder.decodeBool(forKey: "isVerified"), name: name, city: city, bio: bio,
            nickName: object("nickName", String.self), joined: joined, seen: object("seen", Date.self),
            homepage: object("homepage", String.self).flatMap { URL(string: $0) }, key: key,
            thumbnail: thumbnail, price: price, tags: tags, badges: badges, scores: scores)
    }
}
