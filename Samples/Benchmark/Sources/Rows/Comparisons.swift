/// All comparisons of this program.
///
/// To add one, add a file to this folder and a line here.
let allComparisons: [Comparison] =
    [
        userReading, statusReading, membersReading, userWriting, statusWriting, membersWriting,
        recordsReading, spellingReading, secondKeyReading, smallSecondKeyReading,
        ruledReading, discriminatedReading, inspectedReading, memberUpdating, firstReading,
        envelopeReading, envelopeWriting, plainReading, plainWriting,
        archiveWriting, archiveReading, keyedArchiveWriting, keyedArchiveReading,
    ] + dateReadings + valueReadings
