import type { PREMISES_KINDS } from "#contract/premises/codes.ts"
import type { PremisesEnquiry } from "#contract/premises/premises.ts"
import type { Ctx } from "#platform/context.ts"
import type { MailBody } from "#platform/mail/port.ts"
import { formatPaise } from "#shared/money.ts"
import { displayPhone } from "#shared/phone.ts"
import { formatDateIn } from "#shared/time.ts"
import { enquiryPath, quotePath } from "../paths.ts"

type Site = Pick<Ctx, "address" | "brand">
type Language = "en" | "hi"

const KINDS: Record<(typeof PREMISES_KINDS)[number], string> = {
  society: "society",
  school: "school",
  office: "office",
}

/** Tells the office of an enquiry; a reply goes to its sender. */
export function officeMail({ address }: Site, id: string, asked: PremisesEnquiry): MailBody {
  const { name, organisation, kind, activity, people, ages, days, message, email, phone } = asked
  return {
    language: "en",
    subject: `Enquiry for lessons on premises: ${organisation} (${KINDS[kind]})`,
    paragraphs: [
      `${name} of ${organisation} asks for ${activity} for ${people} ${people === 1 ? "person" : "people"}, ages ${ages}.`,
      `Days and times: ${days}`,
      `Where: ${asked.address}, ${asked.pin}`,
      ...message.split(/\n+/).filter((line) => line.trim()),
      `E-mail: ${email}. Phone: ${displayPhone(phone)}`,
    ],
    button: { label: "Open the enquiry", url: `${address}${enquiryPath(id)}` },
    footnote: `An answer to this mail reaches ${name}.`,
    replyTo: { name, address: email },
  }
}

type Offer = {
  number: string
  title: string
  total_paise: number
  valid_until: string
  language: Language
  token: string
  name: string
}

/** The mail that a quote is attached to, with the link by which it is accepted or declined. */
export function quoteMail({ address, brand }: Site, offer: Offer): MailBody {
  const { number, title, total_paise, valid_until, language, token, name } = offer
  const amount = formatPaise(total_paise)
  const url = `${address}${quotePath(token)}${language === "hi" ? "?lang=hi" : ""}`
  if (language === "hi") {
    const until = formatDateIn("hi-IN", valid_until)
    return {
      language,
      subject: `${brand.name} का कोटेशन ${number}: ${title}`,
      paragraphs: [
        `नमस्ते ${name}, ${title} के लिए ${amount} का हमारा कोटेशन साथ में है। टैक्स इसमें शामिल है।`,
        `इसे ${until} तक स्वीकार किया जा सकता है।`,
      ],
      button: { label: "कोटेशन देखें और जवाब दें", url },
      footnote: "जिसके पास यह लिंक है, वह संस्था की ओर से जवाब दे सकता है। इसे सोच-समझकर ही आगे भेजें।",
    }
  }
  return {
    language,
    subject: `Quote ${number} from ${brand.name}: ${title}`,
    paragraphs: [
      `Hello ${name}, our quote of ${amount} for ${title} is attached. Tax is included.`,
      `You can accept it until ${formatDateIn("en-IN", valid_until)}.`,
    ],
    button: { label: "See the quote and answer", url },
    footnote: "Anyone who has this link can answer for your organisation, so forward it with care.",
  }
}

type Invoiced = {
  number: string
  title: string
  total_paise: number
  pay_to?: string
  language: Language
  name: string
}

/** The mail that the invoice of an accepted quote is attached to. */
export function invoiceMail(
  { brand }: Site,
  { number, title, total_paise, pay_to, language, name }: Invoiced,
): MailBody {
  const amount = formatPaise(total_paise)
  if (language === "hi") {
    return {
      language,
      subject: `${brand.name} का बिल ${number}: ${title}`,
      paragraphs: [
        `नमस्ते ${name}, कोटेशन स्वीकार करने के लिए धन्यवाद। ${title} के लिए ${amount} का बिल साथ में है।`,
        ...(pay_to ? [`भुगतान इस खाते में करें: ${pay_to}`] : []),
        `भुगतान करते समय बिल नंबर ${number} लिखें।`,
      ],
    }
  }
  return {
    language,
    subject: `Invoice ${number} from ${brand.name}: ${title}`,
    paragraphs: [
      `Hello ${name}, thank you for accepting our quote. The invoice of ${amount} for ${title} is attached.`,
      ...(pay_to ? [`Please pay to: ${pay_to}`] : []),
      `Please quote invoice number ${number} when you pay.`,
    ],
  }
}

type Credited = Invoiced & { corrects: { number: string } }

/** The mail that the credit note of a cancelled invoice is attached to. */
export function creditNoteMail(
  { brand }: Site,
  { number, corrects, total_paise, language, name }: Credited,
): MailBody {
  const amount = formatPaise(total_paise)
  if (language === "hi") {
    return {
      language,
      subject: `${brand.name} का बिल ${corrects.number} रद्द हुआ`,
      paragraphs: [
        `नमस्ते ${name}, ${amount} का बिल ${corrects.number} रद्द कर दिया गया है। क्रेडिट नोट ${number} साथ में है।`,
        "इस बिल का अब कुछ चुकाना नहीं है। अगर कुछ चुकाया जा चुका है, तो वह बैंक से वापस आएगा।",
      ],
    }
  }
  return {
    language,
    subject: `Invoice ${corrects.number} from ${brand.name} was cancelled`,
    paragraphs: [
      `Hello ${name}, invoice ${corrects.number} of ${amount} was cancelled. Credit note ${number} is attached.`,
      "Nothing more is due on it. Anything you have already paid will be returned by bank transfer.",
    ],
  }
}

type Answered = { id: string; organisation: string; number: string; accepted: boolean; reason: string }

/** Tells the office what an organisation answered. */
export function answerMail(
  { address }: Site,
  { id, organisation, number, accepted, reason }: Answered,
): MailBody {
  return {
    language: "en",
    subject: `${organisation} ${accepted ? "accepted" : "declined"} quote ${number}`,
    paragraphs: [
      accepted
        ? `${organisation} accepted quote ${number}. The invoice was issued and mailed.`
        : `${organisation} declined quote ${number}.`,
      ...reason.split(/\n+/).filter((line) => line.trim()),
    ],
    button: { label: "Open the enquiry", url: `${address}${enquiryPath(id)}` },
  }
}
