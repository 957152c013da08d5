type Language = "en" | "hi"

/** What a notice about the end of a membership names. The date is in the reader's words. */
export type EndingFacts = {
  course: string
  date: string
  /** Whose it is; null for the reader's own. */
  student: string | null
  ended: boolean
  /** The reader is under 18 and can't renew it. */
  child: boolean
}

export type EndingNotice = { title: string; text: string; button: string }

/** A membership ends soon, or has ended. */
export function membershipEnds(facts: EndingFacts, language: Language): EndingNotice {
  return language === "en" ? inEnglish(facts) : inHindi(facts)
}

function inEnglish({ course, date, student, ended, child }: EndingFacts): EndingNotice {
  const whose = student ? `${student}'s membership` : "Your membership"
  const renew = child ? "Ask a parent to renew it" : "Renew it"
  const button = child ? "Ask my parent" : "Renew membership"
  return ended
    ? {
        title: `Membership ended: ${course}`,
        text: `${whose} ended on ${date}. ${renew} to get seats in the coming classes again.`,
        button,
      }
    : {
        title: `Membership ends on ${date}: ${course}`,
        text: `${whose} ends on ${date}. ${renew} in time, and the new term follows without a gap.`,
        button,
      }
}

function inHindi({ course, date, student, ended, child }: EndingFacts): EndingNotice {
  const whose = student ? `${student} की सदस्यता` : "आपकी सदस्यता"
  const button = child ? "माता-पिता से कहें" : "सदस्यता बढ़ाएँ"
  return ended
    ? {
        title: `सदस्यता ख़त्म हुई: ${course}`,
        text: `${whose} ${date} को ख़त्म हो गई। आने वाली क्लासों में फिर सीट पाने के लिए ${child ? "माता-पिता से उसे बढ़ाने को कहें" : "उसे बढ़ाएँ"}।`,
        button,
      }
    : {
        title: `सदस्यता ${date} को ख़त्म होगी: ${course}`,
        text: `${whose} ${date} को ख़त्म होगी। ${child ? "माता-पिता से इसे समय पर बढ़ाने को कहें, ताकि नई अवधि बिना रुके शुरू हो।" : "समय पर बढ़ाने से नई अवधि बिना रुके चलती है।"}`,
        button,
      }
}
