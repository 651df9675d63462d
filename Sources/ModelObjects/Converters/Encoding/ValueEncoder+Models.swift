/// Models that encode themselves into a value.
extension ValueEncoder {
    /// Writes a model as this value, or adds its members to the object that this value already is, with the options of the
    /// call; false if the value is something else.
    func write(model: ModelObject) throws -> Bool {
        if !isEmpty { return try add(membersOf: model) }
        try checkIsWriting(nil)
        let mark = text.open.output.mark
        do throws(ExportFailure) {
            _ = try text.open.output.write(model)
        } catch {
            text.restore(mark)
            throw EncodingError.of(error, model, at: codingPath)
        }
        text.open.isUnsorted = true
        state = .value(.written)
        return true
    }

    private func add(membersOf model: ModelObject) throws -> Bool {
        try checkIsWriting(nil)
        switch state {
        case .keyed: break
        case .value(.written) where text.open.output.text.ends(with: UInt8(ascii: "}")):
            open(.keyed, again: true)
        default: return false
        }
        writeLate()
        var separate = text.open.output.separateText(isMerged: true)
        do throws(ExportFailure) {
            _ = try separate.write(model)
        } catch {
            throw EncodingError.of(error, model, at: codingPath)
        }
        text.open.output.repetition = separate.repetition
        let members = separate.takeText()
        // The members without the braces.
        if members.endOfValue > 2 {
            text.open.output.text.append(members, from: 1, to: members.endOfValue - 1)
            text.open.output.text.reserve(1)
            text.open.output.text.put(UInt8(ascii: ","))
        }
        text.open.mayRepeatKeys = true
        text.open.isUnsorted = true
        return true
    }
}
