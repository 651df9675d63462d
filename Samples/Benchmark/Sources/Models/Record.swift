import Foundation
import ModelObjects

/// A typical archived model: 20 properties of mixed types.
final class Record: ModelObject {
    var id = 0
    var visits = 0
    var manager: Int?
    var balance = 0.0
    var ratio: Double?
    var isActive = false
    var isVerified = true
    var name = ""
    var city = ""
    var bio = ""
    var nickName: String?
    var joined = Date(timeIntervalSince1970: 0)
    var seen: Date?
    var homepage: URL?
    var key: UUID?
    var thumbnail = Data()
    var price = Decimal(0)
    var tags: [String] = []
    var badges: [Int] = []
    var scores: [String: Double] = [:]
}

/// The same record for Foundation's coders.
struct CodedRecord: Codable {
    var id: Int
    var visits: Int
    var manager: Int?
    var balance: Double
    var ratio: Double?
    var isActive: Bool
    var isVerified: Bool
    var name: String
    var city: String
    var bio: String
    var nickName: String?
    var joined: Date
    var seen: Date?
    var homepage: URL?
    var key: UUID
    var thumbnail: Data
    var price: Decimal
    var tags: [String]
    var badges: [Int]
    var scores: [String: Double]
}
