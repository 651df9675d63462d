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

    static let named: [String: FoundationClass] = [
        "NSNull": .null, "NSString": .string, "NSMutableString": .string, "NSNumber": .number,
        "NSDecimalNumber": .decimal, "NSDecimalNumberPlaceholder": .decimal,
        "NSDate": .date, "NSData": .data, "NSMutableData": .data, "NSURL": .url, "NSUUID": .uuid,
        "NSArray": .list, "NSMutableArray": .list, "NSSet": .list, "NSMutableSet": .list,
        "NSCountedSet": .list,
        "NSOrderedSet": .list, "NSMutableOrderedSet": .list,
        "NSDictionary": .dictionary, "NSMutableDictionary": .dictionary,
    ]
}
