import { shortDate } from "#shared/time.ts"
import { hindiDate, type NoticeLanguage } from "./notice-texts.ts"

type Ended = {
  program: string
  /** The day on which it ended, YYYY-MM-DD in the institution's zone. */
  date: string
  /** Whose enrolment it was; null for the reader's own. */
  student: string | null
}

/** The office ended an enrolment in a program. `push` is for a locked phone, which shows no child's name. */
export function enrolmentEnded(
  { program, date, student }: Ended,
  language: NoticeLanguage,
): Record<"title" | "text" | "push" | "button", string> {
  if (language === "en") {
    const on = shortDate("en-IN", date, date)
    const rest = "The seats in coming classes were given up. If this is a mistake, contact the academy."
    return {
      title: `Enrolment ended: ${program}`,
      text: `The academy ended ${student ? `${student}'s` : "your"} enrolment on ${on}. ${rest}`,
      push: `The academy ended it on ${on}.`,
      button: "See programs",
    }
  }
  const on = hindiDate(date)
  const rest = "आने वाली क्लासों की सीटें अब नहीं हैं। अगर यह ग़लती से हुआ है, तो अकादमी से संपर्क करें।"
  return {
    title: `नामांकन ख़त्म हुआ: ${program}`,
    text: `अकादमी ने ${on} को ${student ? `${student} का` : "आपका"} नामांकन ख़त्म किया। ${rest}`,
    push: `अकादमी ने इसे ${on} को ख़त्म किया।`,
    button: "प्रोग्राम देखें",
  }
}
