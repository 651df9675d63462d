import Foundation

/// Random dates as text, in the syntax of each format.
enum DateTexts {
    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    static func valid(_ random: inout Random) -> String { sample(&random).text }

    /// A text, and the names of the formats of `Way` that must read it.
    ///
    /// No format has to read a text with a component that it may reject: hour 24, second 60, February 30, no weekday.
    static func sample(_ random: inout Random) -> (text: String, formats: [String]) {
        let year = random.oneIn(10) ? 1 + random.below(9999) : random.pick(years)
        let month = 1 + random.below(12)
        let day = random.oneIn(8) ? 29 + random.below(3) : 1 + random.below(28)
        let hour = random.oneIn(12) ? 24 : random.below(24)
        let minute = random.below(60)
        let second = random.oneIn(12) ? 60 : random.below(60)
        let isOrdinary = day <= 28 && hour < 24 && second < 60
        let clock = "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
        switch random.below(9) {
        case 0:
            let text = "/Date(\(random.integer)\(random.pick(["", "+0100", "-12", "+2359"])))/"
            return (text, ["automatic", "dotNet", "dotNet added", "first"])
        case 1:
            let number = random.integer
            // Eight digits are a date, which may not exist.
            let isUnixTime = "\(number)".count != 8
            return ("\(number)", (isUnixTime ? ["automatic"] : []) + numeric(number))
        case 2:
            let number = random.integer
            return ("\(number).\(random.below(10_000_000))", numeric(number))
        case 3:
            let weekday = random.pick(days)
            let text =
                "\(weekday), \(padded(day, 2)) \(random.pick(months)) \(padded(year, 4)) \(clock) "
                + random.pick(["GMT", "+0100", "EST", "Z", "-0000"])
            return (text, isOrdinary && weekday != "Foo" ? ["automatic"] : [])
        case 4:
            let weekday = random.pick(days)
            let text =
                "\(weekday) \(random.pick(months)) \(padded(day, 2)) \(clock) +0000 \(padded(year, 4))"
            return (text, isOrdinary && weekday != "Foo" ? ["automatic"] : [])
        case 5:
            let text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
            return (text, day <= 28 ? ["automatic", "iso8601", "first"] : [])
        case 6:
            let text = "\(padded(year, 4))\(padded(month, 2))\(padded(day, 2))"
            return (text, day <= 28 ? ["automatic", "iso8601"] : [])
        default:
            let fraction =
                random.oneIn(2) ? "." + padded(random.below(1_000_000_000), 9).prefix(random.below(10)) : ""
            let zone = random.pick(["", "", "", "Z", "+01:30", "-1145", "+14", "z", "-23:59"])
            let separator = random.pick(["T", "T", "t", " "])
            let text =
                "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))\(separator)\(clock)\(fraction)\(zone)"
            guard isOrdinary, fraction != "." else { return (text, []) }
            // .NET's texts have `T` and at most seven decimal places.
            guard separator == "T", fraction.count <= 8, !["z", "+14"].contains(zone) else {
                return (text, ["automatic", "iso8601", "first"])
            }
            return (
                text,
                ["automatic", "iso8601", "first", zone.isEmpty ? "dotNetSimple" : "dotNetWithTimeZone"]
            )
        }
    }

    /// The formats that must read a number; some reject a date millions of years away.
    private static func numeric(_ number: Int) -> [String] {
        guard number.magnitude < 1_000_000_000_000_000 else { return [] }
        return ["unixSeconds", "unixMilliseconds", "secondsSinceReferenceDate", "first"]
    }

    private static let years = [1, 1582, 1900, 1969, 1970, 2000, 2001, 2024, 9999]
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "sun", "Foo"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
