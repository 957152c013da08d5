type Language = "en" | "hi"

/** What a notice about the end of a membership names. The date is in the reader's words. */
export type EndingFacts = { course: string; date: string; student: string | null; ended: boolean }

export type EndingNotice = { title: string; text: string; button: string }

/** A membership ends soon, or has ended. `student` is null where it is the reader's own. */
export function membershipEnds(facts: EndingFacts, language: Language): EndingNotice {
  return language === "en" ? inEnglish(facts) : inHindi(facts)
}

function inEnglish({ course, date, student, ended }: EndingFacts): EndingNotice {
  const whose = student ? `${student}'s membership` : "Your membership"
  return ended
    ? {
        title: `Membership ended: ${course}`,
        text: `${whose} ended on ${date}. Renew it to get seats in the coming classes again.`,
        button: "Renew membership",
      }
    : {
        title: `Membership ends on ${date}: ${course}`,
        text: `${whose} ends on ${date}. Renew it in time, and the new term follows without a gap.`,
        button: "Renew membership",
      }
}

function inHindi({ course, date, student, ended }: EndingFacts): EndingNotice {
  const whose = student ? `${student} की सदस्यता` : "आपकी सदस्यता"
  return ended
    ? {
        title: `सदस्यता ख़त्म हुई: ${course}`,
        text: `${whose} ${date} को ख़त्म हो गई। आने वाली क्लासों में फिर सीट पाने के लिए उसे बढ़ाएँ।`,
        button: "सदस्यता बढ़ाएँ",
      }
    : {
        title: `सदस्यता ${date} को ख़त्म होगी: ${course}`,
        text: `${whose} ${date} को ख़त्म होगी। समय पर बढ़ाने से नई अवधि बिना रुके चलती है।`,
        button: "सदस्यता बढ़ाएँ",
      }
}
