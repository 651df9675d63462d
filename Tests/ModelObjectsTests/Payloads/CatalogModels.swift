import Foundation
import ModelObjects

/// Models for citm_catalog.json.
enum Catalog {
    final class Catalog: ModelObject {
        var areaNames: [Int: String] = [:]
        var audienceSubCategoryNames: [Int: String] = [:]
        var blockNames: [String: String] = [:]
        var events: [Int: Event] = [:]
        var performances: [Performance] = []
        var seatCategoryNames: [Int: String] = [:]
        var subTopicNames: [Int: String] = [:]
        var subjectNames: [String: String] = [:]
        var topicNames: [Int: String] = [:]
        var topicSubTopics: [Int: [Int]] = [:]
        var venueNames: [String: String] = [:]
    }

    final class Event: ModelObject {
        var description: String?
        var id = 0
        var logo: String?
        var name = ""
        var subTopicIds: Set<Int> = []
        var subjectCode: String?
        var subtitle: String?
        var topicIds: Set<Int> = []
    }

    final class Performance: ModelObject {
        var eventId = 0
        var id = 0
        var logo: String?
        var name: String?
        var prices: [Price] = []
        var seatCategories: [SeatCategory] = []
        var seatMapImage: Any?
        var start: Date?
        var venueCode = ""
    }

    final class Price: ModelObject {
        var amount = Decimal(0)
        var audienceSubCategoryId = 0
        var seatCategoryId = 0
    }

    final class SeatCategory: ModelObject {
        var areas: [Area] = []
        var seatCategoryId = 0
    }

    final class Area: ModelObject {
        var areaId = 0
        var blockIds: [Int] = []
    }
}
