import type { MailBody, MailLanguage } from "#platform/mail/port.ts"

type Facts = { academy: string; name: string; child: string; inviter: string; link: string }

/** The text message that invites a further guardian. */
export function invitationText({ academy, child, inviter, link }: Facts, language: MailLanguage): string {
  return language === "hi"
    ? `${inviter} आपको ${child} के अभिभावक के रूप में जोड़ना चाहते हैं। स्वीकार करें: ${link} - ${academy}`
    : `${inviter} invites you to be a guardian of ${child}. Accept: ${link} - ${academy}`
}

/** The same as a mail. */
export function invitationMail(
  { academy, name, child, inviter, link }: Facts,
  language: MailLanguage,
): MailBody {
  if (language === "hi") {
    return {
      language,
      subject: `${child} के अभिभावक के रूप में न्योता`,
      paragraphs: [
        `नमस्ते ${name}, ${inviter} आपको ${academy} में ${child} के अभिभावक के रूप में जोड़ना चाहते हैं।`,
        "लिंक एक बार और सात दिन तक काम करता है। अगर आप इस बच्चे को नहीं जानते, तो इस ई-मेल को नज़रअंदाज़ करें।",
      ],
      button: { label: "न्योता देखें", url: link },
    }
  }
  return {
    language,
    subject: `You're invited to be a guardian of ${child}`,
    paragraphs: [
      `Hello ${name}, ${inviter} invites you to be a guardian of ${child} at ${academy}.`,
      "The link works once, for seven days. If you don't know this child, ignore this e-mail.",
    ],
    button: { label: "See the invitation", url: link },
  }
}
