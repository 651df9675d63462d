import Foundation

/// Random dates as text, in the syntax of each format.
enum DateTexts {
    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    static func valid(_ random: inout Random) -> String {
        let year = random.oneIn(10) ? 1 + random.below(9999) : random.pick(years)
        let month = 1 + random.below(12)
        let day = random.oneIn(8) ? 29 + random.below(3) : 1 + random.below(28)
        let hour = random.oneIn(12) ? 24 : random.below(24)
        let minute = random.below(60)
        let second = random.oneIn(12) ? 60 : random.below(60)
        let clock = "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
        switch random.below(9) {
        case 0: return "/Date(\(random.integer)\(random.pick(["", "+0100", "-12", "+2359"])))/"
        case 1: return "\(random.integer)"
        case 2: return "\(random.integer).\(random.below(10_000_000))"
        case 3:
            return
                "\(random.pick(days)), \(padded(day, 2)) \(random.pick(months)) \(padded(year, 4)) \(clock) "
                + random.pick(["GMT", "+0100", "EST", "Z", "-0000"])
        case 4:
            return
                "\(random.pick(days)) \(random.pick(months)) \(padded(day, 2)) \(clock) +0000 \(padded(year, 4))"
        case 5: return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        case 6: return "\(padded(year, 4))\(padded(month, 2))\(padded(day, 2))"
        default:
            let fraction =
                random.oneIn(2) ? "." + padded(random.below(1_000_000_000), 9).prefix(random.below(10)) : ""
            let zone = random.pick(["", "Z", "+01:30", "-1145", "+14", "z", "-23:59"])
            return
                "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))\(random.pick(["T", "T", "t", " "]))"
                + "\(clock)\(fraction)\(zone)"
        }
    }

    private static let years = [1, 1582, 1900, 1969, 1970, 2000, 2001, 2024, 9999]
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "sun", "Foo"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
