import Foundation

// Classes with NSCoding, as apps have them that archive without this library. They are not nested, because NSKeyedArchiver
// on Linux does not archive nested classes.

final class KeyedOldCar: NSObject, NSCoding {
    let color: String
    weak var owner: KeyedOldUser?

    init(_ color: String) { self.color = color }
    required init?(coder: NSCoder) { nil }

    func encode(with coder: NSCoder) {
        coder.encode(NSString(string: color), forKey: "_color")
        coder.encode(owner, forKey: "_owner")
    }
}

final class KeyedOldUser: NSObject, NSCoding {
    var cars: [KeyedOldCar] = []

    override init() {}
    required init?(coder: NSCoder) { nil }

    func encode(with coder: NSCoder) {
        coder.encode(NSString(string: "ann — é😀"), forKey: "_userName")
        coder.encode(30, forKey: "age")
        coder.encode(1.75, forKey: "height")
        coder.encode(true, forKey: "is_active")
        coder.encode(NSDate(timeIntervalSinceReferenceDate: 1.5), forKey: "bornAt")
        coder.encode(NSData(data: Data([1, 2, 3])), forKey: "picture")
        let base = URL(string: "https://example.com/a/")
        coder.encode(NSURL(string: "b", relativeTo: base), forKey: "homepage")
        coder.encode(NSUUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"), forKey: "identifier")
        coder.encode(nil as NSString?, forKey: "nickname")
        let (red, blue) = (NSString(string: "red"), NSMutableString(string: "blue"))
        coder.encode(NSSet(array: [red, blue]), forKey: "tags")
        let numbers = [7, 8, -9].map { NSNumber(value: $0) }
        coder.encode(NSMutableArray(array: numbers), forKey: "scores")
        coder.encode(NSDictionary(dictionary: ["a": NSNumber(value: 5)]), forKey: "limits")
        coder.encode(NSOrderedSet(array: [red, numbers[0]]), forKey: "anything")
        coder.encode(NSArray(array: cars), forKey: "cars")
        coder.encode(cars.first, forKey: "first")
        coder.encode(NSMutableDictionary(dictionary: ["x": cars[0]]), forKey: "byName")
        coder.encode(NSString(string: "$null"), forKey: "$unused")
    }
}
