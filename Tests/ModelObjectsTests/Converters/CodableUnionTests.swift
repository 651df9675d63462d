import Foundation
import ModelObjects
import Testing

/// Codable types that decode one of several models, or another value.
struct CodableUnionTests {
    final class Card: ModelObject, @unchecked Sendable {
        var last4 = ""
        override class var propertyRules: [String: PropertyRule] { ["last4": .required] }
    }
    final class Bank: ModelObject, @unchecked Sendable {
        var iban = ""
        override class var propertyRules: [String: PropertyRule] { ["iban": .required] }
    }

    enum Source: Decodable {
        case card(Card)
        case bank(Bank)
        case id(String)

        init(from decoder: any Decoder) throws {
            if let card = try? Card(from: decoder) {
                self = .card(card)
            } else if let bank = try? decoder.singleValueContainer().decode(Bank.self) {
                self = .bank(bank)
            } else {
                self = .id(try decoder.singleValueContainer().decode(String.self))
            }
        }

        var text: String {
            switch self {
            case .card(let card): card.last4
            case .bank(let bank): bank.iban
            case .id(let id): id
            }
        }
    }

    final class Charge: ModelObject {
        var source: Source?
        var sources: [Source] = []
    }

    private static let json =
        #"{"source": {"iban": "NO1"}, "sources": ["id_1", {"last4": "42"}, {"iban": "NO2"}]}"#

    /// A model whose error the type catches leaves nothing in a report.
    @Test(arguments: [MappingOptions(), .strict]) func alternativesAreNoFindings(options: MappingOptions)
        throws
    {
        let (charge, report) = Charge.inspect(json: Self.json, options: options)
        #expect(charge?.source?.text == "NO1")
        #expect(charge?.sources.map(\.text) == ["id_1", "42", "NO2"])
        #expect(report.description == "No findings.")
        #expect(Charge.audit(samples: [Data(Self.json.utf8)]).isEmpty)
        let dictionary = ReferenceReader.read(Self.json).swift as? [String: Any] ?? [:]
        #expect(Charge.inspect(dictionary: dictionary, options: options).report.problems.isEmpty)
    }

    /// A type that decodes the value of one key as a model or as a String.
    struct Mixed: Decodable {
        var card: Card?
        var id = ""
        enum CodingKeys: String, CodingKey { case source }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            card = try? container.decode(Card.self, forKey: .source)
            if card == nil { id = try container.decode(String.self, forKey: .source) }
        }
    }
    final class MixedCharge: ModelObject { var charge: Mixed? }

    @Test func alternativesOfAMemberAreNoFindings() {
        let (charge, report) = MixedCharge.inspect(json: #"{"charge": {"source": "id"}}"#)
        #expect(charge?.charge?.id == "id" && report.problems.isEmpty)
    }

    /// A model that is left out without an alternative is a finding.
    struct Lossy: Decodable {
        var cards: [Card] = []
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                do {
                    cards.append(try container.decode(Card.self))
                } catch {
                    _ = try container.superDecoder()
                }
            }
        }
    }
    final class Wallet: ModelObject { var cards: Lossy? }

    @Test func modelsThatAreLeftOutAreFindings() {
        let json = #"{"cards": [{"last4": "1"}, {"last4": []}, {"last4": "2"}]}"#
        let (wallet, report) = Wallet.inspect(json: json)
        #expect(wallet?.cards?.cards.map(\.last4) == ["1", "2"])
        #expect(report.problems.map(\.path).contains("$.cards[1].last4"))
    }

    /// The findings in the alternative that fits are reported, those in the others aren't.
    @Test func findingsInTheAlternativeAreReported() {
        final class Address: ModelObject, @unchecked Sendable { var number = 0 }
        enum Target: Decodable {
            case card(Card)
            case address(Address)
            init(from decoder: any Decoder) throws {
                if let card = try? Card(from: decoder) {
                    self = .card(card)
                } else {
                    self = .address(try decoder.singleValueContainer().decode(Address.self))
                }
            }
        }
        final class Delivery: ModelObject { var target: Target? }
        let report = Delivery.inspect(json: #"{"target": {"number": "x"}}"#).report
        #expect(report.problems.map(\.path) == ["$.target.number"])
    }

    /// If no alternative fits, the report shows why.
    @Test func failuresAreFindings() throws {
        let (charge, report) = Charge.inspect(json: #"{"source": {"last4": null, "other": 1}}"#)
        #expect(charge?.source == nil)
        let sentences = report.problems.map(\.description)
        #expect(sentences.contains { $0.hasPrefix("No usable value for required `last4` ") })
        #expect(sentences.contains { $0.hasPrefix("Missing required `iban` ") })
        #expect(throws: ModelError.self) {
            try Charge(json: #"{"source": {"last4": null}}"#, options: .strict)
        }
    }
}
