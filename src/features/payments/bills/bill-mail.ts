import type { MailBody, MailLanguage } from "#platform/mail/port.ts"
import { formatPaise } from "#shared/money.ts"
import type { Bill } from "./bill.ts"

type Words = Omit<MailBody, "language">
type About = { name: string; academy: string; url: string }

/** The mail that a bill is attached to. */
export function billMail(bill: Bill, language: MailLanguage, about: About): Words {
  return (language === "hi" ? inHindi : inEnglish)(bill, about)
}

function inEnglish({ kind, number, title, total_paise }: Bill, { name, academy, url }: About): Words {
  const amount = formatPaise(total_paise)
  const button = { label: "Open your order", url }
  if (kind === "credit-note") {
    const subject = `Credit note ${number}: ${amount} for ${title}`
    const text = `Hello ${name}, your credit note of ${amount} from ${academy} for ${title} is attached.`
    return { subject, paragraphs: [text], button }
  }
  const what = { "tax-invoice": "tax invoice", "bill-of-supply": "bill of supply", receipt: "receipt" }[kind]
  return {
    subject: `Your ${what} ${number}: ${title}`,
    paragraphs: [`Hello ${name}, ${academy} received ${amount} for ${title}. Your ${what} is attached.`],
    button,
  }
}

function inHindi({ kind, number, title, total_paise }: Bill, { name, academy, url }: About): Words {
  const amount = formatPaise(total_paise)
  const button = { label: "अपना ऑर्डर खोलें", url }
  if (kind === "credit-note") {
    const subject = `क्रेडिट नोट ${number}: ${title} के ${amount}`
    const text = `नमस्ते ${name}, ${title} के लिए ${academy} का ${amount} का क्रेडिट नोट साथ में है।`
    return { subject, paragraphs: [text], button }
  }
  const what = { "tax-invoice": "कर बीजक", "bill-of-supply": "आपूर्ति बिल", receipt: "रसीद" }[kind]
  return {
    subject: `${what} ${number}: ${title}`,
    paragraphs: [`नमस्ते ${name}, ${academy} को ${title} के ${amount} मिल गए हैं। ${what} साथ में है।`],
    button,
  }
}
