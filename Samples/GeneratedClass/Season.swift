// Made by modelgen from season.json.
//
// ExportOptions(keyStyle: .snakeCase) exports keys as the payload spells them.

import Foundation
import ModelObjects

final class Season: ModelObject {
    var seasonID = 0
    var title = ""
    var opensOn = Date(timeIntervalSince1970: 0)
    var concerts: [Concert] = []

    override class var propertyRules: [String: PropertyRule] {
        ["opensOn": .date(.firstOf([.format("yyyy-MM-dd"), .automatic]))]
    }
}

final class Concert: ModelObject {
    var name = ""
    var startsAt = Date(timeIntervalSince1970: 0)
    var seats: Int?
    var soloists: [Soloist] = []
    var ticketURL: URL?
}

final class Soloist: ModelObject {
    var name = ""
    var plays = ""
}
