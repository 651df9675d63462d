import Foundation
import ModelObjects
import Testing

@Suite("Real payloads are filled whole")
struct PayloadTests {
    @Test(.enabled(if: PayloadFiles.exists("weibo-status.json")))
    func weiboStatus() throws {
        let formatter = DateFormatter.fixed("EEE MMM dd HH:mm:ss Z yyyy")
        let status = try mapped(
            Weibo.Status.self, from: "weibo-status.json", atLeast: 431, date: formatter.readingText)

        #expect(status.id == 3_887_674_148_022_737)
        #expect(status.createdAt == Date(timeIntervalSince1970: 1_442_377_209))
        #expect(status.bizFeature == 4_294_967_300)
        #expect(status.recomState == -1)
        #expect(
            status.source == #"<a href="http://app.weibo.com/t/feed/356EzI" rel="nofollow">new moto x</a>"#)
        #expect(status.annotations.last?.mapiRequest == true)
        #expect(status.user?.gender == .female)
        #expect(status.user?.class == 1)
        #expect(status.user?.badge["hongbao_2014"] == 1)
        #expect(status.user?.extend?.privacy?.mobile == 0)
        #expect(status.picInfos.count == 9)
        #expect(status.picInfos["eb8fce65jw1ew466y3zltj20hs0gstar"]?.large?.width == 640, "sent as text")
    }

    @Test(.enabled(if: PayloadFiles.exists("twitter.json")))
    func twitterSearch() throws {
        let formatter = DateFormatter.fixed("EEE MMM dd HH:mm:ss Z yyyy")
        let search = try mapped(
            Twitter.Search.self, from: "twitter.json", atLeast: 12_660, date: formatter.readingText)

        let status = try #require(search.statuses.first)
        #expect(search.statuses.count == 100)
        #expect(search.searchMetadata?.completedIn == 0.087)
        #expect(search.searchMetadata?.maxId == 505_874_924_095_815_700)
        #expect(status.id == 505_874_924_095_815_681)
        #expect(status.createdAt == Date(timeIntervalSince1970: 1_409_444_955))
        #expect(status.text.hasPrefix("@aym0566x \n\n名前:前田あゆみ\n"))
        #expect(status.user?.screenName == "ayuu0123")
        #expect(status.entities?.userMentions.first?.indices == [0, 9])
        #expect(status.geo == nil)
        #expect(status.possiblySensitive == nil)
        let media = search.statuses.compactMap(\.entities?.media).joined()
        #expect(media.first?.sizes["thumb"]?.resize == "crop")
    }

    @Test(.enabled(if: PayloadFiles.exists("citm_catalog.json")))
    func concertCatalog() throws {
        let catalog = try mapped(
            Catalog.Catalog.self, from: "citm_catalog.json", atLeast: 25_704,
            date: { ($0 as? NSNumber).map { Date(timeIntervalSince1970: $0.doubleValue / 1_000) } })

        #expect(catalog.topicNames[107_888_604] == "Activité")
        #expect(catalog.venueNames == ["PLEYEL_PLEYEL": "Salle Pleyel"])
        #expect(catalog.events[138_586_341]?.name == "30th Anniversary Tour")
        #expect(catalog.events[138_586_341]?.subTopicIds == [337_184_269, 337_184_283])
        #expect(catalog.performances.count == 243)
        #expect(catalog.performances.first?.start == Date(timeIntervalSince1970: 1_372_701_600))
        #expect(catalog.performances.first?.prices.first?.amount == 90_250)
        #expect(catalog.performances.first?.seatCategories.first?.areas.count == 11)
    }

    @Test(.enabled(if: PayloadFiles.exists("github_events.json")))
    func gitHubEvents() throws {
        let formatter = DateFormatter.fixed("yyyy-MM-dd'T'HH:mm:ss'Z'")
        let events = try mappedArray(
            of: GitHub.Event.self, from: "github_events.json", atLeast: 1_008,
            date: formatter.readingText)

        #expect(events.count == 30)
        #expect(events.first?.type == .push)
        #expect(events.first?.createdAt == Date(timeIntervalSince1970: 1_357_804_710))
        #expect(events.first?.public == true)
        #expect(events.first?.payload?.commits?.first?.author?.name == "jathanism")
        #expect(events[2].payload?.forkee?.fullName == "rtlong/digiusb.rb")
        #expect(events[2].payload?.forkee?.private == false)
        #expect(events[2].payload?.forkee?.createdAt == Date(timeIntervalSince1970: 1_357_804_708))
        #expect(events[2].payload?.commits == nil)
    }

    @Test(.enabled(if: PayloadFiles.exists("random.json")))
    func people() throws {
        let formatter = DateFormatter.fixed("EEE, dd MMM yyyy HH:mm:ss zzz")
        let response = try mapped(
            People.Response.self, from: "random.json", atLeast: 20_004, date: formatter.readingText)

        #expect(response.jsonrpc == "2.0")
        #expect(response.total == 1_000)
        #expect(response.result.count == 1_000)
        #expect(response.result.first?.name == "Леонард Никитин")
        #expect(response.result.first?.age == 21)
        #expect(response.result.first?.admin == true)
        #expect(response.result.first?.birthDate == Date(timeIntervalSince1970: 884_015_960))
        #expect(
            response.result.first?.friends.map(\.name) == [
                "Артемий Попов", "Адам Иванов", "Вячеслав Захаров",
            ])
    }

    @Test(.enabled(if: PayloadFiles.exists("google_maps_api_response.json")))
    func distances() throws {
        let response = try mapped(
            Distances.Response.self, from: "google_maps_api_response.json", atLeast: 534)

        #expect(response.status == "OK")
        #expect(response.destinationAddresses.prefix(2) == ["New York, NY, USA", "Los Angeles, CA, USA"])
        #expect(response.rows.count == 10)
        #expect(response.rows[1].elements.first?.distance?.value == 4_501_326)
        #expect(response.rows[1].elements.first?.duration?.text == "1 day 16 hours")
    }
}
