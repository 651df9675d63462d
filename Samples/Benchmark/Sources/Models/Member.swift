import ModelObjects

/// One of the 10,000 members: 30 properties, some of them null, a nested object and three arrays.
class Member: ModelObject {
    var id = 0
    var userName = ""
    var firstName = ""
    var lastName = ""
    var email = ""
    var phoneNumber: String?
    var age = 0
    var isActive = false
    var isVerified = false
    var score = 0.0
    var accountBalance = 0.0
    var rating: Double?
    var company: String?
    var jobTitle: String?
    var bio = ""
    var websiteUrl: String?
    var avatarUrl = ""
    var languageCode = ""
    var timeZone = ""
    var loginCount = 0
    var followerCount = 0
    var followingCount = 0
    var referralCode: String?
    var managerId: Int?
    var tags: [String] = []
    var badgeIds: [Int] = []
    var weeklyScores: [Double] = []
    var address: Address?
    var notes = ""
    var lastIpAddress = ""
}

final class Address: ModelObject {
    var street = ""
    var city = ""
    var postalCode = ""
    var countryCode = ""
    var latitude = 0.0
    var longitude = 0.0
}

/// The same member with a hook that handles one key itself and leaves the rest to the library.
final class HookedMember: Member {
    override func serializeValue(_ value: Any, key: String) {
        if key == "user_name" {
            userName = value as? String ?? ""
        } else {
            super.serializeValue(value, key: key)
        }
    }
}
