import type { Ctx } from "#platform/context.ts"
import type { MailBody, MailLanguage } from "#platform/mail/port.ts"

type Site = Pick<Ctx, "address" | "brand">

/** What a mail to a subscriber needs. */
type Reader = { language: string; end_key: string }

export type ArticleHead = { slug: string; title: string; excerpt: string; author: string }

const languageOf = (reader: { language: string }): MailLanguage => (reader.language === "hi" ? "hi" : "en")

function linkTo(address: string, path: string, language: MailLanguage, params: Record<string, string> = {}) {
  return `${address}${path}?${new URLSearchParams({ ...params, ...(language === "hi" && { lang: "hi" }) })}`
}

const endLink = (address: string, reader: Reader) =>
  linkTo(address, "/subscription/end", languageOf(reader), { key: reader.end_key })

/** Asks to confirm that the address belongs to the subscriber. */
export function confirmationMail({ address, brand }: Site, language: MailLanguage, token: string): MailBody {
  const url = linkTo(address, "/subscription/confirm", language, { token })
  if (language === "hi") {
    return {
      language,
      subject: `${brand.name} ब्लॉग: कृपया पुष्टि करें`,
      paragraphs: [
        `आपके ई-मेल पर ${brand.name} ब्लॉग के नए लेख भेजने का अनुरोध आया है। पुष्टि करने पर ही हम इस पते को रखेंगे।`,
      ],
      button: { label: "सब्सक्रिप्शन की पुष्टि करें", url },
      footnote: "यह लिंक एक हफ़्ते तक चलता है। अनुरोध आपका नहीं था तो कुछ न करें: पता अपने आप हट जाएगा।",
    }
  }
  return {
    language,
    subject: `${brand.name} blog: please confirm`,
    paragraphs: [
      `Somebody asked us to send new articles of the ${brand.name} blog to this address. We keep it only if you confirm.`,
    ],
    button: { label: "Confirm subscription", url },
    footnote: "The link works for a week. Didn't ask for it? Ignore this e-mail. We'll delete your address.",
  }
}

/** Welcomes a new subscriber and says how to unsubscribe. */
export function welcomeMail({ address, brand }: Site, reader: Reader): MailBody {
  const language = languageOf(reader)
  const unsubscribeUrl = endLink(address, reader)
  const blog = `${address}/blog`
  if (language === "hi") {
    return {
      language,
      unsubscribeUrl,
      subject: `${brand.name} ब्लॉग में आपका स्वागत है`,
      paragraphs: ["अब से हर नया लेख आपके ई-मेल पर पहुँचेगा। लेख अंग्रेज़ी में होते हैं।"],
      button: { label: "ब्लॉग पढ़ें", url: `${blog}?lang=hi` },
    }
  }
  return {
    language,
    unsubscribeUrl,
    subject: `Welcome to the ${brand.name} blog`,
    paragraphs: ["From now on each new article comes to you by e-mail."],
    button: { label: "Read the blog", url: blog },
  }
}

/** Announces a new article to a subscriber. */
export function articleMail(address: string, reader: Reader, article: ArticleHead): MailBody {
  const language = languageOf(reader)
  const unsubscribeUrl = endLink(address, reader)
  const hindi = language === "hi"
  return {
    language,
    unsubscribeUrl,
    subject: article.title,
    paragraphs: [
      hindi ? `${article.author} का नया लेख:` : `A new article by ${article.author}:`,
      article.excerpt,
    ],
    button: {
      label: hindi ? "लेख पढ़ें" : "Read the article",
      url: `${address}/blog/${article.slug}`,
    },
    footnote: hindi
      ? "आपको यह मेल इसलिए मिला क्योंकि आपने ब्लॉग सब्सक्राइब किया है।"
      : "You get this because you subscribed to the blog.",
  }
}
