/// The classes of Foundation whose objects become values.
///
/// Their subclasses, such as NSMutableArray or an app's own, have the name of one of these classes in their `$classes`.
enum FoundationClass: String {
    case null = "NSNull"
    case string = "NSString"
    case number = "NSNumber"
    case decimal = "NSDecimalNumber"
    case date = "NSDate"
    case data = "NSData"
    case url = "NSURL"
    case uuid = "NSUUID"
    /// Arrays and sets.
    case list = "NSArray"
    case dictionary = "NSDictionary"

    /// Nil for any other class.
    init?(named name: String) {
        guard let known = Self(rawValue: name) ?? Self.others[name] else { return nil }
        self = known
    }

    private static let others: [String: FoundationClass] = [
        "NSMutableString": .string, "NSDecimalNumberPlaceholder": .decimal, "NSMutableData": .data,
        "NSMutableArray": .list, "NSSet": .list, "NSMutableSet": .list, "NSCountedSet": .list,
        "NSOrderedSet": .list, "NSMutableOrderedSet": .list, "NSMutableDictionary": .dictionary,
    ]
}
