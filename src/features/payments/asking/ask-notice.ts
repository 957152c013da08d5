/** What a child asks a parent to pay for. `months` is null for the program as a whole. */
export type AskFacts = { student: string; course: string; months: number | null }

/** What the parent reads. */
export function askNotice(
  { student, course, months }: AskFacts,
  language: "en" | "hi",
): { title: string; text: string; button: string } {
  return language === "en"
    ? {
        title: `${student} would like to join ${course}`,
        text: `${student} asks you to pay for ${course}${months ? `, as a membership of ${months === 1 ? "1 month" : `${months} months`}` : ""}. Nothing is ordered yet: you see the price first and can choose differently.`,
        button: "See the price",
      }
    : {
        title: `${student} का अनुरोध: ${course}`,
        text: `${student} ने आपसे इस प्रोग्राम का भुगतान करने को कहा है${months ? ` (${months === 1 ? "1 महीने" : `${months} महीने`} की सदस्यता)` : ""}। अभी कोई ऑर्डर नहीं हुआ है: पहले आप क़ीमत देखते हैं, और कुछ और भी चुन सकते हैं।`,
        button: "क़ीमत देखें",
      }
}
