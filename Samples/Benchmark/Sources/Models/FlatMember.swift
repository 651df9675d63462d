import ModelObjects

/// A member without a separate address object, matched without a rule.
class FlatMember: ModelObject {
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
    var street = ""
    var city = ""
    var postalCode = ""
    var countryCode = ""
    var latitude = 0.0
    var longitude = 0.0
    var notes = ""
    var lastIpAddress = ""
}

/// The same member with a rule for every property: keys, paths into the payload's address, fallbacks for missing
/// keys.
final class RuledMember: FlatMember {
    override class var propertyRules: [String: PropertyRule] {
        [
            "id": .key("id").required,
            "userName": .keys("login", "user_name").required,
            "firstName": .keys("given_name", "first_name"),
            "lastName": .keys("family_name", "last_name"),
            "email": .keys("mail", "e_mail", "email"),
            "phoneNumber": .keys("phone", "phone_number"),
            "age": .key("age"),
            "isActive": .keys("active", "is_active"),
            "isVerified": .keys("verified", "is_verified"),
            "score": .key("score"),
            "accountBalance": .keys("balance", "account_balance"),
            "rating": .key("rating"),
            "company": .keys("employer", "company"),
            "jobTitle": .key("job_title"),
            "bio": .key("bio"),
            "websiteUrl": .keys("homepage", "website_url"),
            "avatarUrl": .key("avatar_url"),
            "languageCode": .keys("locale", "language_code"),
            "timeZone": .key("time_zone"),
            "loginCount": .key("login_count"),
            "followerCount": .key("follower_count"),
            "followingCount": .key("following_count"),
            "referralCode": .key("referral_code"),
            "managerId": .keys("boss.id", "manager_id"),
            "tags": .key("tags"),
            "badgeIds": .key("badge_ids"),
            "weeklyScores": .key("weekly_scores"),
            "street": .key("address.street"),
            "city": .key("address.city"),
            "postalCode": .key("address.postal_code"),
            "countryCode": .keys("address.country.code", "address.country_code"),
            "latitude": .key("address.latitude"),
            "longitude": .key("address.longitude"),
            "notes": .key("notes"),
            "lastIpAddress": .key("last_ip_address"),
        ]
    }
}
