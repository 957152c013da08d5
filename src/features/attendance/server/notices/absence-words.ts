import { absenceText, correctionText } from "#features/attendance/notice-text.ts"
import type { ClassRow, RosterEntry } from "#features/classes/server/service.ts"
import { nameChildren } from "#features/notifications/child-names.ts"
import { fitVariable } from "#features/notifications/rules.ts"
import type { ParentWords } from "#features/notifications/server/push/parent-chain.ts"
import type { Ctx } from "#platform/context.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { formatDate, formatDateIn, formatTime, formatTimeIn } from "#shared/time.ts"
import { answerLink, answerToken } from "./answer-links.ts"

type Children = readonly [RosterEntry, ...RosterEntry[]]

/** The values of the templates for texts, in the academy's zone. */
function valuesFor(row: ClassRow, named: Children, parentName: string) {
  return {
    parentName: fitVariable(parentName),
    studentName: nameChildren(named),
    className: fitVariable(row.title),
    // '20 Nov 2026', without the weekday: every character counts in a text message.
    classDate: formatDate(row.scheduled_date)
      .replace(/^\p{L}+, /u, "")
      .replace(",", ""),
    classTime: fitVariable(formatTime(row.start_time)),
  }
}

/** The first names of several children, or the full name of one. */
function namesOf([first, ...others]: Children): string {
  if (others.length === 0) return fitVariable(`${first.first_name} ${first.last_name}`.trim())
  return fitVariable([first, ...others].map(({ first_name }) => first_name).join(", "))
}

function whenOf(row: ClassRow, language: MailLanguage): string {
  const tag = `${language}-IN`
  return `${formatDateIn(tag, row.scheduled_date)}, ${formatTimeIn(tag, row.start_time)}`
}

/** What a parent's number is told about an absence, in a language. Texts are in English unless a template isn't. */
export function absenceWords(
  tx: Pick<Ctx, "keys" | "address" | "brand">,
  row: ClassRow,
  { phone, name }: { phone: string; name: string },
  named: Children,
): (language: MailLanguage) => ParentWords {
  const values = valuesFor(row, named, name)
  const [link, token] = [answerLink(tx, row.id, phone), answerToken(tx, row.id, phone)]
  const [studentName, { className }] = [namesOf(named), values]
  return (language) => {
    const when = whenOf(row, language)
    return {
      sms: {
        text: absenceText({ ...values, academy: tx.brand.name, answerLink: link }),
        variables: { ...values, answerToken: token },
      },
      push: {
        ...(language === "hi"
          ? { title: "क्लास छूटी", text: `${className}, ${when}। कारण बताने के लिए टैप करें।` }
          : { title: "Absent from class", text: `${className}, ${when}. Tap to tell us why.` }),
        href: `/a/${token}`,
        variables: { answerToken: token },
      },
      whatsapp: {
        text:
          language === "hi"
            ? `${studentName} की क्लास ${className} छूटी: ${when}। कारण बताएँ: ${link}`
            : `${studentName} was absent from ${className} on ${when}. Tell us why: ${link}`,
        variables: { studentName, className, when, link, answerToken: token },
      },
    }
  }
}

/** The same about a student who was not absent after all. */
export function correctionWords(
  tx: Pick<Ctx, "brand">,
  row: ClassRow,
  student: RosterEntry,
  parentName: string,
): (language: MailLanguage) => ParentWords {
  const values = valuesFor(row, [student], parentName)
  const [studentName, { className }] = [namesOf([student]), values]
  return (language) => {
    const when = whenOf(row, language)
    return {
      sms: { text: correctionText({ ...values, academy: tx.brand.name }), variables: values },
      push: {
        ...(language === "hi"
          ? { title: "सुधार: क्लास नहीं छूटी", text: `${className}, ${when}। ग़लती के लिए माफ़ कीजिए।` }
          : {
              title: "Correction: not absent",
              text: `${className}, ${when}. We are sorry for the mistake.`,
            }),
        href: "/family",
      },
      whatsapp: {
        text:
          language === "hi"
            ? `सुधार: ${studentName} की क्लास ${className} नहीं छूटी थी: ${when}। ग़लती के लिए माफ़ कीजिए।`
            : `Correction: ${studentName} was not absent from ${className} on ${when}. We are sorry for the mistake.`,
        variables: { studentName, className, when },
      },
    }
  }
}
