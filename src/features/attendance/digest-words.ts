import { formatTimeIn, shortDate } from "#shared/time.ts"

type Language = "en" | "hi"

/** What one weekly digest tells a guardian. */
export type DigestFacts = {
  /** Each child's classes since the last digest, and of the month so far in per cent. */
  attendance: { first_name: string; attended: number; held: number; percent: number | null }[]
  /** Classes of the next seven days, by start. */
  coming: { title: string; scheduled_date: string; start_time: string; children: string[] }[]
  needs: DigestNeeds
}

export type DigestNeeds = {
  absences: number
  proofs: number
  renewals: number
  asks: number
}

/** Classes named in a digest; the page has the others. */
const MOST_NAMED = 12

/** Whether a digest has anything to say. */
export function isWorthSaying({ attendance, coming, needs }: DigestFacts): boolean {
  return attendance.some(({ held }) => held > 0) || coming.length > 0 || countNeeds(needs) > 0
}

export function countNeeds(needs: DigestNeeds): number {
  return Object.values(needs).reduce((sum, count) => sum + count, 0)
}

type Words = { subject: string; paragraphs: string[]; button: string; footnote: string; short: string }

/** Returns a digest in the reader's language; `short` is for the screen of a locked phone, without names. */
export function digestWords(facts: DigestFacts, language: Language, hasManyChildren: boolean): Words {
  const text = TEXTS[language]
  const classes = facts.coming.slice(0, MOST_NAMED).map(({ title, scheduled_date, start_time, children }) => {
    const tag = `${language}-IN`
    const when = `${shortDate(tag, scheduled_date, scheduled_date)}, ${formatTimeIn(tag, start_time)}`
    return hasManyChildren ? `${when}: ${title} (${children.join(", ")})` : `${when}: ${title}`
  })
  const more = facts.coming.length - classes.length
  const needs = countNeeds(facts.needs)
  return {
    subject: text.subject,
    paragraphs: [
      text.greeting,
      ...facts.attendance.filter(({ held }) => held > 0).map(text.attended),
      ...(needs > 0 ? [text.needs(facts.needs)] : []),
      ...(classes.length > 0 ? [text.coming, ...classes] : [text.nothingComing]),
      ...(more > 0 ? [text.more(more)] : []),
    ],
    button: text.button,
    footnote: text.footnote,
    short: text.short(facts.coming.length, needs),
  }
}

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

const TEXTS = {
  en: {
    subject: "Your family's week",
    greeting: "Here is how the last 7 days went, and what comes next.",
    attended: ({ first_name, attended, held, percent }: DigestFacts["attendance"][number]) =>
      `${first_name} attended ${attended} of ${many(held, "class", "classes")}.${percent === null ? "" : ` This month: ${percent}%.`}`,
    needs: ({ absences, proofs, renewals, asks }: DigestNeeds) =>
      `Needs you: ${[
        absences ? many(absences, "absence to explain", "absences to explain") : "",
        proofs
          ? many(proofs, "medical proof that wasn't accepted", "medical proofs that weren't accepted")
          : "",
        renewals ? many(renewals, "membership to renew", "memberships to renew") : "",
        asks ? many(asks, "request from a child", "requests from children") : "",
      ]
        .filter(Boolean)
        .join(", ")}.`,
    coming: "In the next 7 days:",
    nothingComing: "No class in the next 7 days.",
    more: (count: number) => `And ${many(count, "more class", "more classes")}.`,
    button: "Open your family page",
    footnote: "You chose this digest. You still get absences, payments and urgent changes at once.",
    short: (classes: number, needs: number) =>
      [
        many(classes, "class in the next 7 days", "classes in the next 7 days"),
        needs > 0 ? many(needs, "thing needs you", "things need you") : "",
      ]
        .filter(Boolean)
        .join(". "),
  },
  hi: {
    subject: "आपके परिवार का हफ़्ता",
    greeting: "पिछले 7 दिन कैसे रहे और आगे क्या है, यहाँ पढ़ें।",
    attended: ({ first_name, attended, held, percent }: DigestFacts["attendance"][number]) =>
      `${first_name} की हाज़िरी: ${held} में से ${attended} क्लास।${percent === null ? "" : ` इस महीने: ${percent}%।`}`,
    needs: ({ absences, proofs, renewals, asks }: DigestNeeds) =>
      `आपको करना है: ${[
        absences ? `${absences} छूटी क्लास का कारण बताना` : "",
        proofs ? `बीमारी के ${proofs} नामंज़ूर सबूत देखना` : "",
        renewals ? `${renewals} सदस्यता बढ़ाना` : "",
        asks ? `बच्चों के ${asks} अनुरोध देखना` : "",
      ]
        .filter(Boolean)
        .join(", ")}।`,
    coming: "अगले 7 दिनों में:",
    nothingComing: "अगले 7 दिनों में कोई क्लास नहीं है।",
    more: (count: number) => `और ${count} क्लास।`,
    button: "परिवार का पेज खोलें",
    footnote: "यह हफ़्ते का सार आपने चुना है। ग़ैरहाज़िरी, भुगतान और ज़रूरी बदलाव की ख़बर तुरंत ही आएगी।",
    short: (classes: number, needs: number) =>
      [`अगले 7 दिनों में ${classes} क्लास`, needs > 0 ? `आपके लिए ${needs} काम` : ""].filter(Boolean).join("। "),
  },
}
