import policies from "#content/policies.json" with { type: "json" }
import type { MailBody, MailLanguage } from "#platform/mail/port.ts"

const UNCONFIRMED_DAYS = policies.accountErasure.unconfirmedDays

type Parts = { name: string; url: string; secret: string }
type Words = Pick<MailBody, "subject" | "paragraphs" | "footnote"> & { button?: string }

function body(language: MailLanguage, words: Record<MailLanguage, Words>, parts: Partial<Parts>): MailBody {
  const { button, ...rest } = words[language]
  return {
    language,
    ...rest,
    ...(parts.secret && { code: parts.secret }),
    ...(button && parts.url && { button: { label: button, url: parts.url } }),
  }
}

/** A code to sign in with. */
export function codeMail(language: MailLanguage, { name, secret }: Parts): MailBody {
  return body(
    language,
    {
      en: {
        subject: `Your sign-in code: ${secret}`,
        paragraphs: [
          `Hello ${name}, this is your code to sign in. It works once, for 10 minutes.`,
          "Enter it on the page where you asked for it. Nobody from the academy will ever ask you for it.",
        ],
        footnote: "Didn't ask for it? Ignore this e-mail. Nobody can sign in without the code.",
      },
      hi: {
        subject: `साइन इन करने का कोड: ${secret}`,
        paragraphs: [
          `नमस्ते ${name}, यह साइन इन करने का आपका कोड है। यह एक बार और 10 मिनट तक काम करता है।`,
          "इसे वहीं लिखें जहाँ से आपने माँगा था। अकादमी का कोई भी व्यक्ति आपसे यह कोड कभी नहीं माँगेगा।",
        ],
        footnote: "आपने कोड नहीं माँगा? तो इस मेल को अनदेखा करें: कोड के बिना कोई साइन इन नहीं कर सकता।",
      },
    },
    { secret },
  )
}

/** A link to set a new password. */
export function resetMail(language: MailLanguage, { name, url }: Omit<Parts, "secret">): MailBody {
  return body(
    language,
    {
      en: {
        subject: "Set a new password",
        paragraphs: [
          `Hello ${name}, use this link to set a new password. It works once, for an hour.`,
          "All your devices will be signed out.",
        ],
        button: "Set a new password",
        footnote: "Didn't ask for it? Ignore this e-mail. Your password stays the same.",
      },
      hi: {
        subject: "नया पासवर्ड बनाएँ",
        paragraphs: [
          `नमस्ते ${name}, यहाँ आप नया पासवर्ड बना सकते हैं। यह लिंक एक बार और एक घंटे तक काम करता है।`,
          "आपके सभी डिवाइस साइन आउट हो जाएँगे।",
        ],
        button: "नया पासवर्ड बनाएँ",
        footnote: "आपने यह नहीं माँगा? तो इस मेल को अनदेखा करें: आपका पासवर्ड वही रहेगा।",
      },
    },
    { url },
  )
}

/** A link that confirms an e-mail. */
export function confirmationMail(language: MailLanguage, { name, url }: Omit<Parts, "secret">): MailBody {
  return body(
    language,
    {
      en: {
        subject: "Confirm your e-mail",
        paragraphs: [
          `Hello ${name}, an account was created with this e-mail. Confirm that it's yours to get notices about your classes. The link works for three days.`,
          `An account that nobody confirms and nobody uses is deleted after ${UNCONFIRMED_DAYS} days.`,
        ],
        button: "Confirm my e-mail",
        footnote:
          "Wasn't this you? Don't confirm it. To take over the account, use 'Forgot Password' on the sign-in page.",
      },
      hi: {
        subject: "अपने ई-मेल की पुष्टि करें",
        paragraphs: [
          `नमस्ते ${name}, इस ई-मेल से एक खाता बनाया गया है। पुष्टि करें कि यह आपका है, ताकि क्लास की सूचनाएँ आप तक पहुँचें। यह लिंक तीन दिन तक काम करता है।`,
          `जिस खाते की न पुष्टि होती है और न इस्तेमाल, उसे ${UNCONFIRMED_DAYS} दिन बाद मिटा दिया जाता है।`,
        ],
        button: "मेरे ई-मेल की पुष्टि करें",
        footnote:
          "यह आप नहीं थे? तो पुष्टि न करें। साइन इन पेज पर 'पासवर्ड भूल गए?' से आप यह खाता अपने हाथ में ले सकते हैं, क्योंकि यह आपके ई-मेल का है।",
      },
    },
    { url },
  )
}
