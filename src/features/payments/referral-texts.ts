/** What a notice about a referral that earned points names. */
export type RewardFacts = {
  points: number
  /** The first name of the student on the other side. */
  other: string
  /** The student who got the points; null where it is the reader. */
  student: string | null
  /** Whether that student came by the other's link, or the other by theirs. */
  isNewcomer: boolean
}

/** What both sides of a referral and their parents read once it earned points. */
export function referralRewarded(
  { points: count, other, student, isNewcomer }: RewardFacts,
  language: "en" | "hi",
): { title: string; text: string; button: string } {
  const points = count.toLocaleString("en-IN")
  if (language === "en") {
    const who = student ?? "You"
    const why = isNewcomer
      ? `for joining through ${other}'s link`
      : `because ${other} joined through ${student ? "their" : "your"} link`
    return {
      title: `${points} points for ${student ?? "you"}`,
      text: `${who} got ${points} points ${why}. They take ₹${points} off when you pay for a program.`,
      button: "See the points",
    }
  }
  const whom = student ? `${student} को` : "आपको"
  const why = isNewcomer
    ? `${other} के लिंक से जुड़ने पर`
    : `${student ? `${student} के` : "आपके"} लिंक से ${other} के जुड़ने पर`
  return {
    title: `${whom} ${points} पॉइंट मिले`,
    text: `${why} ${whom} ${points} पॉइंट मिले। प्रोग्राम का भुगतान करते समय इनसे ₹${points} कम होते हैं।`,
    button: "पॉइंट देखें",
  }
}
