import Foundation

/// `Member` for JSONDecoder, with explicit coding keys.
struct CodedMember: Codable {
    var id: Int
    var userName: String
    var firstName: String
    var lastName: String
    var email: String
    var phoneNumber: String?
    var age: Int
    var isActive: Bool
    var isVerified: Bool
    var score: Double
    var accountBalance: Double
    var rating: Double?
    var company: String?
    var jobTitle: String?
    var bio: String
    var websiteUrl: String?
    var avatarUrl: String
    var languageCode: String
    var timeZone: String
    var loginCount: Int
    var followerCount: Int
    var followingCount: Int
    var referralCode: String?
    var managerId: Int?
    var tags: [String]
    var badgeIds: [Int]
    var weeklyScores: [Double]
    var address: CodedAddress?
    var notes: String
    var lastIpAddress: String

    enum CodingKeys: String, CodingKey {
        case id
        case userName = "user_name"
        case firstName = "first_name"
        case lastName = "last_name"
        case email
        case phoneNumber = "phone_number"
        case age
        case isActive = "is_active"
        case isVerified = "is_verified"
        case score
        case accountBalance = "account_balance"
        case rating
        case company
        case jobTitle = "job_title"
        case bio
        case websiteUrl = "website_url"
        case avatarUrl = "avatar_url"
        case languageCode = "language_code"
        case timeZone = "time_zone"
        case loginCount = "login_count"
        case followerCount = "follower_count"
        case followingCount = "following_count"
        case referralCode = "referral_code"
        case managerId = "manager_id"
        case tags
        case badgeIds = "badge_ids"
        case weeklyScores = "weekly_scores"
        case address
        case notes
        case lastIpAddress = "last_ip_address"
    }
}

struct CodedAddress: Codable {
    var street: String
    var city: String
    var postalCode: String
    var countryCode: String
    var latitude: Double
    var longitude: Double

    enum CodingKeys: String, CodingKey {
        case street
        case city
        case postalCode = "postal_code"
        case countryCode = "country_code"
        case latitude
        case longitude
    }
}

/// `Member` for `convertFromSnakeCase`, which derives the keys.
struct SnakeMember: Codable {
    var id: Int
    var userName: String
    var firstName: String
    var lastName: String
    var email: String
    var phoneNumber: String?
    var age: Int
    var isActive: Bool
    var isVerified: Bool
    var score: Double
    var accountBalance: Double
    var rating: Double?
    var company: String?
    var jobTitle: String?
    var bio: String
    var websiteUrl: String?
    var avatarUrl: String
    var languageCode: String
    var timeZone: String
    var loginCount: Int
    var followerCount: Int
    var followingCount: Int
    var referralCode: String?
    var managerId: Int?
    var tags: [String]
    var badgeIds: [Int]
    var weeklyScores: [Double]
    var address: SnakeAddress?
    var notes: String
    var lastIpAddress: String
}

struct SnakeAddress: Codable {
    var street: String
    var city: String
    var postalCode: String
    var countryCode: String
    var latitude: Double
    var longitude: Double
}

/// `CodedMember`, filled by hand from JSONSerialization's objects.
extension CodedMember {
    init(_ fields: [String: Any]) {
        id = fields["id"] as? Int ?? 0
        userName = fields["user_name"] as? String ?? ""
        firstName = fields["first_name"] as? String ?? ""
        lastName = fields["last_name"] as? String ?? ""
        email = fields["email"] as? String ?? ""
        phoneNumber = fields["phone_number"] as? String
        age = fields["age"] as? Int ?? 0
        isActive = fields["is_active"] as? Bool ?? false
        isVerified = fields["is_verified"] as? Bool ?? false
        score = fields["score"] as? Double ?? 0.0
        accountBalance = fields["account_balance"] as? Double ?? 0.0
        rating = fields["rating"] as? Double
        company = fields["company"] as? String
        jobTitle = fields["job_title"] as? String
        bio = fields["bio"] as? String ?? ""
        websiteUrl = fields["website_url"] as? String
        avatarUrl = fields["avatar_url"] as? String ?? ""
        languageCode = fields["language_code"] as? String ?? ""
        timeZone = fields["time_zone"] as? String ?? ""
        loginCount = fields["login_count"] as? Int ?? 0
        followerCount = fields["follower_count"] as? Int ?? 0
        followingCount = fields["following_count"] as? Int ?? 0
        referralCode = fields["referral_code"] as? String
        managerId = fields["manager_id"] as? Int
        tags = fields["tags"] as? [String] ?? []
        badgeIds = fields["badge_ids"] as? [Int] ?? []
        weeklyScores = fields["weekly_scores"] as? [Double] ?? []
        address = (fields["address"] as? [String: Any]).map { CodedAddress($0) }
        notes = fields["notes"] as? String ?? ""
        lastIpAddress = fields["last_ip_address"] as? String ?? ""
    }
}

extension CodedAddress {
    init(_ fields: [String: Any]) {
        street = fields["street"] as? String ?? ""
        city = fields["city"] as? String ?? ""
        postalCode = fields["postal_code"] as? String ?? ""
        countryCode = fields["country_code"] as? String ?? ""
        latitude = fields["latitude"] as? Double ?? 0.0
        longitude = fields["longitude"] as? Double ?? 0.0
    }
}
