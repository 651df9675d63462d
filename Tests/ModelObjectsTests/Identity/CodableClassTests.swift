import Foundation
import ModelObjects
import Testing

/// A Codable class that is not Equatable is compared by its Codable form, like a struct by its parts.
struct CodableClassTests {
    class Profile: Codable {
        var name: String
        var scores: [Double]
        var friend: Profile?
        var user: User?
        init(_ name: String, _ scores: [Double] = [], _ friend: Profile? = nil, _ user: User? = nil) {
            (self.name, self.scores, self.friend, self.user) = (name, scores, friend, user)
        }
    }

    final class LongProfile: Profile {}

    struct Card: Codable {
        var profile: Profile
        var number: Int
    }

    final class User: ModelObject {
        var id = 0
        var profile: Profile?
        var profiles: [Profile] = []
        var cards: [String: Card] = [:]
        var any: Any?
    }

    private func sample(_ score: Double = 2) -> User {
        let inner = User()
        inner.id = 9
        let user = User()
        (user.id, user.profile) = (1, Profile("a", [1, score], Profile("b"), inner))
        (user.profiles, user.cards) = (
            [Profile("c"), Profile("d")], ["k": Card(profile: Profile("e", [score]), number: 3)]
        )
        return user
    }

    @Test func equalsItsOwnRoundTrip() throws {
        let user = sample()
        #expect(user == sample() && user.hashValue == sample().hashValue)
        #expect(try User(json: user.jsonString()) == user)
        #expect(try User.unarchive(data: user.archivedData()) == user)
        #expect(user.copy() == user)
        #expect(user.changes(since: sample()).isEmpty)
        let (one, other) = (sample(), sample())
        (one.any, other.any) = (Profile("x"), Profile("x"))
        #expect(one == other)
        (one.any, other.any) = ([Profile("x"), 1], [Profile("y"), 1])
        #expect(one != other)
    }

    @Test func differsIfItsCodableFormDiffers() {
        #expect(sample() != sample(3))
        #expect(sample(3).changes(since: sample()).map(\.path).sorted() == ["$.cards.k", "$.profile"])
        let (one, other) = (sample(), sample())
        other.profile?.user?.id = 10
        #expect(one != other)
        other.profile = LongProfile("a", [1, 2], Profile("b"), one.profile?.user)
        #expect(one != other)
        #expect(sample(.nan) == sample(.nan))
    }

    /// Such objects may have the same address one after another.
    @Test func objectsThatAnEncodingMakesAreCompared() {
        final class Score: Encodable {
            let points: Int
            init(_ points: Int) { self.points = points }
        }
        final class Game: Encodable {
            let points: Int
            init(_ points: Int) { self.points = points }
            enum CodingKeys: CodingKey { case score }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(Score(points), forKey: .score)
            }
        }
        final class Season: ModelObject { var any: Any? }
        func season(_ points: [Int]) -> Season {
            let season = Season()
            season.any = points.map { [Game($0)] }
            return season
        }
        let points = Array(1...20)
        #expect(season(points) == season(points))
        for index in points.indices {
            var other = points
            other[index] = 0
            #expect(season(points) != season(other))
        }
    }

    @Test func unencodableObjectsOnlyEqualThemselves() {
        final class Refusing: Codable {
            init() {}
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: ""))
            }
        }
        final class Holder: ModelObject { var value: Refusing? }
        let (one, other) = (Holder(), Holder())
        one.value = Refusing()
        other.value = one.value
        #expect(one == other)
        other.value = Refusing()
        #expect(one != other)
    }

    /// Their Codable form is infinite, or would take 2^40 steps to write.
    @Test func ringsAndSharedTowersAreCompared() {
        func ring(_ name: String) -> Profile {
            let (one, other) = (Profile("a"), Profile(name))
            (one.friend, other.friend) = (other, one)
            return one
        }
        final class Tower: Codable {
            var left: Tower?
            var right: Tower?
            var name = ""
            init(_ below: Tower?) { (left, right) = (below, below) }
        }
        final class Holder: ModelObject {
            var tower: Tower?
            var profile: Profile?
        }
        func tower(_ name: String) -> Tower {
            let bottom = Tower(nil)
            bottom.name = name
            return (0..<40).reduce(bottom) { below, _ in Tower(below) }
        }
        let (one, other) = (Holder(), Holder())
        let rings = [ring("b"), ring("b"), ring("c")]
        (one.profile, other.profile) = (rings[0], rings[1])
        (one.tower, other.tower) = (tower("x"), tower("x"))
        #expect(one == other)
        other.tower = tower("y")
        #expect(one != other)
        (other.tower, other.profile) = (one.tower, rings[2])
        #expect(one != other)
        for ring in rings { ring.friend?.friend = nil }
    }
}
